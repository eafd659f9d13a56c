#include "simt/exec/handlers/address.h"

#include <cstdint>

#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/memory/layout.h"

namespace simt::exec::SIMT_ISA {
namespace {

using memory::Address;
using ptx::Modifier;
using ptx::Space;
using ptx::Type;

// d = a + imm, of 8 bytes
const Op* move_address(Warp& warp, const Op* op) {
  const uint64_t* a = warp.reg<uint64_t>(op->a);
  const uint64_t distance = op->imm;
  write_lanes(warp, warp.reg<uint64_t>(op->d), [=](int l) { return a[l] + distance; });
  return next(warp, op);
}

const Op* move_address32(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int l) { return a[l]; });
  return next(warp, op);
}

// d = imm, of 4 or 8 bytes
template <class T>
const Op* set_value(Warp& warp, const Op* op) {
  const T value = static_cast<T>(op->imm);
  write_lanes(warp, warp.reg<T>(op->d), [=](int) { return value; });
  return next(warp, op);
}

// predicate d = address a lies in the window that begins at imm and is as long as slot b says
const Op* is_in_window(Warp& warp, const Op* op) {
  const uint64_t* a = warp.reg<uint64_t>(op->a);
  const uint64_t* size = warp.reg<uint64_t>(op->b);
  const uint64_t begin = op->imm;
  warp.set_predicate(op->d, lanes_where([=](int l) { return a[l] - begin < size[l]; }));
  return next(warp, op);
}

// predicate d = address a lies in none of the windows
const Op* is_in_global(Warp& warp, const Op* op) {
  const uint64_t* a = warp.reg<uint64_t>(op->a);
  warp.set_predicate(op->d, lanes_where([=](int l) {
                       return a[l] - memory::shared_window >= memory::shared_window_size &&
                              a[l] - memory::local_window >= memory::local_window_size &&
                              a[l] - memory::param_window >= memory::param_window_size;
                     }));
  return next(warp, op);
}

// predicate d = address a lies in a __constant__ variable
const Op* is_in_constant(Warp& warp, const Op* op) {
  const uint64_t* a = warp.reg<uint64_t>(op->a);
  uint32_t inside = 0;
  for_active(warp.active, [&](int l) {
    const memory::Allocation* found = warp.worker->memory->find(a[l]);
    inside |= static_cast<uint32_t>(found && found->kind == memory::Kind::constant) << l;
  });
  warp.set_predicate(op->d, inside);
  return op + 1;
}

struct Window {
  Address begin;
  uint64_t size;
};

// Where a space lies in generic addresses; empty for global and constant memory, whose addresses
// are generic ones.
Window window_of(Space space) {
  switch (space) {
    case Space::shared:
      return {memory::shared_window, memory::shared_window_size};
    case Space::local:
      return {memory::local_window, memory::local_window_size};
    case Space::param:
      return {memory::param_window, memory::param_window_size};
    default:
      return {0, 0};
  }
}

void emit_cvta(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (instruction.type() == Type::u32) {
    const uint32_t d = emitter.reg32(instruction.operands[0], Type::u32);
    const uint32_t a = emitter.reg32(instruction.operands[1], Type::u32);
    Op& op = emitter.emit(move_address32);
    op.d = d;
    op.a = a;
    return;
  }
  const Address begin = window_of(instruction.space()).begin;
  const uint32_t d = emitter.reg64(instruction.operands[0], Type::u64);
  const uint32_t a = emitter.reg64(instruction.operands[1], Type::u64);
  Op& op = emitter.emit(move_address);
  op.d = d;
  op.a = a;
  op.imm = instruction.has(Modifier::to) ? 0 - begin : begin;
}

void emit_isspacep(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Space space = instruction.space();
  const Window window = window_of(space);
  const uint32_t d = emitter.predicate(instruction.operands[0]);
  const uint32_t a = emitter.reg64(instruction.operands[1], Type::u64);
  const uint32_t size = window.size ? emitter.constant64(window.size) : 0;
  Op& op = emitter.emit(window.size                ? is_in_window
                        : space == Space::constant ? is_in_constant
                                                   : is_in_global);
  op.d = d;
  op.a = a;
  op.b = size;
  op.imm = window.begin;
}

}  // namespace

bool emit_address_operation(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  switch (instruction.opcode) {
    case ptx::Opcode::cvta:
      emit_cvta(emitter);
      return true;
    case ptx::Opcode::isspacep:
      emit_isspacep(emitter);
      return true;
    case ptx::Opcode::prefetch:
    case ptx::Opcode::prefetchu:
    case ptx::Opcode::applypriority:
    case ptx::Opcode::discard:
      return true;
    case ptx::Opcode::createpolicy: {
      const uint32_t d = emitter.reg64(instruction.operands[0], Type::b64);
      emitter.emit(set_value<uint64_t>).d = d;
      return true;
    }
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
