// Grades what a class has handed in on a cluster with Slurm: job arrays whose tasks grade a shard
// of the class each, as run.h does on one machine. Beside the results, the folder of the class has
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
  bool has_gpu = false;               // so labs for it are measured
  std::vector<std::string> students;  // ids of all whom shards share, in order
};

// Submits what neither is graded nor belongs to a job that is queued, and waits until all of these
// are graded or have failed. Returns how many could not be graded. Throws GraderError, which has
// Slurm's words, where it does not take a job, and FileError.
int grade_class_on_slurm(const std::vector<HandIn>& hand_ins, const SlurmRun& run,
                         ClassListener& listener);

// Gives a hand-in that a node of a cluster has graded the key that it has there: nodes can be of
// another kind than this machine. Changes nothing in a class that no cluster grades.
void take_keys_of_nodes(std::vector<HandIn>& hand_ins, const std::vector<KeptResult>& results);

}  // namespace warplab
