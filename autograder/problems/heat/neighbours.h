// Which four cells were averaged, where they were not the right ones.
#pragma once

#include <optional>
#include <span>

#include "autograder/problems/explanation.h"
#include "autograder/problems/heat/heat.h"
#include "autograder/problems/wrong_values.h"

namespace warplab {

// After one iteration: the cells around one, itself and those diagonal to it included, whose mean
// is in each of the cells `wrong`; one may count twice, or as 0. Or the right four of
// another cell: one near it, or one that is elsewhere since x and y are swapped or rows are taken
// to have another length. Nothing where no such choice explains all of them, or they are too few to
// tell.
std::optional<Explanation> find_other_neighbours(const HeatData& data, std::span<const float> plate,
                                                 const ValueNumbers& wrong, double tolerance);

}  // namespace warplab
