#include "autograder/classroom/slurm.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <sstream>

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr double least_shard_s = 30;  // an empty task costs half a second

// A word of a line of shell.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// The shell's variables in it are Slurm's.
constexpr char script[] = R"sh(#!/bin/bash
# A task of the array that `warplab class run --slurm` submits: {}.
# Slurm with TaskPlugin=task/none lets a task see all cores of its node: keep to those that it was given.
if [ "$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)" -gt "$SLURM_CPUS_ON_NODE" ]; then
  cores=$(scontrol show job --details --oneliner "$SLURM_JOB_ID" |
    sed -n "s/^JobId=$SLURM_JOB_ID .* CPU_IDs=\([-0-9,]*\) .*/\1/p")
  [ -z "$cores" ] || taskset --cpu-list --pid "$cores" $$
fi
cd {} || exit
exec {} --try-once --shard "$SLURM_ARRAY_TASK_ID/{}"
)sh";

}  // namespace

int count_shards(std::size_t students, double seconds, int max_array_size) {
  const double most = static_cast<double>(std::min<std::size_t>(students, max_array_size));
  return static_cast<int>(std::max(1.0, std::min(most, seconds / least_shard_s)));
}

std::string batch_script(const SlurmArray& array) {
  std::vector<std::string> words;
  for (const std::string& word : array.class_run) words.push_back(quoted(word));
  words.push_back(quoted(array.folder));
  for (const std::string& lab : array.labs) words.push_back("--lab " + quoted(lab));
  return fmt::format(script, array.name(), quoted(array.start), fmt::join(words, " "),
                     array.shards);
}

// Ours come last, so that they hold. The log's name is relative, as a % in a path means something.
std::vector<std::string> words_to_submit(const SlurmArray& array, const SlurmSettings& settings,
                                         const fs::path& file) {
  std::vector<std::string> words = {"sbatch", "--job-name=warplab", "--ntasks=1"};
  words.insert(words.end(), settings.options.begin(), settings.options.end());
  if (array.is_measured) {
    words.emplace_back("--exclusive");
    if (!settings.constraint.empty()) words.push_back("--constraint=" + settings.constraint);
  }
  words.insert(words.end(),
               {"--parsable", "--requeue", "--open-mode=append", "--nodes=1",
                fmt::format("--array=0-{}", array.shards - 1), "--chdir=" + array.folder.string(),
                "--output=slurm/%A_%a.out", file.string()});
  return words;
}

bool asks_for_gpu(const SlurmSettings& settings) {
  return std::ranges::any_of(settings.options, [](const std::string& option) {
    return option.find("gpu") != std::string::npos;
  });
}

fs::path log_of(const std::string& job, int shard) {
  return fs::path("slurm") / fmt::format("{}_{}.out", job, shard);
}

std::optional<std::string> parse_job(const std::string& text) {
  const std::string job = text.substr(0, text.find_first_of(";\n"));
  return is_number(job) ? std::optional(job) : std::nullopt;
}

std::optional<int> parse_max_array_size(const std::string& config) {
  static const RE2 most(R"((?m)^MaxArraySize\s*=\s*([0-9]+))", RE2::Latin1);
  int size = 0;
  const bool is_told = RE2::PartialMatch(config, most, &size);
  return is_told && size > 0 ? std::optional(size) : std::nullopt;
}

std::vector<std::string> words_to_ask(const std::vector<std::string>& jobs) {
  return {"squeue", "--noheader", "--format=%F|%T|%r",
          fmt::format("--jobs={}", fmt::join(jobs, ","))};
}

// A job that ended some minutes ago is forgotten, and asking for it alone is a mistake then.
std::optional<std::vector<QueuedTasks>> parse_queue(int exit_code, const std::string& output,
                                                    const std::string& errors) {
  if (exit_code != 0)
    return errors.find("Invalid job id") != std::string::npos
               ? std::optional(std::vector<QueuedTasks>())
               : std::nullopt;
  std::vector<QueuedTasks> queued;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    QueuedTasks tasks;
    std::getline(fields, tasks.job, '|');
    std::getline(fields, tasks.state, '|');
    std::getline(fields, tasks.reason);
    if (is_number(tasks.job)) queued.push_back(std::move(tasks));
  }
  return queued;
}

}  // namespace warplab
