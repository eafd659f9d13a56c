// Requests to Slurm, a cluster's scheduler, and its answers, as text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/settings.h"

namespace warplab {

// A job array: each of its tasks grades a shard of a class.
struct SlurmArray {
  std::filesystem::path folder;        // of the class, absolute
  std::vector<std::string> class_run;  // the command: {"build/bin/warplab", "class", "run"}
  std::filesystem::path start;         // the folder in which tasks start
  std::vector<std::string> labs;       // that it grades
  bool is_measured = false;            // if so, each task has its node to itself
  int shards = 1;

  // "measured" or "side-by-side", the name of its files in the class's folder.
  std::string name() const { return is_measured ? "measured" : "side-by-side"; }
};

// The number of shards for so many students whose grading takes `seconds` one after the other. Each
// shard is worth starting a task, and the array is no larger than Slurm's MaxArraySize.
int count_shards(std::size_t students, double seconds, int max_array_size);

// The script that each task runs.
std::string batch_script(const SlurmArray& array);

// The words that submit the script in `file`.
std::vector<std::string> words_to_submit(const SlurmArray& array, const SlurmSettings& settings,
                                         const std::filesystem::path& file);

// Whether the options ask for a node with a GPU, as --gres=gpu:1 and --gpus=1 do.
bool asks_for_gpu(const SlurmSettings& settings);

// The file with the output of the task that grades this shard, relative to the class's folder.
std::filesystem::path log_of(const std::string& job, int shard);

// The job in the output of `sbatch --parsable`, "17" or "17;cluster". Nothing for any other text.
std::optional<std::string> parse_job(const std::string& text);

// MaxArraySize in the output of `scontrol show config`.
std::optional<int> parse_max_array_size(const std::string& config);

// A job, or some of its tasks, that Slurm still has to run or is running.
struct QueuedTasks {
  std::string job, state, reason;  // "17", "PENDING", "Resources"
};

// The words that ask for the queued tasks of these jobs, and the tasks in the answer. Nothing if
// Slurm did not answer.
std::vector<std::string> words_to_ask(const std::vector<std::string>& jobs);
std::optional<std::vector<QueuedTasks>> parse_queue(int exit_code, const std::string& output,
                                                    const std::string& errors);

}  // namespace warplab
