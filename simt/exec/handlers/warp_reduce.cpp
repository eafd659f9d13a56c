// redux: one value of all lanes that a membermask names (PTX ISA 9.0, section 9.7.13.7).
#include <cstdint>

#include "simt/exec/converge.h"
#include "simt/exec/handlers/warp.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

template <auto f, auto identity>
const Op* reduce(Warp& warp, const Op* op) {
  using T = decltype(identity);
  const uint32_t* masks = warp.reg<uint32_t>(op->e);
  if (!converge(warp, op, named_lanes(warp, masks))) return nullptr;
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  alignas(64) uint32_t result[warp_size] = {};
  for_groups(warp, masks, [&](uint32_t group, uint32_t members) {
    T sum = identity;
    for (int l = 0; l < warp_size; ++l)
      sum = f(sum, (members >> l & 1) ? static_cast<T>(a[l]) : identity);
    write_group(result, group, static_cast<uint32_t>(sum));
  });
  write_lanes(warp, warp.reg<uint32_t>(op->d), [&](int l) { return result[l]; });
  return next(warp, op);
}

constexpr auto add = [](uint32_t a, uint32_t b) { return a + b; };
constexpr auto both = [](uint32_t a, uint32_t b) { return a & b; };
constexpr auto either = [](uint32_t a, uint32_t b) { return a | b; };
constexpr auto differ = [](uint32_t a, uint32_t b) { return a ^ b; };
constexpr auto least = [](auto a, auto b) { return a < b ? a : b; };
constexpr auto greatest = [](auto a, auto b) { return a < b ? b : a; };

Handler handler_of(const ptx::Instruction& instruction) {
  const bool is_signed = ptx::is_signed(instruction.type());
  if (instruction.has(Modifier::add)) return reduce<add, uint32_t{0}>;
  if (instruction.has(Modifier::and_)) return reduce<both, UINT32_MAX>;
  if (instruction.has(Modifier::or_)) return reduce<either, uint32_t{0}>;
  if (instruction.has(Modifier::xor_)) return reduce<differ, uint32_t{0}>;
  if (instruction.has(Modifier::min))
    return is_signed ? reduce<least, INT32_MAX> : reduce<least, UINT32_MAX>;
  return is_signed ? reduce<greatest, INT32_MIN> : reduce<greatest, uint32_t{0}>;
}

}  // namespace

bool emit_redux(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (instruction.opcode != Opcode::redux) return false;
  const Type type = instruction.type();
  if (ptx::is_float(type)) emitter.unsupported("of type .f32");
  const uint32_t d = value_slot(emitter, 0, type);
  const uint32_t a = value_slot(emitter, 1, type);
  const uint32_t masks = value_slot(emitter, 2, Type::b32);
  Op& op = emitter.emit(handler_of(instruction));
  op.d = d;
  op.a = a;
  op.e = masks;
  emitter.meets_elsewhere({.d = Holds::bits32, .a = Holds::bits32});
  return true;
}

}  // namespace simt::exec::SIMT_ISA
