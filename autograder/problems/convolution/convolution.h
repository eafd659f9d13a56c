// The problem family `convolution`: a 5x5 filter over RGBA images of floats, on the CPU.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& convolution_problem();

}  // namespace warplab
