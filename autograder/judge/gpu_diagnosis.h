// What the play of a launch function's plan comes to, and why: verdicts, and explanations of
// findings, CUDA's errors, hazards and dead workers. Values that are wrong are the family's to
// explain.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "autograder/gpu/cuda_error.h"
#include "autograder/gpu/play_report.h"
#include "autograder/judge/gpu_workers.h"
#include "autograder/judge/trial.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

// "convolution.cu:31" for an offset of an instruction; empty where it is not known.
using SourceLine = std::function<std::string(std::uint64_t)>;

// A play that is to be explained.
struct PlayedCase {
  const Problem& problem;
  const Case& the_case;
  const SourceLine& source_line;
  const gpu::PlayReport& report;
};

// The verdict of a play whose outputs are right or not. An error of CUDA's outweighs a wrong
// result, and that a finding.
Verdict verdict_of(const gpu::PlayReport& report, bool is_right);

// What went wrong beside the values: findings first, then inputs that were changed, hazards, CUDA's
// error, and a launch function that launched nothing. Nothing where only the values can tell.
std::optional<Diagnosis> explain(const PlayedCase& played);

// How a worker died, the recorder with the launch function or the device worker.
Outcome explain(const WorkerDeath& death, const Case& the_case, const SourceLine& source_line);

// "the kernel (tile.cu:31) in stream 2 and ... use the same device memory, ...", and what to do:
// "one stream for both, ...".
struct HazardText {
  std::string sentence, advice;
};
HazardText describe(const gpu::Hazard& hazard, const SourceLine& source_line);

// Errors that say something about the machine, where the same plan went through on simt.
bool is_of_the_machine(gpu::CudaError error);

}  // namespace warplab
