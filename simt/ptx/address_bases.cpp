#include "simt/ptx/address_bases.h"

#include <algorithm>
#include <functional>
#include <set>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

bool is_same(Symbol a, Symbol b) { return a.kind == b.kind && a.index == b.index; }

// What is known of a value. It only ever goes up, from unset to mixed, so that loops come to an end.
struct Value {
  enum class Kind : uint8_t {
    unset,     // nothing has been written yet
    distance,  // no address that is looked for is part of it
    address,   // one, and a distance
    mixed,     // anything else
  };
  Kind kind = Kind::unset;
  uint32_t base = 0;  // whose address it is, by a number

  static Value distance() { return {Kind::distance}; }
  static Value mixed() { return {Kind::mixed}; }
  static Value address(uint32_t base) { return {Kind::address, base}; }
  bool operator==(const Value& other) const {
    return kind == other.kind && (kind != Kind::address || base == other.base);
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

// Follows addresses through a function: those of symbols, and those that instructions load.
class Bases {
 public:
  using OfSymbol = std::function<std::optional<uint32_t>(Symbol)>;
  using OfLoad = std::function<std::optional<uint32_t>(const Instruction&)>;

  Bases(const Function& function, OfSymbol of_symbol, OfLoad of_load)
      : of_symbol_(std::move(of_symbol)),
        of_load_(std::move(of_load)),
        values_(function.registers.size()) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& instruction : function.instructions)
        if (has_destination(instruction)) changed |= write(instruction);
    }
  }

  std::optional<uint32_t> base_of(const Operand& address) const {
    const Value value = address.base == Operand::Base::reg      ? values_[address.index]
                        : address.base == Operand::Base::symbol ? value_of(address.symbol)
                                                                : Value::distance();
    if (value.kind != Value::Kind::address) return {};
    return value.base;
  }

 private:
  Value value_of(Symbol symbol) const {
    const std::optional<uint32_t> base = of_symbol_(symbol);
    return base ? Value::address(*base) : Value::distance();
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
    if (info_of(i.opcode).access != Access::none) {
      const std::optional<uint32_t> base = of_load_(i);
      return base ? Value::address(*base) : Value::distance();
    }
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

  const OfSymbol of_symbol_;
  const OfLoad of_load_;
  std::vector<Value> values_;  // by register, wherever it is written
};

const std::optional<uint32_t> nothing;

bool is_access(const Instruction& instruction) {
  const Access access = info_of(instruction.opcode).access;
  return access != Access::none && access != Access::hint;
}

// The part of the parameters that an instruction loads into a register. clang also loads it from where a register leads
// that holds the address of a structure.
std::optional<ParameterPart> part_loaded_by(const Instruction& i, const Origins& origins) {
  if (i.opcode != Opcode::ld || i.space() != Space::param || i.vector != 1 || i.guarded ||
      size_of(i.type()) != 8 || i.operands[0].kind != Operand::Kind::reg)
    return {};
  const Operand& from = i.operands[1];
  const auto part = [&](const Operand& symbol, int64_t offset) -> std::optional<ParameterPart> {
    if (symbol.symbol.kind != Symbol::Kind::parameter || offset < 0) return {};
    return ParameterPart{symbol.symbol.index, static_cast<uint32_t>(offset)};
  };
  if (from.base == Operand::Base::symbol) return part(from, from.offset);
  if (from.base != Operand::Base::reg) return {};
  const Origins::Turned origin = origins.of(from.index);
  const Instruction* const writer = origins.writer_of(origin.reg);
  if (origin.is_turned || !writer || writer->opcode != Opcode::mov ||
      writer->operands[1].kind != Operand::Kind::symbol)
    return {};
  return part(writer->operands[1], writer->operands[1].offset + from.offset);
}

}  // namespace

std::vector<std::optional<Symbol>> find_shared_bases(const Module& module,
                                                     const Function& function) {
  std::vector<Symbol> shared;
  const auto of_symbol = [&](Symbol symbol) -> std::optional<uint32_t> {
    const std::vector<Variable>* variables =
        symbol.kind == Symbol::Kind::module_variable     ? &module.variables
        : symbol.kind == Symbol::Kind::function_variable ? &function.variables
                                                         : nullptr;
    if (!variables || (*variables)[symbol.index].space != Space::shared) return {};
    auto found = std::ranges::find_if(shared, [&](Symbol one) { return is_same(one, symbol); });
    if (found == shared.end()) found = shared.insert(shared.end(), symbol);
    return static_cast<uint32_t>(found - shared.begin());
  };
  const Bases bases(function, of_symbol, [](const Instruction&) { return nothing; });
  std::vector<std::optional<Symbol>> found;
  for (const Instruction& instruction : function.instructions) {
    std::optional<Symbol>& symbol = found.emplace_back();
    if (!is_access(instruction)) continue;
    // Of a copy the destination, which comes first: it reads global memory.
    const auto at = std::ranges::find(instruction.operands, Operand::Kind::address, &Operand::kind);
    if (at == instruction.operands.end()) continue;
    if (const std::optional<uint32_t> base = bases.base_of(*at)) symbol = shared[*base];
  }
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

std::vector<ParameterPart> find_pointer_parts(const Function& function) {
  if (!function.kernel) return {};
  const Origins origins(function);
  std::set<ParameterPart> parts;
  for (const Instruction& instruction : function.instructions)
    if (const auto part = part_loaded_by(instruction, origins)) parts.insert(*part);
  return {parts.begin(), parts.end()};
}

std::vector<std::optional<uint32_t>> find_pointer_bases(
    const Function& function, const std::vector<ParameterPart>& pointers) {
  const Origins origins(function);
  const auto of_load = [&](const Instruction& instruction) -> std::optional<uint32_t> {
    const auto part = part_loaded_by(instruction, origins);
    const auto found = part ? std::ranges::find(pointers, *part) : pointers.end();
    if (found == pointers.end()) return {};
    return static_cast<uint32_t>(found - pointers.begin());
  };
  const Bases bases(
      function, [](Symbol) { return nothing; }, of_load);
  std::vector<std::optional<uint32_t>> found;
  for (const Instruction& instruction : function.instructions) {
    std::optional<uint32_t>& base = found.emplace_back();
    if (!is_access(instruction)) continue;
    // Of a copy to shared memory the source.
    for (const Operand& operand : instruction.operands)
      if (operand.kind == Operand::Kind::address && !base) base = bases.base_of(operand);
  }
  return found;
}

}  // namespace simt::ptx
