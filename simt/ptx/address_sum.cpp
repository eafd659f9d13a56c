#include "simt/ptx/address_sum.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/types.h"

namespace simt::ptx {
namespace {

constexpr int most_additions = 32;  // from one register to those that it is computed from

// Whether two instructions compute the same. Clang writes a register anew in each of two branches.
bool compute_the_same(const Instruction& a, const Instruction& b) {
  const auto are_same = [](const Operand& x, const Operand& y) {
    return x.kind == y.kind && x.index == y.index && x.bits == y.bits && x.offset == y.offset &&
           x.symbol.kind == y.symbol.kind && x.symbol.index == y.symbol.index;
  };
  return a.opcode == b.opcode && a.modifiers == b.modifiers &&
         std::equal(a.types.begin(), a.types.end(), b.types.begin(), b.types.end()) &&
         std::equal(a.operands.begin() + 1, a.operands.end(), b.operands.begin() + 1,
                    b.operands.end(), are_same);
}

class Adder {
 public:
  Adder(const Function& function, const Origins& origins)
      : function_(function), origins_(origins) {}

  void add(const Operand& operand, uint64_t factor, int steps) {
    sum_.number += factor * static_cast<uint64_t>(operand.offset);
    const bool is_address = operand.kind == Operand::Kind::address;
    if (operand.kind == Operand::Kind::immediate)
      sum_.number += factor * operand.bits;
    else if (operand.kind == Operand::Kind::symbol ||
             (is_address && operand.base == Operand::Base::symbol))
      sum_.variable = {operand.symbol.kind, operand.symbol.index};
    else if (operand.kind == Operand::Kind::reg ||
             (is_address && operand.base == Operand::Base::reg))
      add(operand.index, factor, steps);
  }
  // Without registers that take no part.
  AddressSum sum() {
    std::erase_if(sum_.factors, [](const auto& term) { return term.second == 0; });
    return std::move(sum_);
  }

 private:
  static bool may_be_added(const Operand& operand) {
    return operand.kind == Operand::Kind::reg || operand.kind == Operand::Kind::immediate ||
           operand.kind == Operand::Kind::symbol;
  }

  void add_term(uint32_t reg, AddressSum::Widened widened, uint64_t factor) {
    sum_.factors[{reg, widened}] += factor;
  }

  // Of 4 bytes made 8.
  void add_widened(const Operand& operand, Type type, uint64_t factor) {
    add_term(operand.index,
             is_signed(type) ? AddressSum::Widened::with_sign : AddressSum::Widened::with_zeros,
             factor);
  }

  void add(uint32_t reg, uint64_t factor, int steps) {
    const Instruction* const i = writer_of(reg);
    if (i == nullptr || steps == 0 || !add_result(*i, reg, factor, steps - 1))
      add_term(reg, AddressSum::Widened::no, factor);
  }

  // One that computes what the register holds, whichever was the last; or null.
  const Instruction* writer_of(uint32_t reg) const {
    const std::vector<uint32_t>& writers = origins_.writers_of(reg);
    const bool are_alike = std::ranges::all_of(writers, [&](uint32_t pc) {
      const Instruction& i = function_.instructions[pc];
      return !i.guarded && compute_the_same(i, function_.instructions[writers[0]]);
    });
    return writers.empty() || !are_alike ? nullptr : &function_.instructions[writers[0]];
  }

  // What an instruction computes; false where that is no sum.
  bool add_result(const Instruction& i, uint32_t reg, uint64_t factor, int steps) {
    if (i.has(Modifier::sat) || is_float(i.type()) ||
        !std::all_of(i.operands.begin() + 1, i.operands.end(), may_be_added))
      return false;
    const auto number = [&](size_t o) { return origins_.number_in(i.operands[o]); };
    const auto is_register = [&](size_t o) { return i.operands[o].kind == Operand::Kind::reg; };
    const bool is_wide = i.has(Modifier::wide);
    switch (i.opcode) {
      case Opcode::mov:
      case Opcode::cvta:
        add(i.operands[1], factor, steps);
        return true;
      case Opcode::cvt:
        if (i.types.size() != 2 || size_of(i.types[0]) != 8 || size_of(i.types[1]) != 4 ||
            is_float(i.types[1]) || !is_register(1))
          return false;
        add_widened(i.operands[1], i.types[1], factor);
        return true;
      case Opcode::add:
      case Opcode::sub:
        add(i.operands[1], factor, steps);
        add(i.operands[2], i.opcode == Opcode::add ? factor : -factor, steps);
        return true;
      case Opcode::shl:
        if (!number(2) || *number(2) >= 8 * size_of(function_.registers[reg].type)) return false;
        add(i.operands[1], factor << *number(2), steps);
        return true;
      case Opcode::mul:
      case Opcode::mad:
        if (!number(2) || !is_register(1) ||
            !(is_wide ? size_of(i.type()) == 4 : i.has(Modifier::lo)))
          return false;
        if (is_wide)
          add_widened(i.operands[1], i.type(), factor * *number(2));
        else
          add(i.operands[1], factor * *number(2), steps);
        if (i.opcode == Opcode::mad) add(i.operands[3], factor, steps);
        return true;
      default:
        return false;
    }
  }

  const Function& function_;
  const Origins& origins_;
  AddressSum sum_;
};

}  // namespace

AddressSum sum_of(const Operand& address, const Function& function, const Origins& origins) {
  Adder adder(function, origins);
  adder.add(address, 1, most_additions);
  return adder.sum();
}

}  // namespace simt::ptx
