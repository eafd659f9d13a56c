// Arithmetic with carry: add.cc, addc, sub.cc, subc, mad.cc, madc (PTX ISA 9.0, section 9.7.2).
// CC.CF is Warp::carry, a lane a bit; after subtraction it is the borrow.
#include "simt/exec/handlers/integer.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

enum class Operation : uint8_t { add, subtract, low, high };

// Op::imm is the sum of those that hold.
constexpr uint64_t reads_carry = 1, writes_carry = 2;

template <class T>
struct Result {
  T value;
  bool carry;
};

template <class T>
Result<T> add(T a, T b, T carry) {
  const T sum = a + b;
  const T value = sum + carry;
  return {value, sum < a || value < sum};
}

template <class T>
Result<T> subtract(T a, T b, T borrow) {
  const T difference = a - b;
  return {difference - borrow, a < b || difference < borrow};
}

template <class T>
T high_half(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using Product = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Product>(a) * b) >> 64);
  } else {
    using Product = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
    return static_cast<T>((static_cast<Product>(a) * b) >> 32);
  }
}

// d = a op b [op c], reading and writing the carry as op->imm says. Only .hi knows signs.
template <Operation operation, class T>
const Op* with_carry(Warp& warp, const Op* op) {
  using U = Word<T>;
  const U* a = warp.reg<U>(op->a);
  const U* b = warp.reg<U>(op->b);
  const U* c = warp.reg<U>(op->c);
  const uint32_t carry_in = op->imm & reads_carry ? warp.carry : 0;
  const auto compute = [=](int l) {
    const U carry = carry_in >> l & 1;
    if constexpr (operation == Operation::add) {
      return add<U>(a[l], b[l], carry);
    } else if constexpr (operation == Operation::subtract) {
      return subtract<U>(a[l], b[l], carry);
    } else if constexpr (operation == Operation::low) {
      return add<U>(a[l] * b[l], c[l], carry);
    } else {
      const T product = high_half<T>(static_cast<T>(a[l]), static_cast<T>(b[l]));
      return add<U>(static_cast<U>(product), c[l], carry);
    }
  };
  if (op->imm & writes_carry) {
    const uint32_t carry = mask_where([=](int l) { return compute(l).carry; });
    warp.carry = (warp.carry & ~warp.active) | (carry & warp.active);
  }
  write_lanes(warp, warp.reg<U>(op->d), [=](int l) { return compute(l).value; });
  return next(warp, op);
}

template <Operation operation>
Handler of_width(Type type) {
  return ptx::size_of(type) == 8 ? Handler{with_carry<operation, uint64_t>}
                                 : Handler{with_carry<operation, uint32_t>};
}

Handler high_of(Type type) {
  if (ptx::size_of(type) == 8)
    return ptx::is_signed(type) ? Handler{with_carry<Operation::high, int64_t>}
                                : Handler{with_carry<Operation::high, uint64_t>};
  return ptx::is_signed(type) ? Handler{with_carry<Operation::high, int32_t>}
                              : Handler{with_carry<Operation::high, uint32_t>};
}

}  // namespace

bool emit_carry(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  const bool writes = instruction.has(Modifier::cc);
  bool reads = false, multiplies = false;
  Handler run = nullptr;
  switch (instruction.opcode) {
    case Opcode::addc:
      reads = true;
      [[fallthrough]];
    case Opcode::add:
      run = of_width<Operation::add>(type);
      break;
    case Opcode::subc:
      reads = true;
      [[fallthrough]];
    case Opcode::sub:
      run = of_width<Operation::subtract>(type);
      break;
    case Opcode::madc:
      reads = true;
      [[fallthrough]];
    case Opcode::mad:
      run = instruction.has(Modifier::hi) ? high_of(type) : of_width<Operation::low>(type);
      multiplies = true;
      break;
    default:
      return false;
  }
  if (!writes && !reads) return false;
  if (ptx::size_of(type) < 4) emitter.unsupported("of 16 bits with carry");
  if (instruction.has(Modifier::wide)) emitter.unsupported("with .wide and carry");
  uint32_t slots[4] = {};
  for (size_t i = 0; i < (multiplies ? 4 : 3); ++i) slots[i] = value_slot(emitter, i, type);
  Op& op = emitter.emit(run);
  op.d = slots[0];
  op.a = slots[1];
  op.b = slots[2];
  op.c = slots[3];
  op.imm = (reads ? reads_carry : 0) | (writes ? writes_carry : 0);
  return true;
}

}  // namespace simt::exec::SIMT_ISA
