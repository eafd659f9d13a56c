// Copies between host and devices: how they are done.
#include <fmt/format.h>

#include <cstring>

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

// Pinned memory belongs to an asynchronous copy until the host has waited for it.
void guard_pinned(Execution& execution, const Side& side, const runtime::Area& area, uint64_t span,
                  HostGuard::Access access, double end, const std::string& name) {
  if (side.pageable || side.allocation->kind != memory::Kind::pinned) return;
  execution.guard.protect(reinterpret_cast<uintptr_t>(area.pointer), span, side.allocation->begin,
                          side.allocation->end(), access, end, name);
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
  const double end =
      timeline.copy(stream.device, stream.id, direction, copy.bytes(), pinned, waits);
  if (waits) {
    synchronized();
  } else if (request.checkers && pinned && end > timeline.now()) {
    const std::string name =
        fmt::format("{} of {} bytes", runtime::this_thread().site.function, copy.bytes());
    guard_pinned(*this, source, copy.source, source_span, HostGuard::Access::read_only, end, name);
    guard_pinned(*this, destination, copy.destination, destination_span, HostGuard::Access::none,
                 end, name);
  }
  return cudaSuccess;
}

}  // namespace simt::session
