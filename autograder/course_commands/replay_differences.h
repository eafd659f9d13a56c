// Two gradings of the same inputs, compared: all that no clock decides.
#pragma once

#include <string>
#include <vector>

#include "autograder/report/result.h"
#include "common/version.h"

namespace warplab {

// What differs in a step: its verdict, its findings, or one of its gates.
struct ReplayDifference {
  std::string lab;
  int step = 0;
  std::string gate;  // "verdict", "findings", or the gate's name
  std::string before, now;
};

// The verdict of each step, and of each gate whether it passed, its points and its value, bit for
// bit; of the gate `correct` its message too, which counts wrong values; of a counter what each line
// adds; and the kind and lines of each finding, of races of OpenMP's threads only that there are
// some, as it is up to chance which are seen. Left out are the gates of speed and of threads at work,
// which are measured, all durations, and the machine code of loops, which is the compiler's. Steps
// are matched by number, gates by name; one that only one of the two has differs from "none".
std::vector<ReplayDifference> differences(const LabResult& before, const LabResult& now);

// Why gradings by these two cannot be compared, what was expected and got, and what to do; empty
// where they can.
std::string why_other_grader(const Version& before, const Version& now);
// The GPUs among what steps ran on (Result::device): "NVIDIA H200" of "simt, NVIDIA H200".
std::string real_gpus(const std::string& device);
// The same of the GPU that steps ran on: `before` is Result::device. Where no step of `now` came so
// far, nothing of it is missed.
std::string why_other_device(const std::string& before, const std::vector<LabResult>& now);
// The same of what was handed in, by its hashes. `before` is empty where it has none.
std::string why_other_files(const std::string& before, const std::string& now);
// The same of lab.json, by its hashes. Where `before` has none, it is not known.
std::string why_other_lab_json(const LabResult& before, const std::string& now);
// The same of all that a class is graded by: basis_of().
std::string why_other_basis(const std::string& before, const std::string& now);
// The same of who compiled .cu files; `here` is who does so now.
std::string why_other_compiler(const LabResult& before, const std::string& here);

}  // namespace warplab
