#include "simt/model/launch_shape.h"

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>

namespace simt::model {
namespace {

// Nobody asks for so many blocks, but a negative number of them is one.
std::string overflow_in(std::initializer_list<uint32_t> counts) {
  for (const uint32_t count : counts)
    if (count > 0x7fffffff)
      return fmt::format("; {} is {} as an int: has a product overflowed? size_t has room for it",
                         count, static_cast<int32_t>(count));
  return {};
}

}  // namespace

std::string complain_about_shape(const events::Index3& grid, const events::Index3& block,
                                 uint32_t most_threads_per_block, std::string_view gpu) {
  const uint64_t threads = uint64_t{block.x} * block.y * block.z;
  if (threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0)
    return fmt::format("a grid of {} x {} x {} blocks of {} x {} x {} threads is empty", grid.x,
                       grid.y, grid.z, block.x, block.y, block.z);
  if (threads > most_threads_per_block || block.x > 1024 || block.y > 1024 || block.z > 64)
    return fmt::format(
        "{} x {} x {} = {} threads per block; {} allows {} (1024 x 1024 x 64 at most)", block.x,
        block.y, block.z, threads, gpu, most_threads_per_block);
  if (grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535)
    return fmt::format(
        "a grid of {} x {} x {} blocks; at most 2147483647 x 65535 x 65535 are allowed{}", grid.x,
        grid.y, grid.z, overflow_in({grid.x, grid.y, grid.z}));
  return {};
}

}  // namespace simt::model
