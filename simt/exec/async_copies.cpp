#include "simt/exec/async_copies.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/exec/banks.h"

namespace simt::exec {

using events::MemoryEvent;
using ptx::Space;

namespace {

// The request was counted with the source.
void count_banks_of(Warp& warp, const Op* op, const LaneAccess& destination) {
  uint32_t offsets[warp_size];
  for (int l = 0; l < warp_size; ++l) offsets[l] = static_cast<uint32_t>(destination.addresses[l]);
  const BankCount banks = count_banks(offsets, destination.shared, code_of(op).bytes(), false);
  events::SiteCounts& counts = warp.worker->sites[op->site].counts;
  counts.wavefronts += banks.wavefronts;
  counts.wavefronts_ideal += banks.ideal;
  counts.bank_conflicts += banks.conflicts;
}

}  // namespace

AsyncCopies& AsyncCopies::of(Worker& worker) {
  if (!worker.async_copies) worker.async_copies = std::make_shared<AsyncCopies>();
  return *worker.async_copies;
}

AsyncCopies::Queue& AsyncCopies::queue(const Warp& warp) {
  Queue& queue = queues_[&warp];
  if (queue.block != warp.block->linear) {
    // The warp runs another block now; what it had not waited for went with the old one.
    queue = {};
    queue.block = warp.block->linear;
  }
  return queue;
}

bool AsyncCopies::issue(Warp& warp, const Op* op, const uint32_t* read_bytes) {
  Queue& queue = this->queue(warp);
  uint32_t reading = 0;
  for_active(warp.active, [&](int l) { reading |= static_cast<uint32_t>(read_bytes[l] > 0) << l; });
  LaneAccess source, destination;
  if (!access_lanes(warp, op, source,
                    {.lanes = reading, .bytes = read_bytes, .count = true, .report = false}) ||
      !access_lanes(warp, op + 1, destination,
                    {.count = false, .report = false, .shared_only = true})) {
    warp.resume = op;
    return false;
  }
  if (warp.worker->counting) count_banks_of(warp, op, destination);
  Copy& copy = queue.copies.emplace_back();
  copy.lanes = destination.shared;
  copy.bytes = code_of(op).bytes();
  std::copy_n(destination.addresses, warp_size, copy.addresses.begin());
  copy.event = event_of(warp, op + 1, Space::shared, copy.lanes);
  copy.event.addresses = copy.addresses.data();
  for_active(copy.lanes, [&](int l) {
    copy.group[l] = queue.committed[l];
    copy.destination[l] = destination.host[l];
    copy.data[l] = {};
    if (source.lanes >> l & 1)
      std::memcpy(copy.data[l].data(), source.host[l], std::min(read_bytes[l], copy.bytes));
  });
  if (warp.worker->observer) report_issue(warp, op, source, copy.event);
  return true;
}

// One event an allocation that is read; lanes that read nothing go with the first.
void AsyncCopies::report_issue(const Warp& warp, const Op* op, const LaneAccess& source,
                               const MemoryEvent& destination) {
  uint32_t left = source.global, written = destination.lanes;
  do {
    MemoryEvent read = event_of(warp, op, Space::global, 0), write = destination;
    read.addresses = source.addresses;
    if (left) read.lanes = lanes_beside(*warp.worker->memory, source, left, &read.delta);
    left &= ~read.lanes;
    write.lanes = written & ~left;
    written &= left;
    warp.worker->observer->async_copy_issued(warp, read, write);
  } while (left);
}

void AsyncCopies::commit(const Warp& warp) {
  Queue& queue = this->queue(warp);
  for_active(warp.active, [&](int l) { ++queue.committed[l]; });
}

void AsyncCopies::wait(const Warp& warp, uint32_t groups) {
  Queue& queue = this->queue(warp);
  for (Copy& copy : queue.copies) {
    uint32_t done = 0;
    for_active(copy.lanes & warp.active, [&](int l) {
      const uint64_t still = uint64_t{copy.group[l]} + groups;
      done |= static_cast<uint32_t>(still < queue.committed[l]) << l;
    });
    arrive(warp, copy, done);
  }
  queue.copies.remove_if([](const Copy& copy) { return copy.lanes == 0; });
}

void AsyncCopies::wait_all(const Warp& warp) {
  Queue& queue = this->queue(warp);
  for (Copy& copy : queue.copies) arrive(warp, copy, copy.lanes & warp.active);
  queue.copies.remove_if([](const Copy& copy) { return copy.lanes == 0; });
}

void AsyncCopies::arrive(const Warp& warp, Copy& copy, uint32_t lanes) {
  if (!lanes) return;
  if (warp.worker->observer) {
    copy.event.lanes = lanes;
    warp.worker->observer->async_copy_arrived(warp, copy.event);
  }
  for_active(lanes,
             [&](int l) { std::memcpy(copy.destination[l], copy.data[l].data(), copy.bytes); });
  copy.lanes &= ~lanes;
}

}  // namespace simt::exec
