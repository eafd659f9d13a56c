// Verdicts on the execution of a launch function's plan, and explanations of findings, CUDA's errors,
// hazards and dead workers. Wrong values are explained by the problem family.
#pragma once

#include <optional>
#include <string>

#include "autograder/gpu/cuda_error.h"
#include "autograder/gpu/execution_report.h"
#include "autograder/gpu/value_origin.h"
#include "autograder/judge/gpu/gpu_workers.h"
#include "autograder/judge/trial.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

// An execution to explain.
struct ExecutedCase {
  const Problem& problem;
  const Case& the_case;
  const SourceLine& source_line;
  const gpu::ExecutionReport& report;
};

// The verdict on an execution; `is_right` is whether its outputs are. A CUDA error outweighs a wrong
// result, and a wrong result outweighs a finding.
Verdict verdict_of(const gpu::ExecutionReport& report, bool is_right);

// What went wrong apart from the values: findings first, then changed inputs, hazards, a CUDA
// error, and a launch function that launched nothing. Nothing if only the values can tell.
std::optional<Diagnosis> explain(const ExecutedCase& executed);

// How a worker died: the recorder, which runs the launch function, or the device worker.
Outcome explain(const WorkerDeath& death, const Case& the_case, const SourceLine& source_line);

// Says in the diagnosis what left `what`, "the first wrong value", as it is, and marks the lines.
void add_origin(Diagnosis& diagnosis, const gpu::ValueOrigin& origin, const SourceLine& source_line,
                const std::string& what);

// Whether an error comes from the machine rather than the plan, if the plan went through on simt.
bool is_of_the_machine(gpu::CudaError error);

}  // namespace warplab
