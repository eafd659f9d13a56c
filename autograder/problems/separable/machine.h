// What query_machine() has to say of a machine.
#pragma once

#include <cstddef>

#include "autograder/gpu/recorder.h"
#include "autograder/problems/family.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "common/separable_gpu.h"

namespace warplab {

// Compares all fields.
Check check_machine(const gpu::DeviceFigures& figures, const Machine& machine);

// Which fields are wrong, expected and got.
Diagnosis explain_wrong_machine(const gpu::DeviceFigures& figures, const Machine& machine);

// Cases: machines that there are not.
Cases make_machines(std::size_t count);

}  // namespace warplab
