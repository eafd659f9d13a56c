// Fills: how they are done.
#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

#include "simt/memory/place.h"
#include "simt/session/execution.h"
#include "simt/session/transfer.h"

namespace simt::session {

namespace {

void fill_row(std::byte* row, const FillOperation& fill) {
  switch (fill.element) {
    case 1:
      std::memset(row, static_cast<int>(fill.value & 0xff), fill.width);
      return;
    case 2: {
      const auto value = static_cast<uint16_t>(fill.value);
      for (size_t i = 0; i < fill.width; ++i) std::memcpy(row + 2 * i, &value, 2);
      return;
    }
    default:
      for (size_t i = 0; i < fill.width; ++i) std::memcpy(row + 4 * i, &fill.value, 4);
  }
}

}  // namespace

cudaError_t Execution::execute_fill(Stream& stream, const FillOperation& fill) {
  if (fill.bytes() == 0) return cudaSuccess;
  runtime::require(fill.element == 1 || fill.element == 2 || fill.element == 4,
                   cudaErrorInvalidValue);
  const size_t row_bytes = fill.width * fill.element;
  const uint64_t span = span_of(fill.destination, row_bytes, fill.height, fill.depth);
  const Side side = find_side(*this, fill.destination, span, "destination");
  {
    const GuardPause pause(guard);
    const auto address = reinterpret_cast<memory::Address>(fill.destination.pointer);
    auto& memory = device(side.device).memory();
    for (size_t z = 0; z < fill.depth; ++z)
      for (size_t y = 0; y < fill.height; ++y) {
        const size_t offset = z * fill.destination.slice + y * fill.destination.pitch;
        fill_row(side.host + offset, fill);
        memory.notify_wrote(address + offset, row_bytes);
      }
  }
  timeline.fill(stream.device, stream.id, fill.bytes(), /*blocking=*/false);
  std::vector<MemoryUse> uses;
  if (!side.pageable)
    uses.push_back(use_of(side.allocation->kind, side.allocation->id,
                          bytes_of(fill.destination, row_bytes, fill.height, fill.depth), true));
  note_work(stream, "the fill of " + memory::count_bytes(fill.bytes()), false, std::move(uses));
  return cudaSuccess;
}

}  // namespace simt::session
