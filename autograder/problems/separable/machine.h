// What query_machine() has to say of a machine.
#pragma once

#include "autograder/gpu/recorder.h"
#include "autograder/problems/problem.h"
#include "common/separable_gpu.h"

namespace warplab {

// Compares all fields.
Check check_machine(const gpu::DeviceFigures& figures, const Machine& machine);

// Which fields are wrong, expected and got.
Diagnosis explain_wrong_machine(const gpu::DeviceFigures& figures, const Machine& machine);

}  // namespace warplab
