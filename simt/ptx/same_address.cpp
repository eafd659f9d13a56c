#include "simt/ptx/same_address.h"

#include <algorithm>
#include <cstddef>

#include "simt/ptx/address_sum.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/types.h"

namespace simt::ptx {
namespace {

constexpr int most_steps = 32;           // from one register to those that it is computed from
constexpr int most_comparisons = 10000;  // of two registers

bool is_commutative(Opcode opcode) {
  return opcode == Opcode::add || opcode == Opcode::mul || opcode == Opcode::and_ ||
         opcode == Opcode::or_ || opcode == Opcode::xor_;
}

bool passes_on(const Instruction& i) { return i.opcode == Opcode::mov || i.opcode == Opcode::cvta; }

// Whether it computes how far something is from where a pointer points.
bool is_index(const Instruction& i) {
  return i.opcode == Opcode::mul || i.opcode == Opcode::shl || i.opcode == Opcode::cvt ||
         i.opcode == Opcode::and_ || i.opcode == Opcode::shr;
}

bool names_register(const Operand& base) {
  return base.kind == Operand::Kind::reg ||
         (base.kind == Operand::Kind::address && base.base == Operand::Base::reg);
}

bool is_same_symbol(const Operand& a, const Operand& b) {
  return a.symbol.kind == b.symbol.kind && a.symbol.index == b.symbol.index;
}

}  // namespace

SameAddress::Sum SameAddress::resolve(const Operand& address) const {
  Sum sum{address, address.offset};
  for (int steps = most_steps; steps > 0 && names_register(sum.base); --steps) {
    const Instruction* const i = origins_.writer_of(sum.base.index);
    if (i == nullptr) break;
    if (passes_on(*i))
      sum.offset += i->operands[1].offset;
    else if (i->opcode == Opcode::add && i->operands[1].kind == Operand::Kind::reg &&
             i->operands[2].kind == Operand::Kind::immediate)
      sum.offset += static_cast<int64_t>(i->operands[2].bits);
    else
      break;
    sum.base = i->operands[1];
  }
  return sum;
}

bool SameAddress::may_be(const Operand& a, const Operand& b) {
  if (is(a, b)) return true;
  const std::optional<Roots>& roots = roots_of(a);
  const std::optional<Roots>& others = roots_of(b);
  if (roots && others &&
      std::ranges::none_of(*roots, [&](const auto& root) { return others->contains(root); }))
    return false;
  steps_left_ = most_comparisons;
  const auto [base, offset] = resolve(a);
  const auto [other, other_offset] = resolve(b);
  if (names_register(base) != names_register(other)) return true;
  if (!names_register(base)) return is_same_symbol(base, other) && offset == other_offset;
  if (offset == other_offset) return may_be_equal(base.index, other.index, most_steps);
  return base.index != other.index &&
         (!origins_.writer_of(base.index) || !origins_.writer_of(other.index));
}

const std::optional<SameAddress::Roots>& SameAddress::roots_of(const Operand& address) {
  static const std::optional<Roots> none;
  if (!names_register(address)) return none;
  const auto [found, is_new] = roots_.try_emplace(address.index);
  if (is_new) found->second = find_roots(address.index);
  return found->second;
}

std::optional<SameAddress::Roots> SameAddress::find_roots(uint32_t of) const {
  Roots roots;
  std::set<uint32_t> seen;
  std::vector<uint32_t> open = {of};
  const auto take = [&](const Operand& operand) {
    const bool is_address = operand.kind == Operand::Kind::address;
    if (names_register(operand))
      open.push_back(operand.index);
    else if (operand.kind == Operand::Kind::symbol ||
             (is_address && operand.base == Operand::Base::symbol))
      roots.emplace(operand.symbol.kind, operand.symbol.index, 0);
  };
  while (!open.empty()) {
    const uint32_t reg = open.back();
    open.pop_back();
    if (!seen.insert(reg).second) continue;
    if (origins_.writers_of(reg).empty()) return std::nullopt;
    for (const uint32_t pc : origins_.writers_of(reg)) {
      const Instruction& i = function_.instructions[pc];
      if (size_of(function_.registers[reg].type) < 8 || is_index(i)) continue;
      if (i.opcode == Opcode::ld && i.space() == Space::param &&
          i.operands[1].base == Operand::Base::symbol)
        roots.emplace(i.operands[1].symbol.kind, i.operands[1].symbol.index, i.operands[1].offset);
      else if (passes_on(i))
        take(i.operands[1]);
      else if (i.opcode == Opcode::add || i.opcode == Opcode::sub)
        for (const size_t o : {1, 2}) take(i.operands[o]);
      else if (i.opcode == Opcode::mad)
        take(i.operands[3]);
      else
        return std::nullopt;
    }
  }
  return roots.empty() ? std::nullopt : std::optional(roots);
}

bool SameAddress::is(const Operand& a, const Operand& b) const {
  return sum_of(a, function_, origins_) == sum_of(b, function_, origins_);
}

bool SameAddress::may_be_equal(const Operand& a, const Operand& b, int depth) {
  if (a.kind != b.kind || a.elements.size() != b.elements.size()) return false;
  for (size_t e = 0; e < a.elements.size(); ++e)
    if (!may_be_equal(a.elements[e], b.elements[e], depth)) return false;
  switch (a.kind) {
    case Operand::Kind::reg:
      return may_be_equal(a.index, b.index, depth);
    case Operand::Kind::special:
      return a.index == b.index;
    case Operand::Kind::immediate:
      return a.bits == b.bits;
    case Operand::Kind::symbol:
      return is_same_symbol(a, b) && a.offset == b.offset;
    case Operand::Kind::address:
      if (a.base != b.base || a.offset != b.offset) return false;
      return a.base == Operand::Base::reg ? may_be_equal(a.index, b.index, depth)
                                          : is_same_symbol(a, b);
    default:
      return true;
  }
}

// Two registers that a loop moves on, of which each step of one may be a step of the other. While their steps are compared,
// they count as equal.
bool SameAddress::may_move_alike(uint32_t a, uint32_t b, int depth) {
  const std::pair<uint32_t, uint32_t> pair = std::minmax(a, b);
  if (std::ranges::find(assumed_, pair) != assumed_.end()) return true;
  assumed_.push_back(pair);
  const auto has_all = [&](uint32_t of, uint32_t in) {
    return std::ranges::all_of(origins_.writers_of(of), [&](uint32_t x) {
      return std::ranges::any_of(origins_.writers_of(in), [&](uint32_t y) {
        return may_be_equal(function_.instructions[x], function_.instructions[y], depth - 1);
      });
    });
  };
  const bool alike = has_all(a, b) && has_all(b, a);
  assumed_.pop_back();
  return alike;
}

bool SameAddress::may_be_equal(uint32_t a, uint32_t b, int depth) {
  if (a == b || depth == 0 || steps_left_ == 0) return true;
  --steps_left_;
  const auto is_guarded = [&](uint32_t pc) { return function_.instructions[pc].guarded; };
  if (std::ranges::any_of(origins_.writers_of(a), is_guarded) ||
      std::ranges::any_of(origins_.writers_of(b), is_guarded))
    return true;
  const Instruction *one = origins_.writer_of(a), *other = origins_.writer_of(b);
  if (one == nullptr && other == nullptr) return may_move_alike(a, b, depth);
  return one == nullptr || other == nullptr || may_be_equal(*one, *other, depth);
}

// The results of two instructions.
bool SameAddress::may_be_equal(const Instruction& a, const Instruction& b, int depth) {
  if (a.opcode != b.opcode || a.modifiers != b.modifiers || a.operands.size() != b.operands.size())
    return false;
  bool in_order = true;
  for (size_t o = 1; o < a.operands.size(); ++o)
    in_order = in_order && may_be_equal(a.operands[o], b.operands[o], depth - 1);
  return in_order ||
         (is_commutative(a.opcode) && may_be_equal(a.operands[1], b.operands[2], depth - 1) &&
          may_be_equal(a.operands[2], b.operands[1], depth - 1));
}

}  // namespace simt::ptx
