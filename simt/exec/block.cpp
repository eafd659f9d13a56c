// How the warps of a block take turns, and its barriers.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/exec/running.h"

namespace simt::exec {
namespace {

constexpr uint32_t most_passes = 250;
constexpr uint32_t shared_padding = 128;  // readable bytes behind shared memory
// What each byte of shared memory holds when a block begins. It depends on nothing that ran before,
// and makes no value that could pass for a right sum, count or index.
constexpr int unwritten = 0xc7;

}  // namespace

RunningBlock::RunningBlock(RunningWorker& worker, uint32_t turn_length)
    : image_(*worker.image), worker_(worker), turn_length_(turn_length), barriers_(16) {
  threads = worker.block[0] * worker.block[1] * worker.block[2];
  shared_bytes = image_.all_shared_bytes(worker.dynamic_shared);
  shared_.grow(shared_bytes + shared_padding);
  shared = shared_.data();
  const uint32_t count = (threads + warp_size - 1) / warp_size;
  const DecodedFunction& kernel = *image_.functions[0];
  Frame frame;
  frame.function = &kernel;
  frame.local_top = kernel.local_bytes;
  for (uint32_t w = 0; w < count; ++w) {
    warps_.push_back(std::make_unique<RunningWarp>());
    RunningWarp& warp = *warps_.back();
    warp.id = w;
    warp.block = this;
    warp.worker = &worker;
    const uint32_t lanes = std::min<uint32_t>(threads - w * warp_size, warp_size);
    warp.initial_lanes = lanes == warp_size ? full_mask : (1u << lanes) - 1;
    warp.prepare_frame(frame, full_mask);
  }
  for (Barrier& barrier : barriers_) barrier.lanes.resize(count);
  fill_thread_indexes();
}

void RunningBlock::fill_thread_indexes() {
  thread_indexes_.resize(warps_.size() * 3 * warp_size);
  for (uint32_t t = 0; t < warps_.size() * warp_size; ++t) {
    uint32_t* of_warp = &thread_indexes_[t / warp_size * 3 * warp_size + t % warp_size];
    of_warp[0] = t % worker_.block[0];
    of_warp[warp_size] = t / worker_.block[0] % worker_.block[1];
    of_warp[2 * warp_size] = t / (worker_.block[0] * worker_.block[1]);
  }
}

void RunningBlock::start(uint64_t linear_index, const uint32_t (&where)[3]) {
  linear = linear_index;
  std::copy(std::begin(where), std::end(where), std::begin(index));
  alive_ = threads;
  std::memset(shared, unwritten, shared_bytes);
  // The system clears what it reserves.
  if (image_.asks_for_reserved)
    std::memset(shared + image_.reserved_offset(worker_.dynamic_shared), 0, reserved_shared_bytes);
  for (auto& warp : warps_) warp->start(*image_.functions[0], warp->initial_lanes);
  for (Barrier& barrier : barriers_) {
    std::fill(barrier.lanes.begin(), barrier.lanes.end(), 0);
    barrier.threads = barrier.threads_true = barrier.threads_voting = 0;
    barrier.arrivals_only = false;
  }
}

// Between barriers a warp has mostly neither waited nor worked: what the block's warps do together
// counts. Who polls, and tells the others by a barrier, waits.
RunningBlock::Turn RunningBlock::take_turn() {
  bool looked = false, works = false;
  stands_ = true;
  for (auto& warp : warps_) warp->progress.begin_block_turn();
  for (uint32_t passes = 1;; ++passes) {
    bool ran = false, spun = false, all_ended = true;
    for (auto& warp : warps_) {
      if (warp->finished()) continue;
      all_ended = false;
      if (!warp->can_run()) continue;
      ran = true;
      const bool gave_way = warp->run();
      spun |= gave_way;
      works |= warp->progress.has_worked() || (!gave_way && warp->changed);
      looked |= gave_way ? warp->progress.has_waited() : warp->looked;
      stands_ &= !gave_way || warp->progress.stands();
      if (worker_.stopped()) return Turn::finished;
    }
    if (all_ended) return Turn::finished;
    if (!ran) {
      report_deadlock();
      return Turn::finished;
    }
    // Warps that meet at barriers again and again may wait for another block, too.
    if (!spun && passes < most_passes) continue;
    if (works || !looked) return Turn::works;
    for (auto& warp : warps_) warp->progress.take_back_block_turn();
    return Turn::waits;
  }
}

void RunningBlock::stop_waiting() {
  for (auto& warp : warps_) {
    if (const uint32_t s = warp->waiting_for(full_mask); s != RunningWarp::no_split)
      return warp->stop_incomplete(s);
    for (uint32_t s = 0; s < warp->splits.size(); ++s) {
      if (warp->splits[s].state != Split::State::ready) continue;
      warp->current = s;
      Fault fault;
      fault.kind = events::FindingKind::endless_loop;
      fault.lanes = warp->splits[s].mask;
      fault.note = "a loop waits for something that no thread does any more";
      return worker_.stop(*warp, warp->splits[s].op, fault);
    }
  }
}

bool RunningBlock::is_complete(const Barrier& barrier) const {
  if (barrier.expected == 0) {
    if (!barrier.arrivals_only && barrier.threads < alive_) return false;
    for (size_t w = 0; w < warps_.size(); ++w)
      if (warps_[w]->alive & ~barrier.lanes[w]) return false;
    return barrier.threads > 0;
  }
  // An explicit count is of threads in whole warps: lanes that exited count with their warp.
  uint32_t count = 0;
  for (size_t w = 0; w < warps_.size(); ++w)
    if (barrier.lanes[w])
      count +=
          (warps_[w]->alive & ~barrier.lanes[w]) ? __builtin_popcount(barrier.lanes[w]) : warp_size;
  return count >= barrier.expected;
}

void RunningBlock::open(uint32_t id) {
  Barrier& barrier = barriers_[id];
  if (worker_.observer) worker_.observer->barrier_opened(id, barrier.lanes.data());
  std::fill(barrier.lanes.begin(), barrier.lanes.end(), 0);
  barrier.result_true = barrier.threads_true;
  barrier.result_voting = barrier.threads_voting;
  barrier.threads = barrier.threads_true = barrier.threads_voting = 0;
  barrier.arrivals_only = false;
  for (auto& warp : warps_) warp->release(id);
}

bool RunningBlock::arrive(RunningWarp& warp, const Op* op, uint32_t id, uint32_t expected,
                          bool waits) {
  if (const uint32_t s = warp.waiting_for(warp.active);
      waits && expected == 0 && s != RunningWarp::no_split) {
    warp.stop_incomplete(s);
    return false;
  }
  Barrier& barrier = barriers_[id];
  if (worker_.observer) worker_.observer->barrier_arrived(warp, op->pc, id, warp.active, expected);
  barrier.expected = expected;
  barrier.lanes[warp.id] |= warp.active;
  barrier.threads += __builtin_popcount(warp.active);
  barrier.arrivals_only |= !waits;
  if (is_complete(barrier)) {
    open(id);
    return true;
  }
  if (!waits) return true;
  warp.split().barrier = id;
  warp.park(Split::State::at_barrier, op + 1);
  return false;
}

void RunningBlock::lanes_left(uint32_t count) {
  alive_ -= count;
  for (uint32_t id = 0; id < barriers_.size(); ++id)
    if (barriers_[id].threads > 0 && is_complete(barriers_[id])) open(id);
}

void RunningBlock::report_deadlock() {
  for (auto& warp : warps_) {
    if (const uint32_t s = warp->waiting_for(full_mask); s != RunningWarp::no_split)
      return warp->stop_incomplete(s);
    for (uint32_t s = 0; s < warp->splits.size(); ++s) {
      const Split& split = warp->splits[s];
      if (split.state != Split::State::at_barrier) return warp->stop_incomplete(s);
      warp->current = s;
      warp->active = split.mask;
      Fault fault;
      fault.kind = events::FindingKind::deadlock;
      fault.lanes = split.mask;
      fault.note = "waits at barrier " + std::to_string(split.barrier) +
                   ", which other threads of the block will never reach";
      // After a barrier a split goes on with the next Op.
      return worker_.stop(*warp, split.op - 1, fault);
    }
  }
}

}  // namespace simt::exec
