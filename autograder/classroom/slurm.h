// What is asked of Slurm, a cluster's scheduler, and what it answers, as text.
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
  std::filesystem::path start;         // the folder that it starts in
  std::vector<std::string> labs;       // that it grades
  bool is_measured = false;            // so each task has its node to itself
  int shards = 1;

  // "measured" or "side-by-side": what its files in the class's folder are called.
  std::string name() const { return is_measured ? "measured" : "side-by-side"; }
};

// How many shards for so many students, whose grading takes `seconds` one after another: each is
// worth starting a task for, and the array is no larger than Slurm's MaxArraySize.
int count_shards(std::size_t students, double seconds, int max_array_size);

// The script that each task runs.
std::string batch_script(const SlurmArray& array);

// The words that submit the script in `file`.
std::vector<std::string> words_to_submit(const SlurmArray& array, const SlurmSettings& settings,
                                         const std::filesystem::path& file);

// Whether options ask for a node with a GPU, as --gres=gpu:1 and --gpus=1 do.
bool asks_for_gpu(const SlurmSettings& settings);

// Where the task that grades this shard of a job writes, from the folder of the class.
std::filesystem::path log_of(const std::string& job, int shard);

// What `sbatch --parsable` has printed: "17", or "17;cluster". Nothing for another text.
std::optional<std::string> parse_job(const std::string& text);

// MaxArraySize as `scontrol show config` has it.
std::optional<int> parse_max_array_size(const std::string& config);

// A job, or some tasks of one, that Slurm has not ended yet.
struct QueuedTasks {
  std::string job, state, reason;  // "17", "PENDING", "Resources"
};

// The words that ask for those of these jobs, and what is made of the answer. Nothing where Slurm
// has not answered.
std::vector<std::string> words_to_ask(const std::vector<std::string>& jobs);
std::optional<std::vector<QueuedTasks>> parse_queue(int exit_code, const std::string& output,
                                                    const std::string& errors);

}  // namespace warplab
