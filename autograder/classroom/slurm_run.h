// Grades what a class has handed in on a cluster with Slurm, by job arrays. Each task grades a
// shard of the class, as run.h does on one machine. Beside the results, the class's folder has
//
//   slurm/jobs.json            the last job of each of the two phases
//   slurm/measured.sh, ...     the script of each kind of array
//   slurm/<job>_<shard>.out    what its tasks print
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/run.h"
#include "autograder/classroom/settings.h"

namespace warplab {

struct SlurmRun {
  std::filesystem::path folder;        // of the class
  std::vector<std::string> class_run;  // the command: {"build/bin/warplab", "class", "run"}
  SlurmSettings settings;
  bool has_gpu = false;               // if so, GPU labs are measured
  std::vector<std::string> students;  // ids of all that are divided into shards, in order
};

// Submits the hand-ins that are neither graded nor part of a queued job, and waits until all
// hand-ins are graded or have failed. A task tries each once; what fails there is submitted again, as
// long as it has tries left, and another node may grade it. Returns how many could not be graded.
// Throws GraderError with Slurm's own message if it rejects a job, and FileError.
int grade_class_on_slurm(const std::vector<HandIn>& hand_ins, const SlurmRun& run,
                         ClassListener& listener);

// Gives hand-ins graded by a node of a cluster the key they have there, as nodes may be another
// kind of machine than this one. Changes nothing in a class that no cluster grades.
void take_keys_of_nodes(std::vector<HandIn>& hand_ins, const std::vector<KeptResult>& results);

}  // namespace warplab
