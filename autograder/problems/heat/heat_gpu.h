// The problem family `heat` for the GPU: heat that spreads over a plate.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& heat_gpu_problem();

}  // namespace warplab
