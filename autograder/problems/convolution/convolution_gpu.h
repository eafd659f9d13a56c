// The problem family `convolution` for the GPU: a 5x5 filter of ints over RGB images of bytes.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& convolution_gpu_problem();

}  // namespace warplab
