// atom and red: lane after lane in order. Lanes in shared memory need no care, for a block runs on
// one host thread; those in global memory are atomic among all.
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simt/exec/handlers/float_ops.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/memory_operands.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Space;
using ptx::Type;

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, uint64_t,
                                std::conditional_t<sizeof(T) == 4, uint32_t, uint16_t>>;

// The sum of two numbers of 16 bits is exact enough in single precision to be rounded once.
template <class Format>
uint16_t add_16(uint16_t a, uint16_t b) {
  return static_cast<uint16_t>(Format::narrow(Format::widen(a) + Format::widen(b)));
}

template <auto add>
uint32_t add_both(uint32_t a, uint32_t b) {
  return add(static_cast<uint16_t>(a), static_cast<uint16_t>(b)) |
         uint32_t{add(static_cast<uint16_t>(a >> 16), static_cast<uint16_t>(b >> 16))} << 16;
}

enum class Operation : uint8_t { add, exch, cas, min, max, inc, dec, and_, or_, xor_ };

// What memory holds afterwards. T is the instruction's type; half and bfloat types go by their own.
template <Operation operation, class T>
T apply(T old, T b, T c, bool global) {
  if constexpr (operation == Operation::add) {
    if constexpr (std::is_same_v<T, float>) {
      // In global memory subnormal numbers are flushed (PTX ISA 9.0, section 9.7.13.15).
      return global ? flush(flush(old) + flush(b)) : old + b;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(old) +
                            static_cast<std::make_unsigned_t<T>>(b));
    } else {
      return old + b;
    }
  } else if constexpr (operation == Operation::exch) {
    return b;
  } else if constexpr (operation == Operation::cas) {
    return old == b ? c : old;
  } else if constexpr (operation == Operation::min) {
    return b < old ? b : old;
  } else if constexpr (operation == Operation::max) {
    return old < b ? b : old;
  } else if constexpr (operation == Operation::inc) {
    return old >= b ? 0 : old + 1;
  } else if constexpr (operation == Operation::dec) {
    return old == 0 || old > b ? b : old - 1;
  } else if constexpr (operation == Operation::and_) {
    return old & b;
  } else if constexpr (operation == Operation::or_) {
    return old | b;
  } else {
    return old ^ b;
  }
}

// Does f to the value at `place` and returns what was there.
template <class B, class F>
B exchange(Warp& warp, std::byte* place, bool among_threads, F f) {
  B* value = reinterpret_cast<B*>(place);
  if (!among_threads) {
    const B old = *value;
    *value = f(old);
    warp.changed |= *value != old;
    return old;
  }
  B old = __atomic_load_n(value, __ATOMIC_RELAXED), changed;
  do changed = f(old);
  while (
      !__atomic_compare_exchange_n(value, &old, changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  warp.changed |= changed != old;
  return old;
}

// d: slot of the result, or no_result; b, c: of the operands
constexpr uint32_t no_result = 0xffffffff;

// f(old, b, c, global) on the bits B.
template <class B, auto f>
const Op* atomic(Warp& warp, const Op* op) {
  LaneAccess access;
  if (!access_lanes(warp, op, access)) return nullptr;
  using Register = std::conditional_t<sizeof(B) == 8, uint64_t, uint32_t>;
  const Register* b = warp.reg<Register>(op->b);
  const Register* c = warp.reg<Register>(op->c);
  Register* d = op->d == no_result ? nullptr : warp.reg<Register>(op->d);
  for_active(warp.active, [&](int lane) {
    B old = 0;
    if (access.lanes >> lane & 1) {
      const bool global = access.global >> lane & 1;
      const B second = static_cast<B>(b[lane]), third = static_cast<B>(c[lane]);
      old = exchange<B>(warp, access.host[lane], global,
                        [=](B value) { return f(value, second, third, global); });
    }
    if (d) d[lane] = old;
  });
  warp.looked = true;
  access_done(warp);
  return op + 1;
}

template <Operation operation, class T>
Bits<T> apply_to_bits(Bits<T> old, Bits<T> b, Bits<T> c, bool global) {
  return std::bit_cast<Bits<T>>(
      apply<operation, T>(std::bit_cast<T>(old), std::bit_cast<T>(b), std::bit_cast<T>(c), global));
}

template <Operation operation, class T>
constexpr Handler handler = atomic<Bits<T>, apply_to_bits<operation, T>>;

template <class B, auto add>
B add_bits(B old, B b, B, bool) {
  return add(old, b);
}

Handler choose_add(Type type) {
  constexpr Operation add = Operation::add;
  switch (type) {
    case Type::u32:
    case Type::s32:
      return handler<add, uint32_t>;
    case Type::u64:
    case Type::s64:
      return handler<add, uint64_t>;
    case Type::f32:
      return handler<add, float>;
    case Type::f64:
      return handler<add, double>;
    case Type::f16:
      return atomic<uint16_t, add_bits<uint16_t, add_16<F16>>>;
    case Type::bf16:
      return atomic<uint16_t, add_bits<uint16_t, add_16<Bf16>>>;
    case Type::f16x2:
      return atomic<uint32_t, add_bits<uint32_t, add_both<add_16<F16>>>>;
    case Type::bf16x2:
      return atomic<uint32_t, add_bits<uint32_t, add_both<add_16<Bf16>>>>;
    default:
      return nullptr;
  }
}

template <Operation operation>
Handler choose_ordered(Type type) {
  switch (type) {
    case Type::u32:
      return handler<operation, uint32_t>;
    case Type::s32:
      return handler<operation, int32_t>;
    case Type::u64:
      return handler<operation, uint64_t>;
    case Type::s64:
      return handler<operation, int64_t>;
    default:
      return nullptr;
  }
}

template <Operation operation>
Handler choose_bits(Type type) {
  switch (ptx::size_of(type)) {
    case 4:
      return handler<operation, uint32_t>;
    case 8:
      return handler<operation, uint64_t>;
    default:
      return nullptr;
  }
}

Handler choose(const ptx::Instruction& instruction) {
  const Type type = instruction.type();
  if (instruction.has(Modifier::add)) return choose_add(type);
  if (instruction.has(Modifier::min)) return choose_ordered<Operation::min>(type);
  if (instruction.has(Modifier::max)) return choose_ordered<Operation::max>(type);
  if (instruction.has(Modifier::inc))
    return type == Type::u32 ? handler<Operation::inc, uint32_t> : nullptr;
  if (instruction.has(Modifier::dec))
    return type == Type::u32 ? handler<Operation::dec, uint32_t> : nullptr;
  if (instruction.has(Modifier::and_)) return choose_bits<Operation::and_>(type);
  if (instruction.has(Modifier::or_)) return choose_bits<Operation::or_>(type);
  if (instruction.has(Modifier::xor_)) return choose_bits<Operation::xor_>(type);
  if (instruction.has(Modifier::exch)) return choose_bits<Operation::exch>(type);
  if (instruction.has(Modifier::cas))
    return type == Type::b16 ? handler<Operation::cas, uint16_t>
                             : choose_bits<Operation::cas>(type);
  return nullptr;
}

}  // namespace

bool emit_atomic(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const bool red = instruction.opcode == ptx::Opcode::red;
  if (!red && instruction.opcode != ptx::Opcode::atom) return false;
  if (instruction.vector > 1) emitter.unsupported("with .v" + std::to_string(instruction.vector));
  const Handler run = choose(instruction);
  if (!run) emitter.unsupported("of type " + std::string(ptx::name_of(instruction.type())));

  const size_t first = red ? 0 : 1;  // the operand that is the address
  const bool cas = instruction.has(Modifier::cas);
  if (instruction.operands.size() < first + (cas ? 3 : 2))
    emitter.unsupported("with so few operands");
  MemoryOperands memory(emitter, instruction.operands[first + 1], instruction.operands[first],
                        events::MemoryEvent::Access::atomic);
  if (memory.code.wide != (ptx::size_of(instruction.type()) == 8))
    emitter.unsupported("with a register of another size than its type's");
  memory.code.strong = true;
  memory.code.atomic = static_cast<uint32_t>(ptx::atomic_form(emitter.function(), instruction));
  const auto slot = [&](const ptx::Operand& operand) {
    return ptx::size_of(instruction.type()) == 8 ? emitter.reg64(operand, instruction.type())
                                                 : emitter.reg32(operand, instruction.type());
  };
  const bool discards = red || instruction.operands[0].kind == ptx::Operand::Kind::sink;
  const uint32_t b = memory.slots[0];
  memory.slots[0] = discards ? no_result : slot(instruction.operands[0]);
  memory.slots[1] = b;
  memory.slots[2] = cas ? slot(instruction.operands[first + 2]) : b;
  memory.emit(emitter, run);
  return true;
}

}  // namespace simt::exec::SIMT_ISA
