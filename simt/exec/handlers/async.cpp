// cp.async and mbarrier.
#include <bit>
#include <cstdint>
#include <cstring>

#include "simt/exec/async_copies.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/mbarrier.h"
#include "simt/exec/memory_operands.h"

namespace simt::exec::SIMT_ISA {
namespace {

using events::MemoryEvent;
using ptx::Modifier;
using ptx::Operand;
using ptx::Space;
using ptx::Type;

// Two Ops: that of the source, then that of the destination. b: slot of how many bytes are read;
// d: predicate of the lanes that read nothing, or no_predicate
constexpr uint32_t no_predicate = 0x7fffffff;

const Op* copy_async(Warp& warp, const Op* op) {
  const uint32_t* read_bytes = warp.reg<uint32_t>(op->b);
  const uint32_t ignored = op->d == no_predicate ? 0 : warp.predicate(op->d);
  const uint32_t most = code_of(op).bytes();
  uint32_t bytes[warp_size];
  for (int l = 0; l < warp_size; ++l)
    bytes[l] = ignored >> l & 1 ? 0 : read_bytes[l] < most ? read_bytes[l] : most;
  warp.changed = true;
  return AsyncCopies::of(*warp.worker).issue(warp, op, bytes) ? op + 2 : nullptr;
}

const Op* never_runs(Warp&, const Op* op) { return op + 1; }

const Op* commit_group(Warp& warp, const Op* op) {
  if (!warp.worker->sites.empty()) AsyncCopies::of(*warp.worker).commit(warp);
  return op + 1;
}

// imm: how many groups may be under way
const Op* wait_group(Warp& warp, const Op* op) {
  if (!warp.worker->sites.empty())
    AsyncCopies::of(*warp.worker).wait(warp, static_cast<uint32_t>(op->imm));
  return op + 1;
}

const Op* wait_all(Warp& warp, const Op* op) {
  if (!warp.worker->sites.empty()) AsyncCopies::of(*warp.worker).wait_all(warp);
  return op + 1;
}

// f(barrier, lane) for each lane's barrier object in turn.
template <class F>
const Op* each_barrier(Warp& warp, const Op* op, F f) {
  LaneAccess access;
  if (!access_lanes(warp, op, access, {.shared_only = true})) return nullptr;
  for_active(access.lanes, [&](int lane) {
    uint64_t bits;
    std::memcpy(&bits, access.host[lane], 8);
    MBarrier barrier(bits);
    f(barrier, lane);
    warp.changed |= barrier.bits() != bits;
    bits = barrier.bits();
    std::memcpy(access.host[lane], &bits, 8);
  });
  warp.looked = true;
  access_done(warp);
  return op + 1;
}

// Slots of a barrier instruction: d result (no_result where there is none), b count.
constexpr uint32_t no_result = 0xffffffff;

const Op* initialise(Warp& warp, const Op* op) {
  const uint32_t* count = warp.reg<uint32_t>(op->b);
  return each_barrier(
      warp, op, [=](MBarrier& barrier, int lane) { barrier = MBarrier::with_count(count[lane]); });
}

const Op* invalidate(Warp& warp, const Op* op) {
  return each_barrier(warp, op, [](MBarrier& barrier, int) { barrier = MBarrier(0); });
}

enum class Arrival : uint8_t { plain, drop, expect_bytes, drop_expect_bytes };

template <Arrival arrival>
const Op* arrive(Warp& warp, const Op* op) {
  const uint32_t* count = warp.reg<uint32_t>(op->b);
  uint64_t* state = op->d == no_result ? nullptr : warp.reg<uint64_t>(op->d);
  return each_barrier(warp, op, [=](MBarrier& barrier, int lane) {
    constexpr bool expects =
        arrival == Arrival::expect_bytes || arrival == Arrival::drop_expect_bytes;
    if (state) state[lane] = barrier.bits();
    if (expects) barrier.expect_bytes(count[lane]);
    const uint32_t arrivals = expects ? 1 : count[lane];
    if (arrival == Arrival::drop || arrival == Arrival::drop_expect_bytes)
      barrier.drop(arrivals);
    else
      barrier.arrive(arrivals);
  });
}

const Op* expect_bytes(Warp& warp, const Op* op) {
  const uint32_t* count = warp.reg<uint32_t>(op->b);
  return each_barrier(warp, op,
                      [=](MBarrier& barrier, int lane) { barrier.expect_bytes(count[lane]); });
}

const Op* complete_bytes(Warp& warp, const Op* op) {
  const uint32_t* count = warp.reg<uint32_t>(op->b);
  return each_barrier(warp, op,
                      [=](MBarrier& barrier, int lane) { barrier.complete_bytes(count[lane]); });
}

// predicate d = the phase that slot b names (a state, or its parity) is over
template <bool parity>
const Op* test_wait(Warp& warp, const Op* op) {
  const uint32_t* wanted = parity ? warp.reg<uint32_t>(op->b) : nullptr;
  const uint64_t* state = parity ? nullptr : warp.reg<uint64_t>(op->b);
  uint32_t over = 0;
  const Op* after = each_barrier(warp, op, [&](MBarrier& barrier, int lane) {
    const bool phase = parity ? wanted[lane] & 1 : MBarrier(state[lane]).phase();
    over |= static_cast<uint32_t>(barrier.phase() != phase) << lane;
  });
  if (after) warp.set_predicate(op->d, over);
  if (over && warp.worker->counting) ++warp.worker->sites[op->site].counts.barriers_passed;
  return after;
}

// d = how many arrivals the state in slot a waits for
const Op* pending_count(Warp& warp, const Op* op) {
  const uint64_t* state = warp.reg<uint64_t>(op->a);
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int l) { return MBarrier(state[l]).pending(); });
  return next(warp, op);
}

// The thread's copies arrive, then (noinc) the thread does. Without noinc the barrier expects this
// arrival on top, so nothing changes.
template <bool noinc>
const Op* copies_arrive(Warp& warp, const Op* op) {
  AsyncCopies::of(*warp.worker).wait_all(warp);
  return each_barrier(warp, op, [](MBarrier& barrier, int) {
    if (noinc) barrier.arrive(1);
  });
}

// The Op of an access of `code` at `operand`, without values.
struct Access {
  DecodedAddress address;
  AccessCode code;
  uint32_t site = 0;

  Access(Emitter& emitter, const Operand& operand, Space space, uint32_t bytes,
         MemoryEvent::Access access) {
    address = emitter.address(operand, space);
    code.log_bytes = bytes > 8 ? 3 : std::countr_zero(bytes);
    code.elements = bytes > 8 ? bytes / 8 : 1;
    code.space = static_cast<uint32_t>(address.space);
    code.form = static_cast<uint32_t>(address.kind);
    code.access = static_cast<uint32_t>(access);
  }

  Op& emit(Emitter& emitter, Handler run) const {
    Op& op = emitter.emit(run);
    op.a = address.slot;
    op.imm = static_cast<uint64_t>(address.offset);
    op.f = std::bit_cast<uint32_t>(code);
    op.site = site;
    return op;
  }
};

void emit_copy(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const auto& operands = instruction.operands;
  if (operands.size() < 3) emitter.unsupported("with fewer than three operands");
  const uint64_t bytes = operands[2].bits;
  if (operands[2].kind != Operand::Kind::immediate || (bytes != 4 && bytes != 8 && bytes != 16))
    emitter.unsupported("of other than 4, 8 or 16 bytes");
  uint32_t read_bytes = 0, ignored = no_predicate;
  const bool hinted = instruction.has(Modifier::L2_cache_hint);
  const Operand* fourth = operands.size() > (hinted ? 4u : 3u) ? &operands[3] : nullptr;
  if (fourth && fourth->kind == Operand::Kind::reg &&
      emitter.function().registers[fourth->index].type == Type::pred) {
    ignored = emitter.predicate(*fourth);
    fourth = nullptr;
  }
  read_bytes =
      fourth ? emitter.reg32(*fourth, Type::u32) : emitter.constant32(static_cast<uint32_t>(bytes));
  const auto size = static_cast<uint32_t>(bytes);
  Access destination(emitter, operands[0], Space::shared, size, MemoryEvent::Access::store);
  Access source(emitter, operands[1], Space::global, size, MemoryEvent::Access::load);
  source.site = destination.site = emitter.site();
  Op& op = source.emit(emitter, copy_async);
  op.b = read_bytes;
  op.d = ignored;
  destination.emit(emitter, never_runs);
}

Access barrier_access(Emitter& emitter, const Operand& operand) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Space space = instruction.spaces.empty() ? Space::generic : Space::shared;
  Access access(emitter, operand, space, 8, MemoryEvent::Access::atomic);
  access.code.strong = access.code.acquire = access.code.release = true;
  access.site = emitter.site();
  return access;
}

bool emit_cp(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const auto has = [&](Modifier modifier) { return instruction.has(modifier); };
  if (!has(Modifier::async))
    emitter.unsupported("other than .async between global and shared memory");
  if (has(Modifier::mbarrier)) {
    barrier_access(emitter, instruction.operands[0])
        .emit(emitter, has(Modifier::noinc) ? copies_arrive<true> : copies_arrive<false>);
  } else if (has(Modifier::commit_group)) {
    emitter.emit(commit_group);
  } else if (has(Modifier::wait_all)) {
    emitter.emit(wait_all);
  } else if (has(Modifier::wait_group)) {
    emitter.emit(wait_group).imm = instruction.operands[0].bits;
  } else {
    emit_copy(emitter);
  }
  return true;
}

void emit_arrive(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const auto& operands = instruction.operands;
  const bool drop = instruction.has(Modifier::arrive_drop);
  const bool expects = instruction.has(Modifier::expect_tx);
  const uint32_t count =
      operands.size() > 2 ? emitter.reg32(operands[2], Type::u32) : emitter.constant32(1);
  const uint32_t state =
      operands[0].kind != Operand::Kind::sink ? emitter.reg64(operands[0], Type::b64) : no_result;
  Op& op = barrier_access(emitter, operands[1])
               .emit(emitter,
                     drop ? (expects ? arrive<Arrival::drop_expect_bytes> : arrive<Arrival::drop>)
                          : (expects ? arrive<Arrival::expect_bytes> : arrive<Arrival::plain>));
  op.d = state;
  op.b = count;
}

void emit_test(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const auto& operands = instruction.operands;
  const bool parity = instruction.has(Modifier::parity);
  const uint32_t d = emitter.predicate(operands[0]);
  const uint32_t b =
      parity ? emitter.reg32(operands[2], Type::u32) : emitter.reg64(operands[2], Type::b64);
  Op& op = barrier_access(emitter, operands[1])
               .emit(emitter, parity ? test_wait<true> : test_wait<false>);
  op.d = d;
  op.b = b;
}

bool emit_mbarrier(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const auto& operands = instruction.operands;
  const auto has = [&](Modifier modifier) { return instruction.has(modifier); };
  const auto with_count = [&](Handler run) {
    const uint32_t count = emitter.reg32(operands[1], Type::u32);
    barrier_access(emitter, operands[0]).emit(emitter, run).b = count;
  };
  if (has(Modifier::init)) {
    with_count(initialise);
  } else if (has(Modifier::inval)) {
    barrier_access(emitter, operands[0]).emit(emitter, invalidate);
  } else if (has(Modifier::arrive) || has(Modifier::arrive_drop)) {
    emit_arrive(emitter);
  } else if (has(Modifier::test_wait) || has(Modifier::try_wait)) {
    emit_test(emitter);
  } else if (has(Modifier::pending_count)) {
    const uint32_t d = emitter.reg32(operands[0], Type::u32);
    const uint32_t a = emitter.reg64(operands[1], Type::b64);
    Op& op = emitter.emit(pending_count);
    op.d = d;
    op.a = a;
  } else if (has(Modifier::expect_tx)) {
    with_count(expect_bytes);
  } else if (has(Modifier::complete_tx)) {
    with_count(complete_bytes);
  } else {
    emitter.unsupported("in this form");
  }
  return true;
}

}  // namespace

bool emit_async(Emitter& emitter) {
  switch (emitter.instruction().opcode) {
    case ptx::Opcode::cp:
      return emit_cp(emitter);
    case ptx::Opcode::mbarrier:
      return emit_mbarrier(emitter);
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
