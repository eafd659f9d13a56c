// Copies between host and devices: how they are done.
#include <fmt/format.h>

#include <cstring>

#include "simt/runtime/transfer.h"

namespace simt::runtime {

namespace {

using observe::FindingKind;

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault:
      return "cudaMemcpyDefault";
  }
  return "?";
}

// What the program said of a side must be so. Managed and pinned memory are on both sides.
void check_side(Context& context, const Side& side, bool said_device, cudaMemcpyKind kind,
                std::string_view what) {
  if (said_device ? !side.pageable : !side.on_device) return;
  throw ApiError{context.fail(cudaErrorInvalidValue, FindingKind::bad_copy,
                              fmt::format("{}, but the {} is in {} memory", name_of(kind), what,
                                          side.on_device ? "device" : "host"),
                              side.allocation)};
}

void check_kind(Context& context, const CopyOperation& copy, const Side& destination,
                const Side& source) {
  if (copy.kind == cudaMemcpyDefault) return;
  check_side(context, destination,
             copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice,
             copy.kind, "destination");
  check_side(context, source,
             copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice,
             copy.kind, "source");
}

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
void notify(Context& context, const CopyOperation& copy, const Side& destination,
            const Side& source) {
  const auto tell = [&](const Side& side, const Area& area, auto&& notice) {
    if (side.pageable) return;
    auto& memory = context.device(static_cast<int>(side.device)).memory();
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
void guard_pinned(Context& context, const Side& side, const Area& area, uint64_t span,
                  HostGuard::Access access, double end, const std::string& name) {
  if (side.pageable || side.allocation->kind != memory::Kind::pinned) return;
  context.guard.protect(reinterpret_cast<uintptr_t>(area.pointer), span, side.allocation->begin,
                        side.allocation->end(), access, end, name);
}

}  // namespace

cudaError_t execute_copy(Context& context, Stream& stream, const CopyOperation& copy,
                         bool blocking) {
  require(copy.kind >= cudaMemcpyHostToHost && copy.kind <= cudaMemcpyDefault,
          cudaErrorInvalidMemcpyDirection);
  if (copy.bytes() == 0) return cudaSuccess;
  const uint64_t destination_span = span_of(copy.destination, copy.width, copy.height, copy.depth);
  const uint64_t source_span = span_of(copy.source, copy.width, copy.height, copy.depth);
  const Side destination = find_side(context, copy.destination, destination_span, "destination");
  const Side source = find_side(context, copy.source, source_span, "source");
  check_kind(context, copy, destination, source);
  {
    const GuardPause pause(context.guard);
    if (copy.height == 1 && copy.depth == 1)
      std::memmove(destination.host, source.host, copy.width);
    else
      for_each_row(
          copy, destination.host, source.host,
          [&copy](std::byte* to, const std::byte* from) { std::memmove(to, from, copy.width); });
  }
  notify(context, copy, destination, source);

  const model::CopyKind direction = direction_of(copy, destination, source);
  const bool pinned = !destination.pageable && !source.pageable;
  const bool waits = blocking && direction != model::CopyKind::device_to_device;
  const double end =
      context.timeline.copy(stream.device, stream.id, direction, copy.bytes(), pinned, waits);
  if (waits) {
    context.synchronized();
  } else if (context.request.checkers && pinned && end > context.timeline.now()) {
    const std::string name =
        fmt::format("{} of {} bytes", this_thread().site.function, copy.bytes());
    guard_pinned(context, source, copy.source, source_span, HostGuard::Access::read_only, end,
                 name);
    guard_pinned(context, destination, copy.destination, destination_span, HostGuard::Access::none,
                 end, name);
  }
  return cudaSuccess;
}

}  // namespace simt::runtime
