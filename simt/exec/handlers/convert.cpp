// Decodes cvt and cvt.pack (PTX ISA 9.0, 9.7.9) into the steps of convert_steps.h.
//
// A source register may be wider than its type: the bits above are ignored. A destination register
// may be wider too: the result is extended to it, by its sign where the type is signed.
#include "simt/exec/handlers/convert_steps.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Operand;
using ptx::Type;

bool is_half(Type type) { return type == Type::f16 || type == Type::bf16; }
bool is_wide_float(Type type) { return type == Type::f32 || type == Type::f64; }
bool is_integer(Type type) { return type >= Type::u8 && type <= Type::s64; }

Narrow narrow_of(Type type) {
  if (type == Type::tf32) return Narrow::tf32;
  return type == Type::f16 || type == Type::f16x2 ? Narrow::f16 : Narrow::bf16;
}

// Bits of the register that an operand is; of its type where it is none.
uint32_t register_bits(Emitter& emitter, const Operand& operand, Type type) {
  const Type held =
      operand.kind == Operand::Kind::reg ? emitter.function().registers[operand.index].type : type;
  return 8 * ptx::size_of(held);
}

// How one value of type `from` becomes one of type `to`.
class Plan {
 public:
  explicit Plan(Emitter& emitter) : emitter_(emitter), instruction_(emitter.instruction()) {}

  void convert(Type from, bool wide_source, Type to, uint32_t bits) {
    const Rounding rounding = integer_rounding();
    if (is_integer(from) && wide_source && from != Type::u64 && from != Type::s64 &&
        !is_integer(to)) {
      add(extend_step(integer_of(from), true, integer_of(from), 32));
    } else if (!is_integer(from) && wide_source && from != Type::f64) {
      add(extend_step({32, false}, true, {32, false}, 32));
    }
    if (is_half(from)) {
      add(widen_step(from == Type::bf16));
      from = Type::f32;
    }
    if (is_integer(from)) {
      if (is_integer(to))
        between_integers(integer_of(from), wide_source, integer_of(to), bits);
      else
        from_integer(integer_of(from), to);
    } else if (is_integer(to)) {
      to_integer(from, integer_of(to), bits, rounding);
    } else {
      between_floats(from, to, rounding);
    }
  }

  void add(const Step& step) { steps_[count_++] = step; }

  // Emits the steps; the last one writes slot `d`.
  void emit(uint32_t a, uint32_t d) {
    for (uint32_t i = 0; i < count_; ++i) {
      const Step& step = steps_[i];
      const uint32_t result = i + 1 == count_ ? d
                              : step.wide     ? emitter_.scratch64()
                                              : emitter_.scratch32();
      Op& op = emitter_.emit(step.run);
      op.a = a;
      op.d = a = result;
      op.e = step.e;
      op.f = step.f;
      op.imm = step.imm;
    }
  }

 private:
  bool has(Modifier modifier) const { return instruction_.has(modifier); }
  bool to_integral() const {
    return has(Modifier::rni) || has(Modifier::rzi) || has(Modifier::rmi) || has(Modifier::rpi);
  }
  Rounding integer_rounding() const {
    return has(Modifier::rzi)   ? Rounding::towards_zero
           : has(Modifier::rmi) ? Rounding::down
           : has(Modifier::rpi) ? Rounding::up
                                : Rounding::nearest;
  }

  void between_integers(Integer from, bool wide_source, Integer to, uint32_t bits) {
    add(has(Modifier::sat) ? saturate_step(from, wide_source, to, bits)
                           : extend_step(from, wide_source, to, bits));
  }

  void from_integer(Integer from, Type to) {
    if (is_wide_float(to)) {
      add(to_float_step(from, to == Type::f64, rounding_of(instruction_)));
      if (has(Modifier::sat)) add(clamp_step(to == Type::f64));
    } else {
      add(to_f64_odd_step(from));
      narrow(Type::f64, to);
    }
  }

  void to_integer(Type from, Integer to, uint32_t bits, Rounding rounding) {
    const bool wide = from == Type::f64;
    if (rounding != Rounding::towards_zero)
      add(integral_step(wide, rounding, has(Modifier::ftz) && !wide));
    add(to_integer_step(wide, to));
    // The step leaves 32 bits.
    if (to.bits < 64 && (bits == 64 || (bits < 32 && to.is_signed)))
      add(extend_step({32, to.is_signed}, false, {bits, to.is_signed}, bits));
  }

  void between_floats(Type from, Type to, Rounding rounding) {
    const bool ftz = has(Modifier::ftz), wide = from == Type::f64;
    if (to_integral())
      add(integral_step(wide, rounding, ftz && !wide));
    else if (ftz && from == Type::f32)
      add(flush_step());
    if (!is_wide_float(to)) return narrow(from, to);
    if (from != to) add(wide ? f64_to_f32_step(rounding_of(instruction_)) : f32_to_f64_step());
    if (wide && to == Type::f32 && ftz) add(flush_step());
    if (has(Modifier::sat)) add(clamp_step(to == Type::f64));
    if (count_ == 0) add(copy_step(wide));
  }

  // From f32 or f64 to f16, bf16 or tf32.
  void narrow(Type from, Type to) {
    bool wide = from == Type::f64;
    if (has(Modifier::sat)) add(clamp_step(wide));
    const Narrow format = narrow_of(to);
    const Rounding rounding = rounding_of(instruction_);
    const bool in_f64 = rounding == Rounding::nearest_away
                            ? format != Narrow::tf32
                            : rounding != Rounding::nearest || format == Narrow::tf32;
    if (in_f64 && !wide) {
      add(f32_to_f64_step());
      wide = true;
    }
    add(narrow_step(format, wide, rounding));
    if (has(Modifier::satfinite)) add(finite_step(format));
    if (has(Modifier::relu)) add(rectify_step(format));
  }

  Emitter& emitter_;
  const Instruction& instruction_;
  Step steps_[10];  // more than any conversion takes
  uint32_t count_ = 0;
};

// d = a << 16 | b.
constexpr auto join_halves = [](uint32_t a, uint32_t b) { return a << 16 | b; };

template <class Format>
constexpr auto narrow_two =
    [](float a, float b) { return Format::narrow(a) << 16 | Format::narrow(b); };

// cvt.f16x2.f32 d, a, b: a becomes the upper half.
bool emit_two_halves(Emitter& emitter, Type to) {
  const Instruction& instruction = emitter.instruction();
  const Narrow format = narrow_of(to);
  const uint32_t a = value_slot(emitter, 1, Type::f32), b = value_slot(emitter, 2, Type::f32);
  const uint32_t d = value_slot(emitter, 0, Type::b32);
  if (rounding_of(instruction) == Rounding::nearest) {
    Op& op = emitter.emit(format == Narrow::f16 ? lanes<narrow_two<F16>, uint32_t, float, float>
                                                : lanes<narrow_two<Bf16>, uint32_t, float, float>);
    op.d = d;
    op.a = a;
    op.b = b;
  } else {
    const uint32_t halves[2] = {emitter.scratch32(), emitter.scratch32()};
    for (const int h : {0, 1}) {
      Plan plan(emitter);
      plan.add(f32_to_f64_step());
      plan.add(narrow_step(format, true, rounding_of(instruction)));
      plan.emit(h == 0 ? a : b, halves[h]);
    }
    Op& op = emitter.emit(lanes<join_halves, uint32_t, uint32_t, uint32_t>);
    op.d = d;
    op.a = halves[0];
    op.b = halves[1];
  }
  Plan plan(emitter);
  if (instruction.has(Modifier::satfinite)) plan.add(finite_step(format));
  if (instruction.has(Modifier::relu)) plan.add(rectify_step(format));
  plan.emit(d, d);
  return true;
}

// cvt.pack.sat: a and b, clamped, side by side; below them c, where the results have less than 16
// bits. Op::f: bits of a result; Op::e: whether it is signed.
const Op* pack(Warp& warp, const Op* op) {
  const int32_t* a = warp.reg<int32_t>(op->a);
  const int32_t* b = warp.reg<int32_t>(op->b);
  const uint32_t* c = warp.reg<uint32_t>(op->c);
  const uint32_t bits = op->f, kept = (1u << bits) - 1;
  const int32_t least = op->e ? -(1 << (bits - 1)) : 0;
  const int32_t most = static_cast<int32_t>((1u << (bits - op->e)) - 1);
  const auto clamp = [=](int32_t x) {
    return static_cast<uint32_t>(x < least ? least : x > most ? most : x) & kept;
  };
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int l) {
    const uint32_t two = clamp(a[l]) << bits | clamp(b[l]);
    return bits == 16 ? two : two | c[l] << (2 * bits);
  });
  return next(warp, op);
}

bool emit_pack(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const Type source = instruction.types.back() == Type::b32 && instruction.types.size() > 1
                          ? instruction.types[instruction.types.size() - 2]
                          : instruction.types.back();
  if (source != Type::s32) emitter.unsupported("of sources other than .s32");
  const bool nibble = instruction.has(Modifier::u4) || instruction.has(Modifier::s4);
  const bool pair = instruction.has(Modifier::u2) || instruction.has(Modifier::s2);
  const bool is_signed = nibble || pair
                             ? instruction.has(Modifier::s4) || instruction.has(Modifier::s2)
                             : ptx::is_signed(instruction.type());
  const uint32_t bits = nibble ? 4 : pair ? 2 : 8 * ptx::size_of(instruction.type());
  if (bits > 16) emitter.unsupported("to this type");
  const uint32_t d = value_slot(emitter, 0, Type::b32);
  const uint32_t a = value_slot(emitter, 1, Type::s32), b = value_slot(emitter, 2, Type::s32);
  const uint32_t c =
      instruction.operands.size() > 3 ? value_slot(emitter, 3, Type::b32) : emitter.constant32(0);
  Op& op = emitter.emit(pack);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  op.e = is_signed;
  op.f = bits;
  return true;
}

}  // namespace

bool emit_convert(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  if (instruction.opcode != ptx::Opcode::cvt) return false;
  if (instruction.has(Modifier::pack)) return emit_pack(emitter);
  if (instruction.has(Modifier::rs)) emitter.unsupported("with stochastic rounding");
  if (instruction.types.size() != 2) emitter.unsupported("to or from these types");
  const Type to = instruction.types[0], from = instruction.types[1];
  if ((to == Type::f16x2 || to == Type::bf16x2) && from == Type::f32 &&
      instruction.operands.size() == 3)
    return emit_two_halves(emitter, to);
  const bool known = (is_integer(from) || is_half(from) || is_wide_float(from)) &&
                     (is_integer(to) || is_half(to) || is_wide_float(to) || to == Type::tf32);
  if (!known || instruction.operands.size() != 2) emitter.unsupported("to or from these types");

  const Operand& target = instruction.operands[0];
  const Operand& source = instruction.operands[1];
  if (register_bits(emitter, source, from) < 8 * ptx::size_of(from) ||
      register_bits(emitter, target, to) < 8 * ptx::size_of(to))
    emitter.unsupported("with a register that is narrower than its type");
  const bool wide_source = register_bits(emitter, source, from) == 64;
  const uint32_t a = wide_source ? emitter.reg64(source, from) : emitter.reg32(source, from);
  const uint32_t bits = register_bits(emitter, target, to);
  const uint32_t d = bits == 64 ? emitter.reg64(target, to) : emitter.reg32(target, to);

  Plan plan(emitter);
  plan.convert(from, wide_source, to, bits);
  if (!is_integer(to) && bits == 64 && to != Type::f64)
    plan.add(extend_step({32, false}, false, {32, false}, 64));
  plan.emit(a, d);
  return true;
}

}  // namespace simt::exec::SIMT_ISA
