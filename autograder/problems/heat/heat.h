// The problem family `heat` for the CPU: heat that spreads over a plate.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& heat_problem();

}  // namespace warplab
