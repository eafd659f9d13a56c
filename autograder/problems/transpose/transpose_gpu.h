// The problem family `transpose` for the GPU: sums of matrices, of points and of rows of numbers,
// and the transpose of a matrix. All of it is moving numbers, and where they lie is what counts.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& transpose_gpu_problem();

}  // namespace warplab
