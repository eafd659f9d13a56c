// Cases of the transpose lab: a task and a size.
#pragma once

#include <memory>
#include <vector>

#include "autograder/problems/problem.h"
#include "autograder/problems/transpose/parameters.h"

namespace warplab {

// Each size; matrices that are added have rows that begin at multiples of 128 bytes, and, in a
// second case, anywhere.
std::vector<std::unique_ptr<Case>> make_small_matrices(const Lab& lab, TransposeTask task);

// Matrices that are added have rows that begin at multiples of 128 bytes.
std::unique_ptr<Case> make_large_matrix(const Size& size, TransposeTask task);

}  // namespace warplab
