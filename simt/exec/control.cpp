#include "simt/exec/control.h"

#include <algorithm>
#include <chrono>

#include "simt/exec/access_faults.h"
#include "simt/exec/converge.h"
#include "simt/exec/reach.h"
#include "simt/exec/running.h"
#include "simt/exec/vector_accesses.h"

namespace simt::exec::control {
namespace {

const Op* target_of(const Op* op) { return op + static_cast<int64_t>(op->imm); }
// This file is for all processors, some of which count bits with a function.
uint32_t count_lanes(uint32_t lanes) {
  return lanes == full_mask ? warp_size : __builtin_popcount(lanes);
}
int first_lane(uint32_t lanes) { return __builtin_ctz(lanes); }

// The running lanes diverge at a branch.
void note_divergence(Warp& w, const Op* op) {
  ++running_worker(w).branch_counts[op->e];
  if (!op->f) return;
  w.diverged |= w.active;
  for_active(w.active, [&](int l) { w.diverged_at[l] = op->e; });
}

const Op* diverge(Warp& w, const Op* op, uint32_t taken) {
  note_divergence(w, op);
  return running(w).diverge(taken, target_of(op), op + 1, meet_of(op));
}

const Op* use_value_of(uint32_t lanes, Warp& w, const Op* op) {
  const uint32_t used =
      lanes & w.active & w.predicates[op->e] & (w.predicates[op->a] | w.predicates[op->b]);
  if (!used) return op + 1;
  w.set_predicate(op->e, w.predicate(op->e) & ~used);
  if (!(w.predicates[op->e] & w.alive)) w.predicates[op->c] &= ~op->d;
  events::BlockObserver* const observer = w.worker->observer;
  if (!observer) return op + 1;
  const ptx::Function* function = running(w).split().frame.function->function;
  observer->value_used(w, function, static_cast<uint32_t>(op->imm), used);
  if (op->f != op->imm) observer->value_used(w, function, op->f, used);
  return op + 1;
}

}  // namespace

const Op* enter_block(Warp& w, const Op* op) {
  events::InstructionCounts& counts = running_worker(w).block_counts[op->imm];
  ++counts.warps;
  counts.threads += count_lanes(w.active);
  return next(w, op);
}

const Op* count_predicate(Warp& w, const Op* op) {
  uint64_t* const ways = &running_worker(w).way_counts[op->e];
  const uint32_t chosen = w.predicate(op->a);
  ways[0] += count_lanes(w.active & ~chosen);
  ways[1] += count_lanes(w.active & chosen);
  return next(w, op);
}

const Op* count_indexes(Warp& w, const Op* op) {
  uint64_t* const ways = &running_worker(w).way_counts[op->e];
  const uint32_t* index = w.reg<uint32_t>(op->a);
  for_active(w.active, [&](int l) { ++ways[std::min(index[l], op->b - 1)]; });
  return op + 1;
}

const Op* reconverge(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  while (warp.meetings[warp.split().meeting].at == op)
    if (!warp.arrive()) return nullptr;
  return next(w, op);
}

const Op* branch(Warp& w, const Op* op) { return next(w, op, static_cast<int64_t>(op->imm)); }

const Op* branch_back(Warp& w, const Op* op) {
  const Op* const to = target_of(op);
  if (running(w).progress.go_back(op - to)) return running(w).spend(to);
  return next(w, op, static_cast<int64_t>(op->imm));
}

const Op* branch_unless_aligned(Warp& w, const Op* op) {
  const auto apart = [&](const auto* addresses) {
    return w.active &
           lanes_where([=](int l) { return (addresses[l] + op->c) % vector_bytes != 0; });
  };
  const bool stays = (op->b ? apart(w.reg<uint64_t>(op->a)) : apart(w.reg<uint32_t>(op->a))) == 0;
  return next(w, op, stays ? 1 : static_cast<int>(op->imm));
}

const Op* branch_if(Warp& w, const Op* op) {
  const uint32_t taken = w.active & w.predicate(op->a);
  if (taken == 0) return next(w, op);
  if (taken == w.active) return next(w, op, static_cast<int64_t>(op->imm));
  return diverge(w, op, taken);
}

const Op* branch_if_back(Warp& w, const Op* op) {
  const uint32_t taken = w.active & w.predicate(op->a);
  if (taken == 0) return next(w, op);
  const Op* to = taken == w.active ? target_of(op) : diverge(w, op, taken);
  if (running(w).progress.go_back(op - target_of(op))) return running(w).spend(to);
  return to;
}

const Op* branch_indexed(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  const uint32_t* index = w.reg<uint32_t>(op->a);
  bool noted = false;
  int64_t back = -1;  // the operations that the farthest goes back, if one does
  for (;;) {
    const uint32_t chosen = std::min(index[first_lane(w.active)], op->b - 1);
    uint32_t taken = 0;
    for_active(w.active, [&](int l) {
      if (std::min(index[l], op->b - 1) == chosen) taken |= 1u << l;
    });
    const Op* target = target_of(op + 1 + chosen);
    if (target <= op) back = std::max<int64_t>(back, op - target);
    if (taken == w.active)
      return back >= 0 && warp.progress.go_back(back) ? warp.spend(target) : target;
    if (!noted) note_divergence(w, op);
    noted = true;
    warp.diverge(taken, target, op, meet_of(op));
  }
}

const Op* jump_table_entry(Warp&, const Op*) { return nullptr; }

const Op* exit_all(Warp& w, const Op*) {
  running(w).leave(w.active);
  return nullptr;
}

const Op* exit_if(Warp& w, const Op* op) {
  const uint32_t leaving = w.active & w.predicate(op->a);
  if (leaving) running(w).leave(leaving);
  return w.active ? op + 1 : nullptr;
}

const Op* return_all(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  if (warp.meetings[warp.split().meeting].parent == Meeting::none) return exit_all(w, op);
  return warp.return_from_call();
}

const Op* return_if(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  const uint32_t leaving = w.active & w.predicate(op->a);
  if (leaving == 0) return op + 1;
  if (leaving == w.active) return return_all(w, op);
  Meeting& meeting = warp.meetings[warp.split().meeting];
  if (meeting.parent == Meeting::none) return exit_if(w, op);
  meeting.arrived |= leaving;
  w.active &= ~leaving;
  return op + 1;
}

const Op* begin_guard(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  const uint32_t lanes = w.active & w.predicate(op->a);
  if (op->e != no_meet) running_worker(w).guard_counts[op->e] += count_lanes(lanes);
  if (lanes == 0) return next(w, op, static_cast<int64_t>(op->imm));
  warp.guard_saved = w.active;
  w.active = lanes;
  return next(w, op);
}

const Op* end_guard(Warp& w, const Op* op) {
  w.active = running(w).guard_saved;
  return next(w, op);
}

const Op* call(Warp& w, const Op* op) {
  const Image& image = *running_worker(w).image;
  const CallSite& site = image.calls[op->imm];
  return running(w).enter(*image.functions[image.by_index[site.callee]], op, site, op + 1);
}

// Each distinct target is a call of its own; behind it, the lanes meet at the Op that follows.
const Op* call_indirect(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  const Image& image = *running_worker(w).image;
  const uint64_t* address = w.reg<uint64_t>(op->a);
  const uint64_t target = address[first_lane(w.active)];
  uint32_t lanes = 0;
  for_active(w.active, [&](int l) { lanes |= (address[l] == target ? 1u : 0u) << l; });
  const uint64_t index = (target - memory::function_window) / 16;
  if (target < memory::function_window || target % 16 != 0 || index >= image.by_index.size() ||
      image.by_index[index] == Image::not_decoded || image.by_index[index] == Image::of_kernel) {
    Fault fault;
    fault.kind = classify(*w.worker->memory, target);
    fault.is_call = true;
    fault.lanes = lanes;
    fault.note = fault.kind == events::FindingKind::null_pointer
                     ? "the call leads to a null pointer"
                 : fault.kind == events::FindingKind::host_pointer
                     ? "the call leads to a function of the host, or to its data"
                     : "the call leads to an address that is not a function of the device";
    running_worker(w).stop(w, op, fault);
    return nullptr;
  }
  if (lanes != w.active) warp.diverge(w.active & ~lanes, op, op, op + 1);  // they come here again
  return warp.enter(*image.functions[image.by_index[index]], op, image.calls[op->imm], op + 1);
}

const Op* call_intrinsic(Warp& w, const Op* op) {
  const CallSite& site = running_worker(w).image->calls[op->imm];
  IntrinsicCall call(w, op, site.argument_offsets.data(), site.result_offset);
  w.changed = true;
  return site.intrinsic(call) ? op + 1 : nullptr;
}

const Op* barrier_sync(Warp& w, const Op* op) {
  const int lane = first_lane(w.active);
  const uint32_t expected = op->b == no_slot ? 0 : w.reg<uint32_t>(op->b)[lane];
  const uint32_t id = w.reg<uint32_t>(op->a)[lane] % 16;
  return running(w).running_block().arrive(running(w), op, id, expected, true) ? op + 1 : nullptr;
}

const Op* barrier_arrive(Warp& w, const Op* op) {
  const int lane = first_lane(w.active);
  const uint32_t expected = op->b == no_slot ? 0 : w.reg<uint32_t>(op->b)[lane];
  const uint32_t id = w.reg<uint32_t>(op->a)[lane] % 16;
  running(w).running_block().arrive(running(w), op, id, expected, false);
  return op + 1;
}

const Op* barrier_reduce(Warp& w, const Op* op) {
  const uint32_t id = w.reg<uint32_t>(op->a)[first_lane(w.active)] % 16;
  Barrier& barrier = running(w).running_block().barrier(id);
  barrier.threads_voting += __builtin_popcount(w.active);
  barrier.threads_true += __builtin_popcount(w.active & w.predicate(op->c));
  return barrier_sync(w, op);
}

const Op* barrier_result(Warp& w, const Op* op) {
  const uint32_t id = w.reg<uint32_t>(op->a)[first_lane(w.active)] % 16;
  const Barrier& barrier = running(w).running_block().barrier(id);
  switch (static_cast<BarrierReduction>(op->imm)) {
    case BarrierReduction::popc:
      write_lanes(w, w.reg<uint32_t>(op->d), [&](int) { return barrier.result_true; });
      break;
    case BarrierReduction::and_:
      w.set_predicate(op->d, barrier.result_true == barrier.result_voting ? full_mask : 0);
      break;
    case BarrierReduction::or_:
      w.set_predicate(op->d, barrier.result_true > 0 ? full_mask : 0);
      break;
  }
  return next(w, op);
}

const Op* warp_sync(Warp& w, const Op* op) {
  const uint32_t* mask = w.reg<uint32_t>(op->e);
  uint32_t needed = 0;
  for_active(w.active, [&](int l) { needed |= mask[l]; });
  if (!converge(w, op, needed)) return nullptr;
  if (w.worker->observer) {
    // Lanes may name different groups: each is ordered for itself.
    for (uint32_t left = w.active; left;) {
      const uint32_t group = mask[first_lane(left)] & w.active;
      w.worker->observer->warp_synced(w, op->pc, group | (left & -left));
      left &= ~(group | (left & -left));
    }
  }
  return op + 1;
}

const Op* fence(Warp& w, const Op* op) {
  w.looked = true;
  if (w.worker->observer) w.worker->observer->fence(w, op->pc, w.active, op->imm != 0);
  return op + 1;
}

const Op* begin_following(Warp& w, const Op* op) {
  w.predicates[op->d] = 0;
  return next(w, op);
}

const Op* follow_values(Warp& w, const Op* op) {
  uint32_t due = static_cast<uint32_t>(op->imm) & (w.predicates[op->a] | op->b);
  for (; due; due &= due - 1) {
    const Op* const load = op + 1 + (static_cast<uint32_t>(first_lane(due)) - op->c);
    const Op* step = load + load->imm;
    for (const Op* const behind = step + load->e; step != behind;) step = step->run(w, step);
  }
  return next(w, op, static_cast<int>(1 + op->e));
}

const Op* forget_values(Warp& w, const Op* op) {
  for (uint32_t i = 0; i < op->e; ++i) w.set_predicate(op->d + i, 0);
  return op + 1;
}

const Op* load_value(Warp& w, const Op* op) {
  for (uint32_t i = 0; i < op->b; ++i) w.set_predicate(op->d + i, full_mask);
  w.set_predicate(op->e, full_mask);
  w.predicates[op->c] |= static_cast<uint32_t>(op->imm);
  return next(w, op);
}

const Op* pass_value(Warp& w, const Op* op) {
  const uint32_t* masks = w.predicates;
  w.set_predicate(op->d, masks[op->a] | masks[op->b] | masks[op->c] | masks[op->e]);
  return op + 1;
}

const Op* select_value(Warp& w, const Op* op) {
  const uint32_t chosen = w.predicate(op->c);
  w.set_predicate(
      op->d, (w.predicate(op->a) & chosen) | (w.predicate(op->b) & ~chosen) | w.predicate(op->e));
  return op + 1;
}

// The second does not matter where the first is false, nor the first where the second is for certain.
const Op* combine_values(Warp& w, const Op* op) {
  const uint32_t a = w.predicate(op->a), b = w.predicate(op->b);
  w.set_predicate(op->d,
                  (a & (w.predicate(op->e) | w.predicate(op->f))) | (b & (w.predicate(op->c) | a)));
  return op + 1;
}

const Op* use_value(Warp& w, const Op* op) { return use_value_of(full_mask, w, op); }
const Op* use_read_value(Warp& w, const Op* op) { return use_value_of(w.read_lanes, w, op); }

const Op* sleep(Warp& w, const Op* op) {
  w.looked = true;
  return running(w).sleep(op + 1);
}

const Op* look(Warp& w, const Op* op) {
  w.looked = true;
  return next(w, op);
}

const Op* trap(Warp& w, const Op* op) {
  Fault fault;
  fault.kind = events::FindingKind::trap;
  fault.lanes = w.active;
  running_worker(w).stop(w, op, fault);
  return nullptr;
}

const Op* no_operation(Warp& w, const Op* op) { return next(w, op); }

namespace {

uint64_t nanoseconds() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

// A special register that tells the time or the lane; 0 where there is none.
uint64_t clock_or_lane_of(Warp& w, ptx::SpecialRegister special, int lane) {
  using S = ptx::SpecialRegister;
  switch (special) {
    case S::clock:
    case S::clock64:
      w.looked = true;
      return nanoseconds() * 2;
    case S::clock_hi:
      return nanoseconds() * 2 >> 32;
    case S::globaltimer:
    case S::globaltimer_lo:
      w.looked = true;
      return nanoseconds();
    case S::globaltimer_hi:
      return nanoseconds() >> 32;
    case S::laneid:
      return lane;
    case S::lanemask_eq:
      return 1u << lane;
    case S::lanemask_lt:
      return (1u << lane) - 1;
    case S::lanemask_le:
      return (2u << lane) - 1;
    case S::lanemask_gt:
      return ~((2u << lane) - 1);
    case S::lanemask_ge:
      return ~((1u << lane) - 1);
    default:
      return 0;
  }
}

// A special register of one lane; thread indexes are not asked here.
uint64_t special_of(Warp& w, ptx::SpecialRegister special, int lane) {
  using S = ptx::SpecialRegister;
  const RunningWorker& worker = running_worker(w);
  const Block& block = *w.block;
  switch (special) {
    case S::ntid_x:
      return worker.block[0];
    case S::ntid_y:
      return worker.block[1];
    case S::ntid_z:
      return worker.block[2];
    case S::ctaid_x:
    case S::clusterid_x:
      return block.index[0];
    case S::ctaid_y:
    case S::clusterid_y:
      return block.index[1];
    case S::ctaid_z:
    case S::clusterid_z:
      return block.index[2];
    case S::nctaid_x:
    case S::nclusterid_x:
      return worker.grid[0];
    case S::nctaid_y:
    case S::nclusterid_y:
      return worker.grid[1];
    case S::nctaid_z:
    case S::nclusterid_z:
      return worker.grid[2];
    case S::cluster_nctaid_x:
    case S::cluster_nctaid_y:
    case S::cluster_nctaid_z:
    case S::cluster_nctarank:
      return 1;
    case S::warpid:
      return w.id;
    case S::nwarpid:
      return (block.threads + warp_size - 1) / warp_size;
    case S::smid:
      return block.linear % worker.multiprocessors;
    case S::nsmid:
      return worker.multiprocessors;
    case S::gridid:
      return worker.grid_id;
    case S::dynamic_smem_size:
      return worker.dynamic_shared;
    case S::total_smem_size:
    case S::aggr_smem_size:
      return worker.image->shared_bytes(worker.dynamic_shared);
    case S::reserved_smem_offset_begin:
    case S::reserved_smem_offset_0:
      return worker.image->reserved_offset(worker.dynamic_shared);
    case S::reserved_smem_offset_1:
      return worker.image->reserved_offset(worker.dynamic_shared) + reserved_shared_bytes / 2;
    case S::reserved_smem_offset_end:
      return worker.image->reserved_offset(worker.dynamic_shared) + reserved_shared_bytes;
    case S::reserved_smem_offset_cap:
      return reserved_shared_bytes;
    case S::envreg1:
      return worker.workspace_high;
    case S::envreg2:
      return worker.workspace_low;
    default:
      return clock_or_lane_of(w, special, lane);
  }
}

bool differs_by_lane(ptx::SpecialRegister special) {
  using S = ptx::SpecialRegister;
  return special == S::laneid || special == S::lanemask_eq || special == S::lanemask_lt ||
         special == S::lanemask_le || special == S::lanemask_gt || special == S::lanemask_ge;
}

template <class T>
const Op* read_special(Warp& w, const Op* op) {
  using S = ptx::SpecialRegister;
  const auto special = static_cast<S>(op->imm);
  T* d = w.reg<T>(op->d);
  if (special == S::tid_x || special == S::tid_y || special == S::tid_z) {
    const int axis = static_cast<int>(special) - static_cast<int>(S::tid_x);
    const uint32_t* index = running(w).running_block().thread_index(w.id, axis);
    write_lanes(w, d, [=](int l) { return static_cast<T>(index[l]); });
    return next(w, op);
  }
  if (differs_by_lane(special)) {
    for_active(w.active, [&](int l) { d[l] = static_cast<T>(special_of(w, special, l)); });
  } else {
    const T value = static_cast<T>(special_of(w, special, first_lane(w.active)));
    write_lanes(w, d, [=](int) { return value; });
  }
  return next(w, op);
}

}  // namespace

const Op* read_special32(Warp& w, const Op* op) { return read_special<uint32_t>(w, op); }
const Op* read_special64(Warp& w, const Op* op) { return read_special<uint64_t>(w, op); }

const Op* frame_address32(Warp& w, const Op* op) {
  const uint32_t address = w.local_frame + op->imm;
  write_lanes(w, w.reg<uint32_t>(op->d), [=](int) { return address; });
  return next(w, op);
}

const Op* frame_address64(Warp& w, const Op* op) {
  const uint64_t address = w.local_frame + op->imm;
  write_lanes(w, w.reg<uint64_t>(op->d), [=](int) { return address; });
  return next(w, op);
}

namespace {

const Op* end_stack(Warp& w, const Op* op) {
  Fault fault;
  fault.kind = events::FindingKind::stack_overflow;
  fault.lanes = w.active;
  running_worker(w).stop(w, op, fault);
  return nullptr;
}

}  // namespace

const Op* allocate_local64(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  Frame& frame = warp.split().frame;
  const uint64_t* size = w.reg<uint64_t>(op->a);
  uint64_t most = 0;
  for_active(w.active, [&](int l) { most = std::max(most, size[l]); });
  const uint64_t limit = running_worker(w).stack_end(frame.off_stack);
  if (most > limit) return end_stack(w, op);
  const uint64_t begin = align_up(frame.local_top, op->imm);
  const uint64_t end = begin + align_up(most, 16);
  if (end > limit) return end_stack(w, op);
  frame.local_top = end;
  warp.use_frame(frame);
  for_active(w.active, [&](int l) { w.reg<uint64_t>(op->d)[l] = begin; });
  return op + 1;
}

const Op* save_stack64(Warp& w, const Op* op) {
  const uint64_t top = running(w).split().frame.local_top;
  write_lanes(w, w.reg<uint64_t>(op->d), [=](int) { return top; });
  return op + 1;
}

const Op* restore_stack64(Warp& w, const Op* op) {
  RunningWarp& warp = running(w);
  Frame& frame = warp.split().frame;
  const uint64_t top = w.reg<uint64_t>(op->a)[first_lane(w.active)];
  // Only what alloca took is given back.
  if (top < frame.local + frame.function->local_bytes || top > frame.local_top) {
    Fault fault;
    fault.kind = events::FindingKind::out_of_bounds;
    fault.lanes = w.active;
    fault.note = "stackrestore of a value that no stacksave of this call gave";
    running_worker(w).stop(w, op, fault);
    return nullptr;
  }
  frame.local_top = top;
  warp.use_frame(frame);
  return op + 1;
}

}  // namespace simt::exec::control
