// What the lanes of a warp decide together: vote, match, activemask, elect (PTX ISA 9.0, section
// 9.7.13). Lanes that run together may name different groups of lanes, as tiles of a warp do: each
// group has a result of its own.
#include "simt/exec/handlers/warp.h"

#include "simt/exec/converge.h"
#include "simt/exec/handlers/handler_set.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

// Op::e is the slot of the membermasks; Op::imm tells whether there are any (.sync).
const uint32_t* masks_of(Warp& warp, const Op* op) {
  return op->imm ? warp.reg<uint32_t>(op->e) : nullptr;
}

bool wait_for_members(Warp& warp, const Op* op) {
  const uint32_t* masks = masks_of(warp, op);
  return !masks || converge(warp, op, named_lanes(warp, masks));
}

// holds(votes, members), the same for the whole group.
template <auto holds>
const Op* vote(Warp& warp, const Op* op) {
  if (!wait_for_members(warp, op)) return nullptr;
  const uint32_t votes = warp.predicate(op->a);
  uint32_t result = 0;
  for_groups(warp, masks_of(warp, op), [&](uint32_t group, uint32_t members) {
    if (holds(votes & members, members)) result |= group;
  });
  warp.set_predicate(op->d, result);
  return next(warp, op);
}

constexpr auto all = [](uint32_t votes, uint32_t members) { return votes == members; };
constexpr auto any = [](uint32_t votes, uint32_t) { return votes != 0; };
constexpr auto uniform = [](uint32_t votes, uint32_t members) {
  return votes == 0 || votes == members;
};

const Op* ballot(Warp& warp, const Op* op) {
  if (!wait_for_members(warp, op)) return nullptr;
  const uint32_t votes = warp.predicate(op->a);
  uint32_t* d = warp.reg<uint32_t>(op->d);
  for_groups(warp, masks_of(warp, op),
             [=](uint32_t group, uint32_t members) { write_group(d, group, votes & members); });
  return next(warp, op);
}

bool emit_vote(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const bool sync = instruction.has(Modifier::sync);
  const bool counts = instruction.has(Modifier::ballot);
  if (sync && instruction.operands.size() != 3) emitter.unsupported("without a membermask");
  const Handler run = counts                           ? ballot
                      : instruction.has(Modifier::all) ? vote<all>
                      : instruction.has(Modifier::any) ? vote<any>
                                                       : vote<uniform>;
  const Operand& destination = instruction.operands[0];
  const uint32_t d =
      counts ? emitter.reg32(destination, Type::b32) : emitter.predicate(destination);
  const uint32_t a = emitter.predicate(instruction.operands[1]);
  const uint32_t masks = sync ? value_slot(emitter, 2, Type::b32) : 0;
  Op& op = emitter.emit(run);
  op.d = d;
  op.a = a;
  op.e = masks;
  op.imm = sync;
  if (sync)
    emitter.meets_elsewhere(
        {.d = counts ? Holds::bits32 : Holds::predicate, .a = Holds::predicate});
  return true;
}

// d = the members that hold the same value.
template <class T>
const Op* match_any(Warp& warp, const Op* op) {
  if (!wait_for_members(warp, op)) return nullptr;
  const T* a = warp.reg<T>(op->a);
  uint32_t* d = warp.reg<uint32_t>(op->d);
  alignas(64) uint32_t result[warp_size] = {};
  for_groups(warp, masks_of(warp, op), [&](uint32_t group, uint32_t members) {
    for (uint32_t left = group; left != 0;) {
      const T value = a[__builtin_ctz(left)];
      const uint32_t same = mask_where([=](int l) { return a[l] == value; });
      write_group(result, left & same, members & same);
      left &= ~same;
    }
  });
  write_lanes(warp, d, [&](int l) { return result[l]; });
  return next(warp, op);
}

// d = all members, p (op->f) = true where they hold the same value; else 0 and false.
template <class T>
const Op* match_all(Warp& warp, const Op* op) {
  if (!wait_for_members(warp, op)) return nullptr;
  const T* a = warp.reg<T>(op->a);
  uint32_t* d = warp.reg<uint32_t>(op->d);
  alignas(64) uint32_t result[warp_size] = {};
  uint32_t equal = 0;
  for_groups(warp, masks_of(warp, op), [&](uint32_t group, uint32_t members) {
    if (members == 0) return;
    const T value = a[__builtin_ctz(members)];
    const uint32_t same = mask_where([=](int l) { return a[l] == value; });
    if ((same & members) != members) return;
    equal |= group;
    write_group(result, group, members);
  });
  write_lanes(warp, d, [&](int l) { return result[l]; });
  warp.set_predicate(op->f, equal);
  return next(warp, op);
}

bool emit_match(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  const bool wide = ptx::size_of(type) == 8;
  const Operand& destination = instruction.operands[0];
  const bool pair = destination.kind == Operand::Kind::pair;
  const uint32_t d = emitter.reg32(pair ? destination.elements[0] : destination, Type::b32);
  const uint32_t p = emitter.predicate(pair ? destination.elements[1] : Operand{});
  const uint32_t a = value_slot(emitter, 1, type);
  const uint32_t masks = value_slot(emitter, 2, Type::b32);
  const Handler run = instruction.has(Modifier::all)
                          ? (wide ? match_all<uint64_t> : match_all<uint32_t>)
                          : (wide ? match_any<uint64_t> : match_any<uint32_t>);
  Op& op = emitter.emit(run);
  op.d = d;
  op.a = a;
  op.e = masks;
  op.f = p;
  op.imm = 1;
  emitter.meets_elsewhere(
      {.d = Holds::bits32, .f = Holds::predicate, .a = wide ? Holds::bits64 : Holds::bits32});
  return true;
}

const Op* active_mask(Warp& warp, const Op* op) {
  const uint32_t active = warp.active;
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int) { return active; });
  return next(warp, op);
}

// d = the lowest member, p (op->f) = true in that lane.
const Op* elect(Warp& warp, const Op* op) {
  if (!wait_for_members(warp, op)) return nullptr;
  uint32_t* d = warp.reg<uint32_t>(op->d);
  uint32_t leaders = 0;
  for_groups(warp, masks_of(warp, op), [&](uint32_t group, uint32_t members) {
    leaders |= group & (members & -members);
    write_group(d, group, members ? __builtin_ctz(members) : 0);
  });
  warp.set_predicate(op->f, leaders);
  return next(warp, op);
}

bool emit_elect(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  if (instruction.operands.size() != 2) return false;
  const Operand& destination = instruction.operands[0];
  if (destination.kind != Operand::Kind::pair) emitter.unsupported("without a predicate");
  const uint32_t d = emitter.reg32(destination.elements[0], Type::b32);
  const uint32_t p = emitter.predicate(destination.elements[1]);
  const uint32_t masks = value_slot(emitter, 1, Type::b32);
  Op& op = emitter.emit(elect);
  op.d = d;
  op.e = masks;
  op.f = p;
  op.imm = 1;
  emitter.meets_elsewhere({.d = Holds::bits32, .f = Holds::predicate});
  return true;
}

}  // namespace

bool emit_warp(Emitter& emitter) {
  switch (emitter.instruction().opcode) {
    case Opcode::vote:
      return emit_vote(emitter);
    case Opcode::match:
      return emit_match(emitter);
    case Opcode::elect:
      return emit_elect(emitter);
    case Opcode::activemask:
      return emit_lanes(emitter, active_mask, Type::b32);
    default:
      return emit_shuffle(emitter) || emit_redux(emitter);
  }
}

}  // namespace simt::exec::SIMT_ISA
