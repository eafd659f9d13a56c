// Copies between host and devices: how they are done.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "simt/memory/place.h"
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
  if (!source.on_device || !destination.on_device)
    return tell(destination, copy.destination,
                [&](memory::AddressSpace& memory, memory::Address a) {
                  memory.notify_wrote(a, copy.width);
                });
  for_each_row(copy, static_cast<std::byte*>(copy.destination.pointer),
               static_cast<const std::byte*>(copy.source.pointer),
               [&](std::byte* to, const std::byte* from) {
                 execution.device(destination.device)
                     .note_copy(execution.device(source.device),
                                reinterpret_cast<memory::Address>(from),
                                reinterpret_cast<memory::Address>(to), copy.width);
               });
}

// Without the bytes that pad the rows of an allocation.
memory::ByteRanges rows_of(const AllocationRecord& record, const memory::ByteRanges& bytes) {
  memory::ByteRanges rows;
  for (auto [begin, end] : bytes.pieces())
    while (begin < end) {
      const memory::Address row = begin - (begin - record.begin) % record.pitch;
      rows.add(begin, std::min(end, row + record.row_bytes));
      begin = row + record.pitch;
    }
  return rows;
}

}  // namespace

// What the host takes for results, and nobody has written.
void Execution::look_for_unwritten(const Side& source, memory::ByteRanges bytes) {
  if (is_work_missing_) return;
  const memory::Allocation& allocation = *source.allocation;
  const AllocationRecord* record = context.allocations.beginning_at(allocation.begin);
  uint64_t copied = 0;
  for (const auto& [begin, end] : bytes.pieces()) copied += end - begin;
  if (record != nullptr && record->pitch != 0) bytes = rows_of(*record, bytes);
  const auto unwritten = device(source.device).unwritten(bytes);
  if (!unwritten) return;
  events::Finding finding;
  finding.kind = events::FindingKind::uninitialised_global;
  finding.space = "global";
  finding.address = unwritten->first;
  finding.has_address = true;
  finding.allocation = describe(allocation);
  const uint64_t offset = unwritten->first - allocation.begin;
  finding.what = fmt::format(
      "no copy, memset or kernel has written {} of the {} bytes that are copied to the host, from "
      "byte "
      "{} of {} on{}",
      unwritten->bytes, copied, offset, allocation.name,
      unwritten->element == 1 ? ""
                              : fmt::format(", element {} of {} bytes each",
                                            offset / unwritten->element, unwritten->element));
  reporter.locate(finding, launch_site());
  reporter.report(finding);
}

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
  if (request.checkers && source.on_device && !destination.on_device)
    look_for_unwritten(source, bytes_of(copy.source, copy.width, copy.height, copy.depth));

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
  note_work(stream, "the copy of " + memory::count_bytes(copy.bytes()), host_waits,
            std::move(uses));
  if (host_waits) synchronized();
  return cudaSuccess;
}

}  // namespace simt::session
