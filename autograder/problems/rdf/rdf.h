// The problem family `rdf` for the CPU: a histogram of the distances of all pairs of particles.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& rdf_problem();

}  // namespace warplab
