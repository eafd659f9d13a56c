// Rounded estimates of what ptxas makes of PTX instructions: how many machine instructions, on
// which unit, with what latency. The modelled times of docs/simt-accuracy.md say how well they do.
#include "simt/model/instruction_cost.h"

#include "simt/ptx/opcodes.h"

namespace simt::model {
namespace {

using ptx::Cost;
using ptx::Modifier;
using ptx::Type;

constexpr InstructionCost vanishes{};
constexpr double simple = 1, long_latency = 4;  // latencies

InstructionCost on(Pipe pipe, double count = 1, double latency = simple) {
  return {.issue = count, .pipe = pipe, .operations = count, .latency = latency};
}

bool is_64_bit(const ptx::Instruction& i) { return size_of(i.type()) == 8; }

// Pipe of an addition, multiplication or fused one of floating-point type.
Pipe float_pipe(Type type) {
  switch (type) {
    case Type::f64:
      return Pipe::fp64;
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
      return Pipe::fp16;
    default:
      return Pipe::fp32;
  }
}

InstructionCost float_arithmetic(Type type) {
  const Pipe pipe = float_pipe(type);
  InstructionCost cost = on(pipe, 1, pipe == Pipe::fp64 ? 2 : 1);
  // The fp16 rate counts halves: a packed instruction does two a lane.
  if (pipe == Pipe::fp16) cost.operations = 2;
  return cost;
}

// Additions, logic, comparisons: the ALU works on 32 bits.
InstructionCost integer(const ptx::Instruction& i) {
  return on(Pipe::int32, is_64_bit(i) ? 2 : 1, is_64_bit(i) ? 2 : 1);
}

// ptxas gives some additions to the multiplier, and others become part of an address.
InstructionCost integer_sum(const ptx::Instruction& i) {
  InstructionCost cost = integer(i);
  cost.operations *= 0.7;
  return cost;
}

InstructionCost multiply(const ptx::Instruction& i) {
  if (is_float(i.type())) return float_arithmetic(i.type());
  if (i.has(Modifier::wide)) return on(Pipe::multiply);
  if (is_64_bit(i)) return on(Pipe::multiply, i.has(Modifier::hi) ? 10 : 4, 3);
  return on(Pipe::multiply, i.has(Modifier::hi) ? 2 : 1);
}

InstructionCost divide(const ptx::Instruction& i) {
  switch (i.type()) {
    case Type::f32:
      if (i.has(Modifier::approx)) return {2, Pipe::fp32, 1, 1, long_latency + 1};
      if (i.has(Modifier::full)) return {4, Pipe::fp32, 3, 1, long_latency + 3};
      return {10, Pipe::fp32, 8, 1, long_latency + 8};
    case Type::f64:
      return {14, Pipe::fp64, 11, 1, 20};
    default:
      return is_64_bit(i) ? InstructionCost{70, Pipe::int32, 40, 2, 50}
                          : InstructionCost{18, Pipe::int32, 10, 1, 16};
  }
}

// rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh: one special-function operation and what surrounds it.
// Scaled ones multiply their operand and their result, so that denormals survive.
InstructionCost special_function(const ptx::Instruction& i, bool scaled) {
  if (i.type() == Type::f64) return {12, Pipe::fp64, 9, 1, 16};
  if (i.has(Modifier::rn) || i.has(Modifier::rz) || i.has(Modifier::rm) || i.has(Modifier::rp))
    return {8, Pipe::fp32, 6, 1, long_latency + 6};
  return {scaled ? 3.0 : 1.0, Pipe::fp32, scaled ? 2.0 : 0.0, 1, long_latency + (scaled ? 2 : 0)};
}

InstructionCost convert(const ptx::Instruction& i) {
  if (i.types.size() < 2) return integer(i);
  const Type to = i.types[0], from = i.types[1];
  if (!is_float(to) && !is_float(from)) {
    // Narrowing is free, and so is widening what a load or a 16-bit instruction left clean; a sign
    // mostly becomes part of an address (IMAD.WIDE).
    return size_of(to) == 8 && is_signed(from) ? on(Pipe::int32, 0.5) : vanishes;
  }
  InstructionCost cost = on(Pipe::convert, 1, 3);
  if (size_of(to) == 8 || size_of(from) == 8) cost.operations = 4;  // a quarter of the rate
  return cost;
}

InstructionCost load(const ptx::Instruction& i) {
  const ptx::Space space = i.space();
  if (space == ptx::Space::param) return vanishes;
  // A constant at a known address is an operand of the instruction that uses it.
  if (space == ptx::Space::constant && i.operands.size() > 1 &&
      i.operands[1].base != ptx::Operand::Base::reg)
    return vanishes;
  if (space == ptx::Space::constant) return {1, Pipe::lsu, 1, 0, 6};
  return {.issue = 1};
}

double matrix_products(const ptx::Instruction& i) {
  struct Shape {
    Modifier modifier;
    double products;
  };
  for (const Shape& shape : {Shape{Modifier::m16n8k4, 512}, Shape{Modifier::m16n8k8, 1024},
                             Shape{Modifier::m16n8k16, 2048}, Shape{Modifier::m16n8k32, 4096},
                             Shape{Modifier::m8n8k4, 256}, Shape{Modifier::m8n8k16, 1024}})
    if (i.has(shape.modifier)) return shape.products;
  return 2048;
}

}  // namespace

InstructionCost cost_of(const ptx::Instruction& i) {
  switch (ptx::info_of(i.opcode).cost) {
    case Cost::none:  // a kernel that has it cannot be launched
    case Cost::free:
      return vanishes;
    case Cost::alu:
      return integer(i);
    case Cost::logic:
      return i.type() == Type::pred ? on(Pipe::int32, 0.5) : integer(i);
    case Cost::sum:
      return is_float(i.type()) ? float_arithmetic(i.type()) : integer_sum(i);
    case Cost::fma:
      return float_arithmetic(i.type());
    case Cost::compare:
      return i.type() == Type::f64 ? on(Pipe::fp64, 1, 2) : integer(i);
    case Cost::sign:  // operand modifiers of floating-point instructions
      return is_float(i.type()) ? vanishes : integer(i);
    case Cost::product:
      return multiply(i);
    case Cost::mul24:
      return on(Pipe::int32, 3, 3);
    case Cost::dot:
      return on(Pipe::multiply);
    case Cost::quotient:
      return divide(i);
    case Cost::special:
      return special_function(i, !i.has(Modifier::ftz));
    case Cost::unscaled:
      return special_function(i, false);
    case Cost::bits:
      return on(Pipe::special, 1, long_latency);
    case Cost::convert:
      return convert(i);
    case Cost::load:
      return load(i);
    case Cost::memory:
      return {.issue = 1};
    case Cost::shuffle:
      return {1, Pipe::lsu, 1, 0, 5};
    case Cost::match:
      return on(Pipe::special, 4, 2 * long_latency);
    case Cost::matrix:
      return {1, Pipe::tensor, matrix_products(i) / 32, 0, 2 * long_latency};
    case Cost::fence:
      return {.issue = 1, .latency = 40};
    case Cost::branch:
      return {.issue = 1, .latency = 2};
    case Cost::call:
      return {.issue = 4, .latency = 8};
  }
  return vanishes;
}

double rate_of(const Target& target, Pipe pipe) {
  switch (pipe) {
    case Pipe::none:
      return 0;
    case Pipe::fp32:
      return target.fp32_per_sm;
    case Pipe::int32:
      return target.int32_per_sm;
    case Pipe::multiply:
      return target.int32_multiply_per_sm;
    case Pipe::fp64:
      return target.fp64_per_sm;
    case Pipe::fp16:
      return target.fp16_per_sm;
    case Pipe::special:
      return target.special_per_sm;
    case Pipe::convert:
      return target.convert_per_sm;
    case Pipe::lsu:
      return 32;
    case Pipe::tensor:  // multiply-adds of mma.sync with 16-bit inputs
      return 4 * target.fp16_per_sm;
  }
  return 0;
}

const char* name_of(Pipe pipe) {
  constexpr const char* names[] = {"none", "fp32",    "int32",   "multiply", "fp64",
                                   "fp16", "special", "convert", "L1",       "tensor"};
  return names[static_cast<size_t>(pipe)];
}

}  // namespace simt::model
