// Tiles of shared memory that are read with rows of another length than they are filled with.
#pragma once

#include <optional>
#include <span>

#include "autograder/problems/explanation.h"
#include "autograder/problems/heat/heat.h"

namespace warplab {

// The row length that gives each cell of the plate after one iteration, where the program is told
// the shape of its blocks: a tile is a block and one cell around it. Nothing where no other length
// does, and where it hangs on cells outside the plate.
std::optional<Explanation> find_tile_pitch(const HeatData& data, std::span<const float> plate,
                                           double tolerance);

}  // namespace warplab
