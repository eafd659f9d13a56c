// The problem family `separable` for the GPU: a separable filter in double precision, of images
// that lie on the host and may be larger than the device's memory.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& separable_gpu_problem();

}  // namespace warplab
