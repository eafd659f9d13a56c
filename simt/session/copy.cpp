// Copies between host and devices: how they are done.
#include <fmt/format.h>

#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "simt/session/transfer.h"

namespace simt::session {

namespace {

model::CopyKind direction_of(const CopyOperation& copy, const Side& destination,
                             const Side& source) {
  switch (copy.kind) {
    case cudaMemcpyHostToHost:
      return model::CopyKind::host_to_host;
    case cudaMemcpyHostToDevice:
      return model::CopyKind::host_to_device;
    case cudaMemcpyDeviceToHost:
      return model::CopyKind::device_to_host;
    case cudaMemcpyDeviceToDevice:
      return model::CopyKind::device_to_device;
    case cudaMemcpyDefault:
      break;
  }
  if (destination.on_device)
    return source.on_device ? model::CopyKind::device_to_device : model::CopyKind::host_to_device;
  return source.on_device ? model::CopyKind::device_to_host : model::CopyKind::host_to_host;
}

// Calls row(destination, source) for each row of the copy.
template <class Row>
void for_each_row(const CopyOperation& copy, std::byte* destination, const std::byte* source,
                  Row&& row) {
  for (size_t z = 0; z < copy.depth; ++z)
    for (size_t y = 0; y < copy.height; ++y)
      row(destination + z * copy.destination.slice + y * copy.destination.pitch,
          source + z * copy.source.slice + y * copy.source.pitch);
}

// Tells shadow memory what was read and written.
void notify(Execution& execution, const CopyOperation& copy, const Side& destination,
            const Side& source) {
  const auto tell = [&](const Side& side, const runtime::Area& area, auto&& notice) {
    if (side.pageable) return;
    auto& memory = execution.device(side.device).memory();
    const auto begin = reinterpret_cast<memory::Address>(area.pointer);
    for (size_t z = 0; z < copy.depth; ++z)
      for (size_t y = 0; y < copy.height; ++y)
        notice(memory, begin + z * area.slice + y * area.pitch);
  };
  tell(source, copy.source,
       [&](memory::AddressSpace& memory, memory::Address a) { memory.notify_read(a, copy.width); });
  tell(destination, copy.destination, [&](memory::AddressSpace& memory, memory::Address a) {
    memory.notify_wrote(a, copy.width);
  });
}

}  // namespace

cudaError_t Execution::execute_copy(Stream& stream, const CopyOperation& copy, bool blocking) {
  if (copy.bytes() == 0) return cudaSuccess;
  const uint64_t destination_span = span_of(copy.destination, copy.width, copy.height, copy.depth);
  const uint64_t source_span = span_of(copy.source, copy.width, copy.height, copy.depth);
  const Side destination = find_side(*this, copy.destination, destination_span, "destination");
  const Side source = find_side(*this, copy.source, source_span, "source");
  {
    const GuardPause pause(guard);
    if (copy.height == 1 && copy.depth == 1)
      std::memmove(destination.host, source.host, copy.width);
    else
      for_each_row(
          copy, destination.host, source.host,
          [&copy](std::byte* to, const std::byte* from) { std::memmove(to, from, copy.width); });
  }
  notify(*this, copy, destination, source);

  const model::CopyKind direction = direction_of(copy, destination, source);
  const bool pinned = !destination.pageable && !source.pageable;
  const bool waits = blocking && direction != model::CopyKind::device_to_device;
  timeline.copy(stream.device, stream.id, direction, copy.bytes(), pinned, waits);
  // Of pageable memory a part at least is staged: the host waits for that.
  const bool host_waits = waits || !pinned;
  std::vector<MemoryUse> uses;
  for (const auto& [side, area, is_written] : {std::tuple(&source, &copy.source, false),
                                               std::tuple(&destination, &copy.destination, true)})
    if (!side->pageable)
      uses.push_back(use_of(side->allocation->kind, side->allocation->id,
                            bytes_of(*area, copy.width, copy.height, copy.depth), is_written));
  note_work(stream, fmt::format("the copy of {} bytes", copy.bytes()), host_waits, std::move(uses));
  if (host_waits) synchronized();
  return cudaSuccess;
}

}  // namespace simt::session
