// mma.sync and ldmatrix (PTX ISA 9.0, 9.7.14): a warp's product of small matrices, d = a * b + c.
//
// Products are exact and summed in f64, then rounded once to the type of d; tensor cores sum in an
// order and a precision that are not published, so their last bits may differ.
#include <cstring>

#include "simt/exec/converge.h"
#include "simt/exec/handlers/float_ops.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/lane_ops.h"
#include "simt/exec/lane_access.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

constexpr int rows = 16, columns = 8, deepest = 32;  // m, n and the largest k

// How the words of a and b are to be read.
struct Shape {
  Type a = Type::f16, b = Type::f16;  // elements
  uint8_t a_words = 0, b_words = 0;   // 32-bit registers a lane
  bool half_sum = false;              // c and d are f16 pairs
  bool saturated = false;             // .satfinite of integers
  uint16_t unused = 0;

  uint32_t elements() const { return 4 / ptx::size_of(a); }  // a word
};

// The operands of one mma stand in two Ops, of which the second never runs.
//   first:  d, a, b, c: the words of d; e, f: those of b; imm: the Shape
//   second: d, a, b, c: the words of a; e, f and the halves of imm: those of c
struct Fragments {
  const uint32_t* a[4];
  const uint32_t* b[2];
  const uint32_t* c[4];
  uint32_t* d[4];

  Fragments(Warp& warp, const Op* op) {
    const Op& second = op[1];
    const uint32_t of_a[] = {second.d, second.a, second.b, second.c};
    const uint32_t of_c[] = {second.e, second.f, static_cast<uint32_t>(second.imm),
                             static_cast<uint32_t>(second.imm >> 32)};
    const uint32_t of_d[] = {op->d, op->a, op->b, op->c};
    for (int i = 0; i < 4; ++i) {
      a[i] = warp.reg<uint32_t>(of_a[i]);
      c[i] = warp.reg<uint32_t>(of_c[i]);
      d[i] = warp.reg<uint32_t>(of_d[i]);
    }
    b[0] = warp.reg<uint32_t>(op->e);
    b[1] = warp.reg<uint32_t>(op->f);
  }
};

// The elements of a word, lowest first.
template <class T>
void unpack(uint32_t word, Type type, T* elements) {
  if constexpr (std::is_integral_v<T>) {
    for (int i = 0; i < 4; ++i) {
      const uint32_t byte = word >> (8 * i) & 0xff;
      elements[i] = type == Type::s8 ? static_cast<int8_t>(byte) : static_cast<int>(byte);
    }
  } else if (type == Type::tf32) {
    elements[0] = from_bits(word & ~0x1fffu);  // the hardware does not look at the rest
  } else {
    for (int i = 0; i < 2; ++i) {
      const uint32_t half = word >> (16 * i) & 0xffff;
      elements[i] = type == Type::bf16 ? Bf16::widen(half) : F16::widen(half);
    }
  }
}

// Word w of lane l holds, of a, elements of row l / 4 (+ 8 for odd w), and of b, of column l / 4;
// each lane of four has as many neighbouring ones as a word holds, and the next words go on behind
// those four lanes.
template <class T>
struct Factors {
  T a[rows][deepest] = {};
  T b[deepest][columns] = {};
  uint32_t depth = 0;

  Factors(const Fragments& fragments, const Shape& shape) {
    const uint32_t count = shape.elements();
    depth = 4 * count * shape.b_words;
    for (uint32_t l = 0; l < warp_size; ++l) {
      const uint32_t group = l / 4, first = l % 4 * count;
      T elements[4];
      for (uint32_t w = 0; w < shape.a_words; ++w) {
        unpack(fragments.a[w][l], shape.a, elements);
        for (uint32_t i = 0; i < count; ++i)
          a[group + 8 * (w % 2)][first + i + 4 * count * (w / 2)] = elements[i];
      }
      for (uint32_t w = 0; w < shape.b_words; ++w) {
        unpack(fragments.b[w][l], shape.b, elements);
        for (uint32_t i = 0; i < count; ++i) b[first + i + 4 * count * w][group] = elements[i];
      }
    }
  }
};

// Element i of lane l's part of c and d.
int row_of(int l, int i) { return l / 4 + 8 * (i / 2); }
int column_of(int l, int i) { return l % 4 * 2 + i % 2; }

const Op* multiply_floats(Warp& warp, const Op* op) {
  if (!converge(warp, op, full_mask)) return nullptr;
  const auto shape = __builtin_bit_cast(Shape, op->imm);
  const Fragments fragments(warp, op);
  const Factors<double> factors(fragments, shape);

  double sums[rows][columns];
  for (int l = 0; l < warp_size; ++l)
    for (int i = 0; i < 4; ++i) {
      const uint32_t word = fragments.c[shape.half_sum ? i / 2 : i][l];
      sums[row_of(l, i)][column_of(l, i)] =
          shape.half_sum ? F16::widen(word >> (i % 2 * 16) & 0xffff) : from_bits(word);
    }
  for (int m = 0; m < rows; ++m)
    for (uint32_t k = 0; k < factors.depth; ++k)
      for (int n = 0; n < columns; ++n) sums[m][n] += factors.a[m][k] * factors.b[k][n];

  for_active(warp.active, [&](int l) {
    const auto sum = [&](int i) { return sums[row_of(l, i)][column_of(l, i)]; };
    if (shape.half_sum) {
      const auto half = [&](int i) { return F16::narrow(narrow_to_odd(sum(i))); };
      for (int w = 0; w < 2; ++w) fragments.d[w][l] = half(2 * w) | half(2 * w + 1) << 16;
    } else {
      for (int i = 0; i < 4; ++i)
        fragments.d[i][l] = to_bits(canonical(static_cast<float>(sum(i))));
    }
  });
  return op + 2;
}

const Op* multiply_integers(Warp& warp, const Op* op) {
  if (!converge(warp, op, full_mask)) return nullptr;
  const auto shape = __builtin_bit_cast(Shape, op->imm);
  const Fragments fragments(warp, op);
  const Factors<int32_t> factors(fragments, shape);

  int32_t products[rows][columns] = {};  // 32 of at most 255 * 255 do not overflow
  for (int m = 0; m < rows; ++m)
    for (uint32_t k = 0; k < factors.depth; ++k)
      for (int n = 0; n < columns; ++n) products[m][n] += factors.a[m][k] * factors.b[k][n];

  for_active(warp.active, [&](int l) {
    uint32_t results[4];
    for (int i = 0; i < 4; ++i) {
      int64_t sum = int64_t{products[row_of(l, i)][column_of(l, i)]} +
                    static_cast<int32_t>(fragments.c[i][l]);
      if (shape.saturated) sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
      results[i] = static_cast<uint32_t>(sum);
    }
    for (int i = 0; i < 4; ++i) fragments.d[i][l] = results[i];
  });
  return op + 2;
}

uint32_t depth_of(const ptx::Instruction& instruction) {
  using enum Modifier;
  return instruction.has(m16n8k4)    ? 4
         : instruction.has(m16n8k8)  ? 8
         : instruction.has(m16n8k16) ? 16
         : instruction.has(m16n8k32) ? 32
                                     : 0;
}

// The slots of an operand's `count` words.
void words_of(Emitter& emitter, const Operand& operand, uint32_t count, uint32_t* slots) {
  const bool one = operand.kind != Operand::Kind::vector;
  if ((one ? 1 : operand.elements.size()) != count)
    emitter.unsupported("with fragments of this size");
  for (uint32_t i = 0; i < count; ++i)
    slots[i] = emitter.reg32(one ? operand : operand.elements[i], Type::b32);
}

bool emit_product(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const uint32_t depth = depth_of(instruction);
  const auto& types = instruction.types;
  if (depth == 0 || types.size() != 4 || instruction.operands.size() != 4)
    emitter.unsupported("of this shape");
  const bool plain = !instruction.has(Modifier::sp) &&
                     !instruction.has(Modifier::sp_ordered_metadata) &&
                     !instruction.has(Modifier::block_scale);
  Shape shape{.a = types[1], .b = types[2]};
  const bool bytes = (shape.a == Type::s8 || shape.a == Type::u8) &&
                     (shape.b == Type::s8 || shape.b == Type::u8) && types[0] == Type::s32 &&
                     types[3] == Type::s32 && depth >= 16;
  const bool floats =
      shape.a == shape.b && depth <= 16 &&
      ((types[0] == Type::f32 && types[3] == Type::f32 &&
        ((shape.a == Type::tf32 && depth <= 8) ||
         ((shape.a == Type::f16 || shape.a == Type::bf16) && depth >= 8))) ||
       (types[0] == Type::f16 && types[3] == Type::f16 && shape.a == Type::f16 && depth >= 8));
  if (!plain || (!bytes && !floats)) emitter.unsupported("of these types");

  shape.half_sum = types[0] == Type::f16;
  shape.saturated = instruction.has(Modifier::satfinite);
  shape.b_words = static_cast<uint8_t>(depth / (4 * shape.elements()));
  shape.a_words = static_cast<uint8_t>(2 * shape.b_words);
  uint32_t d[4] = {}, a[4] = {}, b[4] = {}, c[4] = {};
  const uint32_t sums = shape.half_sum ? 2 : 4;
  words_of(emitter, instruction.operands[0], sums, d);
  words_of(emitter, instruction.operands[1], shape.a_words, a);
  words_of(emitter, instruction.operands[2], shape.b_words, b);
  words_of(emitter, instruction.operands[3], sums, c);

  const Handler run = bytes ? multiply_integers : multiply_floats;
  Op& first = emitter.emit(run);
  first.d = d[0];
  first.a = d[1];
  first.b = d[2];
  first.c = d[3];
  first.e = b[0];
  first.f = b[1];
  first.imm = __builtin_bit_cast(uint64_t, shape);
  Op& second = emitter.emit(run);
  second.d = a[0];
  second.a = a[1];
  second.b = a[2];
  second.c = a[3];
  second.e = c[0];
  second.f = c[1];
  second.imm = c[2] | uint64_t{c[3]} << 32;
  return true;
}

// Lanes 8 m to 8 m + 7 give the addresses of the rows of matrix m; a row has 16 bytes. Lane l gets,
// of each matrix, two neighbours of row l / 4; of the transposed one where `transposed`.
template <bool transposed>
const Op* load_matrices(Warp& warp, const Op* op) {
  if (!converge(warp, op, full_mask)) return nullptr;
  const Op& slots = op[1];
  const uint32_t count = slots.f, active = warp.active;
  LaneAccess access;
  warp.active = active & (full_mask >> (32 - 8 * count));
  const bool goes_on = access_lanes(warp, op, access, {.shared_only = true});
  warp.active = active;
  if (!goes_on) return nullptr;

  uint16_t values[warp_size][8] = {};  // by row
  for_active(access.lanes,
             [&](int l) { std::memcpy(values[l], access.host[l], sizeof values[l]); });
  for (uint32_t m = 0; m < count; ++m) {
    uint32_t* d = warp.reg<uint32_t>(element_slot(&slots, m));
    const auto* matrix = &values[8 * m];
    for_active(active, [&](int l) {
      const int i = l / 4, j = l % 4 * 2;
      d[l] = transposed ? matrix[j][i] | uint32_t{matrix[j + 1][i]} << 16
                        : matrix[i][j] | uint32_t{matrix[i][j + 1]} << 16;
    });
  }
  return op + 2;
}

bool emit_load_matrices(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (!instruction.has(Modifier::m8n8) || instruction.type() != Type::b16)
    emitter.unsupported("of this shape");
  const uint32_t count = instruction.has(Modifier::x4) ? 4 : instruction.has(Modifier::x2) ? 2 : 1;
  uint32_t d[4] = {};
  words_of(emitter, instruction.operands[0], count, d);
  const DecodedAddress address = emitter.address(instruction.operands[1], instruction.space());
  const Handler run = instruction.has(Modifier::trans) ? load_matrices<true> : load_matrices<false>;

  AccessCode code;
  code.log_bytes = 2;
  code.elements = 4;
  code.space = static_cast<uint32_t>(address.space);
  code.form = static_cast<uint32_t>(address.kind);
  const uint32_t site = emitter.site();
  Op& op = emitter.emit(run);
  op.a = address.slot;
  op.imm = static_cast<uint64_t>(address.offset);
  op.f = __builtin_bit_cast(uint32_t, code);
  op.site = site;
  Op& slots = emitter.emit(run);  // never runs
  slots.d = d[0];
  slots.b = d[1];
  slots.c = d[2];
  slots.e = d[3];
  slots.f = count;
  return true;
}

}  // namespace

bool emit_matrix(Emitter& emitter) {
  switch (emitter.instruction().opcode) {
    case Opcode::mma:
      return emit_product(emitter);
    case Opcode::ldmatrix:
      return emit_load_matrices(emitter);
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
