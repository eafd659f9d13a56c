#include "simt/session/transfer.h"
#include "simt/memory/place.h"

#include <fmt/format.h>

namespace simt::session {

uint64_t span_of(const runtime::Area& area, uint64_t width, uint64_t height, uint64_t depth) {
  if (width == 0 || height == 0 || depth == 0) return 0;
  return (depth - 1) * area.slice + (height - 1) * area.pitch + width;
}

memory::ByteRanges bytes_of(const runtime::Area& area, uint64_t width, uint64_t height,
                            uint64_t depth) {
  memory::ByteRanges bytes;
  const auto begin = reinterpret_cast<memory::Address>(area.pointer);
  for (uint64_t z = 0; z < depth; ++z)
    for (uint64_t y = 0; y < height; ++y) {
      const memory::Address row = begin + z * area.slice + y * area.pitch;
      bytes.add(row, row + width);
    }
  return bytes;
}

Side find_side(Execution& execution, const runtime::Area& area, uint64_t span,
               std::string_view what) {
  using events::FindingKind;
  const Located located = execution.locate(area.pointer);
  Side side;
  side.allocation = located.allocation;
  side.device = located.device;
  side.on_device = located.type == cudaMemoryTypeDevice;
  if (located.type == cudaMemoryTypeUnregistered) {
    side.pageable = true;
    side.host = static_cast<std::byte*>(area.pointer);
    return side;
  }
  const auto address = reinterpret_cast<memory::Address>(area.pointer);
  if (side.allocation == nullptr)
    throw ApiError{
        execution.context.fail(cudaErrorInvalidValue, FindingKind::bad_copy,
                               fmt::format("the {} {:#x} is an address of device {}'s memory where "
                                           "nothing is allocated",
                                           what, address, located.device))};
  if (side.allocation->freed)
    throw ApiError{execution.context.fail(cudaErrorInvalidValue, FindingKind::use_after_free,
                                          fmt::format("the {} was freed before", what),
                                          side.allocation)};
  const uint64_t offset = address - side.allocation->begin;
  if (offset > side.allocation->size || span > side.allocation->size - offset)
    throw ApiError{execution.context.fail(
        cudaErrorInvalidValue, FindingKind::bad_copy,
        fmt::format("{} from byte {} on {} {} beyond the end of the {}", memory::count_bytes(span),
                    offset, span == 1 ? "reaches" : "reach",
                    memory::count_bytes(offset + span - side.allocation->size), what),
        side.allocation)};
  side.host = side.allocation->host + offset;
  return side;
}

}  // namespace simt::session
