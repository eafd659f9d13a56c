// The problem family `rdf` for the GPU: a histogram of the distances of all pairs of particles.
#pragma once

#include "autograder/problems/problem.h"

namespace warplab {

const Problem& rdf_gpu_problem();

}  // namespace warplab
