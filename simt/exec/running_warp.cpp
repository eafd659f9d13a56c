// How the lanes of a warp diverge, meet, wait and call. How they execute a _sync instruction together is in converge.cpp.
#include "simt/exec/running_warp.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>

#include "simt/exec/running.h"

namespace simt::exec {
namespace {

constexpr uint32_t most_frames_bytes = 64 << 20;  // of registers of one warp: recursion ends there

template <class T>
void fill_lanes(T* slot, T value, uint32_t lanes) {
  for (int l = 0; l < warp_size; ++l)
    if (lanes >> l & 1) slot[l] = value;
}

}  // namespace

void LaneMemory::grow(size_t bytes) {
  if (bytes <= size_) return;
  const size_t size = std::max(bytes, size_ + size_ / 2);
  std::unique_ptr<std::byte, Free> grown(
      static_cast<std::byte*>(::operator new (size, std::align_val_t{64})));
  if (size_) std::memcpy(grown.get(), data_.get(), size_);
  std::memset(grown.get() + size_, 0, size - size_);
  data_ = std::move(grown);
  size_ = size;
}

RunningBlock& RunningWarp::running_block() { return static_cast<RunningBlock&>(*block); }

void RunningWarp::start(const DecodedFunction& kernel, uint32_t lanes) {
  meetings.resize(1);
  meetings[0] = {};
  meetings[0].expected = lanes;
  meetings[0].used = true;
  splits.clear();
  alive = lanes;
  carry = diverged = 0;
  progress = Progress(running_block().turn_length());
  joint = yielded = changed = looked = has_left_meetings = false;
  Frame frame;
  frame.function = &kernel;
  frame.local_top = kernel.local_bytes;
  frame.off_stack = kernel.off_stack_bytes;
  Split split;
  split.op = kernel.ops.data();
  split.mask = lanes;
  split.frame = frame;
  splits.push_back(split);
  current = no_split;
}

void RunningWarp::use_frame(const Frame& frame) {
  const DecodedFunction& function = *frame.function;
  file32.grow(frame.r32 + function.bytes32);
  file64.grow(frame.r64 + function.bytes64);
  if (predicate_file.size() < frame.predicates + function.predicates)
    predicate_file.resize(frame.predicates + function.predicates);
  local_memory.grow(size_t{frame.local_top} * warp_size + 64);
  r32 = file32.data() + frame.r32;
  r64 = file64.data() + frame.r64;
  predicates = predicate_file.data() + frame.predicates;
  local = reinterpret_cast<uint32_t*>(local_memory.data());
  local_frame = frame.local;
  local_bytes = frame.local_top;
}

void RunningWarp::prepare_frame(const Frame& frame, uint32_t lanes) {
  use_frame(frame);
  const DecodedFunction& function = *frame.function;
  for (const auto& constant : function.constants32)
    fill_lanes(reg<uint32_t>(constant.slot), constant.value, lanes);
  for (const auto& constant : function.constants64)
    fill_lanes(reg<uint64_t>(constant.slot), constant.value, lanes);
  predicates[function.predicates - 2] &= ~lanes;  // the predicate that is always false
}

bool RunningWarp::run() {
  begin_turn();
  while (pick_ready()) {
    if (progress.is_endless(running_worker(*this))) {
      stop_endless(split().op);
      return false;
    }
    for (const Op* op = split().op; op;) op = op->run(*this, op);
    if (running_worker(*this).stopped()) return false;
    if (yielded) {
      yielded = false;
      return true;
    }
  }
  return false;
}

bool RunningWarp::can_run() {
  for (const Split& split : splits)
    if (split.state == Split::State::ready) return true;
  return go_on();
}

bool RunningWarp::pick_ready() {
  for (;;) {
    const uint32_t count = splits.size();
    const uint32_t first = current < count ? current + 1 : 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t candidate = (first + i) % count;
      if (splits[candidate].state != Split::State::ready) continue;
      current = candidate;
      load_split();
      return true;
    }
    if (!go_on() || running_worker(*this).stopped()) return false;
  }
}

void RunningWarp::load_split() {
  active = split().mask;
  use_frame(split().frame);
}

void RunningWarp::save_split(const Op* op) {
  split().op = op;
  split().mask = active;
}

void RunningWarp::add_split(Split split) { splits.push_back(split); }

void RunningWarp::remove_current() {
  splits[current] = splits.back();
  splits.pop_back();
  current = no_split;
}

void RunningWarp::begin_turn() {
  progress.begin_turn();
  changed = looked = false;
  if (running_worker(*this).lanes_leave_meetings()) leave_meetings();
}

void RunningWarp::stop_endless(const Op* op) {
  Fault fault;
  fault.kind = events::FindingKind::endless_loop;
  fault.lanes = active;
  running_worker(*this).stop(*this, op, fault);
}

uint64_t RunningWarp::hash_registers() const {
  constexpr uint64_t factor = 0x9e3779b97f4a7c15;
  uint64_t hash = 1;
  const auto add = [&](const std::byte* bytes, size_t count) {
    for (size_t at = 0; at + 8 <= count; at += 8) {
      uint64_t word;
      std::memcpy(&word, bytes + at, 8);
      hash = (hash ^ word) * factor;
    }
  };
  const Frame& frame = splits[current].frame;
  add(r32, frame.function->bytes32);
  add(r64, frame.function->bytes64);
  return hash;
}

void RunningWarp::end_slice() {
  std::atomic<uint64_t>& slices = running_worker(*this).slices;
  slices.store(slices.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  progress.end_slice(changed, looked ? std::optional(hash_registers()) : std::nullopt);
  looked = changed = false;
}

const Op* RunningWarp::spend(const Op* op) {
  end_slice();
  return progress.next_slice(running_block().turn_length()) ? op : give_way(op);
}

const Op* RunningWarp::sleep(const Op* op) {
  end_slice();
  progress.cut_slice();
  return give_way(op);
}

const Op* RunningWarp::give_way(const Op* op) {
  save_split(op);
  yielded = true;
  return nullptr;
}

const Op* RunningWarp::park(Split::State state, const Op* op) {
  save_split(op);
  split().state = state;
  return nullptr;
}

uint32_t RunningWarp::new_meeting() {
  for (uint32_t m = 0; m < meetings.size(); ++m)
    if (!meetings[m].used) {
      meetings[m] = {};
      meetings[m].used = true;
      return m;
    }
  meetings.push_back({});
  meetings.back().used = true;
  return meetings.size() - 1;
}

const Op* RunningWarp::diverge(uint32_t taken, const Op* target, const Op* other, const Op* meet) {
  const uint32_t rest = active & ~taken;
  if (meet && meetings[split().meeting].at != meet) {
    const uint32_t m = new_meeting();
    meetings[m].at = meet;
    meetings[m].expected = active;
    meetings[m].parent = split().meeting;
    meetings[m].frame = split().frame;
    split().meeting = m;
  }
  if (target == meet && meet) {
    meetings[split().meeting].arrived |= taken;
    active = rest;
    return other;
  }
  if (other == meet && meet) {
    meetings[split().meeting].arrived |= rest;
    active = taken;
    return target;
  }
  Split part = split();
  part.op = target;
  part.mask = taken;
  add_split(part);
  active = rest;
  return other;
}

bool RunningWarp::arrive() {
  Meeting& meeting = meetings[split().meeting];
  meeting.arrived |= active;
  if (meeting.arrived != meeting.expected) {
    remove_current();
    return false;
  }
  active = meeting.expected;
  meeting.used = false;
  split().meeting = meeting.parent;
  return true;
}

void RunningWarp::finish_call(const Meeting& meeting, uint32_t lanes) {
  const uint32_t bytes = std::min(meeting.callee->result_bytes, meeting.call->result_bytes);
  const uint32_t* source =
      local + (meeting.frame.local_top + meeting.callee->result_offset) / 4 * warp_size;
  uint32_t* target = local + (meeting.frame.local + meeting.call->result_offset) / 4 * warp_size;
  for (uint32_t word = 0; word < (bytes + 3) / 4; ++word)
    for_active(lanes, [&](int l) { target[word * warp_size + l] = source[word * warp_size + l]; });
}

const Op* RunningWarp::return_from_call() {
  Meeting& meeting = meetings[split().meeting];
  meeting.arrived |= active;
  if (meeting.arrived != meeting.expected) {
    remove_current();
    return nullptr;
  }
  finish_call(meeting, meeting.expected);
  active = meeting.expected;
  split().frame = meeting.frame;
  split().meeting = meeting.parent;
  meeting.used = false;
  use_frame(split().frame);
  return meeting.return_to;
}

void RunningWarp::close(uint32_t index) {
  Meeting& meeting = meetings[index];
  if (meeting.expected != 0 && meeting.arrived != meeting.expected) return;
  meeting.used = false;
  if (meeting.expected == 0) return;
  if (!meeting.at) finish_call(meeting, meeting.expected);
  Split split;
  split.op = meeting.at ? meeting.at : meeting.return_to;
  split.mask = meeting.expected;
  split.meeting = meeting.parent;
  split.frame = meeting.frame;
  add_split(split);
}

void RunningWarp::leave(uint32_t leaving) {
  if (const uint32_t s = waiting_for(leaving); s != no_split) return stop_incomplete(s);
  alive &= ~leaving;
  for (uint32_t m = split().meeting; m != Meeting::none;) {
    const uint32_t parent = meetings[m].parent;
    meetings[m].expected &= ~leaving;
    meetings[m].arrived &= ~leaving;
    if (parent != Meeting::none) close(m);
    m = parent;
  }
  active &= ~leaving;
  if (active == 0) remove_current();
  running_block().lanes_left(__builtin_popcount(leaving));
}

const Op* RunningWarp::enter(const DecodedFunction& callee, const Op* call_op, const CallSite& site,
                             const Op* return_to) {
  const Frame& caller = split().frame;
  Frame frame;
  frame.function = &callee;
  frame.r32 = caller.r32 + caller.function->bytes32;
  frame.r64 = caller.r64 + caller.function->bytes64;
  frame.predicates = caller.predicates + caller.function->predicates;
  frame.local = caller.local_top;
  frame.local_top = frame.local + callee.local_bytes;
  frame.off_stack = caller.off_stack + callee.off_stack_bytes;
  RunningWorker& running = running_worker(*this);
  if (frame.local_top > running.stack_end(frame.off_stack) ||
      frame.r32 + frame.r64 > most_frames_bytes) {
    Fault fault;
    fault.kind = events::FindingKind::stack_overflow;
    fault.lanes = active;
    running.stop(*this, call_op, fault);
    return nullptr;
  }
  const uint32_t caller_local = caller.local;
  const uint32_t m = new_meeting();
  Meeting& meeting = meetings[m];
  meeting.expected = active;
  meeting.parent = split().meeting;
  meeting.return_to = return_to;
  meeting.call = &site;
  meeting.callee = &callee;
  meeting.frame = split().frame;
  split().meeting = m;
  split().frame = frame;
  prepare_frame(frame, active);
  const size_t count = std::min(site.argument_offsets.size(), callee.parameter_offsets.size());
  for (size_t i = 0; i < count; ++i) {
    const uint32_t* source = local + (caller_local + site.argument_offsets[i]) / 4 * warp_size;
    uint32_t* target = local + (frame.local + callee.parameter_offsets[i]) / 4 * warp_size;
    const uint32_t bytes = std::min(site.argument_bytes[i], callee.parameter_bytes[i]);
    for (uint32_t word = 0; word < (bytes + 3) / 4; ++word)
      for_active(active,
                 [&](int l) { target[word * warp_size + l] = source[word * warp_size + l]; });
  }
  return callee.ops.data();
}

void RunningWarp::release(uint32_t barrier) {
  for (Split& split : splits)
    if (split.state == Split::State::at_barrier && split.barrier == barrier)
      split.state = Split::State::ready;
}

}  // namespace simt::exec
