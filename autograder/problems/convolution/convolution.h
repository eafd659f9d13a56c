// The problem family `convolution` for the CPU: a 5x5 filter over RGBA images of floats.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& convolution_problem();

}  // namespace warplab
