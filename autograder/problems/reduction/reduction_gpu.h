// The problem family `reduction` for the GPU: the sum of a row of numbers.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& reduction_gpu_problem();

}  // namespace warplab
