#include "simt/ptx/shared_bases.h"

#include <algorithm>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

bool is_same(Symbol a, Symbol b) { return a.kind == b.kind && a.index == b.index; }

// What is known of a value. It only ever goes up, from unset to mixed, so that loops come to an end.
struct Value {
  enum class Kind : uint8_t {
    unset,     // nothing has been written yet
    distance,  // no address of a shared variable is part of it
    address,   // the variable's address, and a distance
    mixed,     // anything else
  };
  Kind kind = Kind::unset;
  Symbol variable = {};

  static Value distance() { return {Kind::distance}; }
  static Value mixed() { return {Kind::mixed}; }
  bool operator==(const Value& other) const {
    return kind == other.kind && (kind != Kind::address || is_same(variable, other.variable));
  }
};

Value either(Value a, Value b) {
  if (a.kind == Value::Kind::unset) return b;
  if (b.kind == Value::Kind::unset) return a;
  return a == b ? a : Value::mixed();
}

Value sum(Value a, Value b) {
  if (a.kind == Value::Kind::unset || b.kind == Value::Kind::unset) return {};
  if (b.kind == Value::Kind::distance) return a;
  return a.kind == Value::Kind::distance ? b : Value::mixed();
}

Value difference(Value a, Value b) {
  if (a.kind == Value::Kind::unset || b.kind == Value::Kind::unset) return {};
  if (b.kind == Value::Kind::distance) return a;
  return a.kind == Value::Kind::address && a == b ? Value::distance() : Value::mixed();
}

class SharedBases {
 public:
  SharedBases(const Module& module, const Function& function)
      : module_(module), function_(function), values_(function.registers.size()) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& instruction : function.instructions)
        if (has_destination(instruction)) changed |= write(instruction);
    }
  }

  std::optional<Symbol> base_of(const Instruction& instruction) const {
    const Access access = info_of(instruction.opcode).access;
    if (access == Access::none || access == Access::hint) return {};
    // Of a copy the destination, which comes first: it reads global memory.
    const auto at = std::ranges::find(instruction.operands, Operand::Kind::address, &Operand::kind);
    if (at == instruction.operands.end()) return {};
    const Value value = at->base == Operand::Base::reg      ? values_[at->index]
                        : at->base == Operand::Base::symbol ? value_of(at->symbol)
                                                            : Value::distance();
    if (value.kind != Value::Kind::address) return {};
    return value.variable;
  }

 private:
  Value value_of(Symbol symbol) const {
    const std::vector<Variable>* variables =
        symbol.kind == Symbol::Kind::module_variable     ? &module_.variables
        : symbol.kind == Symbol::Kind::function_variable ? &function_.variables
                                                         : nullptr;
    if (!variables || (*variables)[symbol.index].space != Space::shared) return Value::distance();
    return {Value::Kind::address, symbol};
  }

  Value value_of(const Operand& operand) const {
    if (operand.kind == Operand::Kind::reg) return values_[operand.index];
    if (operand.kind == Operand::Kind::symbol) return value_of(operand.symbol);
    if (operand.elements.empty()) return Value::distance();
    Value all;
    for (const Operand& element : operand.elements) all = either(all, value_of(element));
    return all;
  }

  Value result_of(const Instruction& i) const {
    const auto source = [&](size_t n) { return value_of(i.operands[n]); };
    switch (i.opcode) {
      case Opcode::mov:
      case Opcode::cvta:
      case Opcode::cvt:
        return source(1);
      case Opcode::add:
      case Opcode::or_:  // where the bits are known to be 0, compilers add so
        return sum(source(1), source(2));
      case Opcode::sub:
        return difference(source(1), source(2));
      case Opcode::mad:
        return sum(product(source(1), source(2)), source(3));
      case Opcode::selp:
        return either(source(1), source(2));
      default:
        break;
    }
    // What is loaded says nothing of where it was loaded from.
    if (info_of(i.opcode).access != Access::none) return Value::distance();
    Value all = Value::distance();
    for (size_t n = 1; n < i.operands.size(); ++n) all = product(all, source(n));
    return all;
  }

  // Of what is computed from both in whatever way.
  static Value product(Value a, Value b) {
    if (a.kind == Value::Kind::unset || b.kind == Value::Kind::unset) return {};
    return a.kind == Value::Kind::distance && b.kind == Value::Kind::distance ? a : Value::mixed();
  }

  // Whether more is known of what the instruction writes than before.
  bool write(const Instruction& instruction) {
    const Value result = result_of(instruction);
    bool changed = false;
    for_registers(instruction.operands[0], [&](uint32_t reg) {
      const Value value = either(values_[reg], result);
      changed |= !(value == values_[reg]);
      values_[reg] = value;
    });
    return changed;
  }

  const Module& module_;
  const Function& function_;
  std::vector<Value> values_;  // by register, wherever it is written
};

}  // namespace

std::vector<std::optional<Symbol>> find_shared_bases(const Module& module,
                                                     const Function& function) {
  const SharedBases bases(module, function);
  std::vector<std::optional<Symbol>> found;
  for (const Instruction& instruction : function.instructions)
    found.push_back(bases.base_of(instruction));
  return found;
}

bool may_be_one(const Module& module, const Function& function, std::optional<Symbol> a,
                std::optional<Symbol> b) {
  if (!a || !b) return true;
  const auto variable = [&](const Symbol& base) -> const Variable& {
    return base.kind == Symbol::Kind::function_variable ? function.variables[base.index]
                                                        : module.variables[base.index];
  };
  return is_same(*a, *b) || (variable(*a).is_dynamic() && variable(*b).is_dynamic());
}

}  // namespace simt::ptx
