// Cases of a reduction: a length and a way of making numbers.
#pragma once

#include <memory>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

// Each length with ints that are all equal, whose wrong sum tells how many were added, and with
// random ints or floats in turn.
std::vector<std::unique_ptr<Case>> make_small_sums(const Lab& lab);

// Random ints.
std::unique_ptr<Case> make_large_sum(const Size& size);

}  // namespace warplab
