// Cases of a radial distribution: a number of particles, and how they are arranged.
#pragma once

#include <memory>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

// Each number of particles in a row, which tells which pairs were counted, and in one of the other
// arrangements in turn. `has_positions`: as float4, beside the three arrays.
std::vector<std::unique_ptr<Case>> make_small_histograms(const Lab& lab, bool has_positions);

// Spheres that do not overlap.
std::unique_ptr<Case> make_large_histogram(const Size& size, bool has_positions);

}  // namespace warplab
