// The shapes of grids and blocks that a GPU takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simt/events/finding.h"

namespace simt::model {

// Why a GPU refuses a launch of this shape (cudaErrorInvalidConfiguration), in a sentence; empty
// for one that it takes. The limits are those of all GPUs since compute capability 3.0 (CUDA C++
// programming guide, table "Technical specifications"), but for the threads a block.
std::string complain_about_shape(const events::Index3& grid, const events::Index3& block,
                                 uint32_t most_threads_per_block, std::string_view gpu);

}  // namespace simt::model
