// The problem family `ieee754` for the GPU: floating-point arithmetic, bit by bit.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& ieee754_gpu_problem();

}  // namespace warplab
