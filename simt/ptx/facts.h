// Something that predicates tell, say that a compare-and-swap has swapped, and where lanes know it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"
#include "simt/ptx/routes.h"

namespace simt::ptx {

// The values of a predicate that tell it.
struct Tells {
  bool if_true = false, if_false = false;
  bool with(bool value) const { return value ? if_true : if_false; }
  bool ever() const { return if_true || if_false; }
  bool operator==(const Tells&) const = default;
};
// Of a predicate that is true if two values are equal, or if they differ, where these tell it by being equal.
Tells told_by_equality(const Instruction& comparison);
// The same where these tell it by being different.
Tells told_by_difference(const Instruction& comparison);
// Of one that an instruction computes from others, of which told_by(operand) says what they tell.
template <typename ToldBy>
Tells told_by_operands(const Instruction& i, const Origins& origins, ToldBy told_by) {
  const auto turn = [](const Tells& tells) { return Tells{tells.if_false, tells.if_true}; };
  Tells tells;
  if (i.opcode == Opcode::mov) {
    tells = told_by(i.operands[1]);
  } else if (i.opcode == Opcode::not_) {
    tells = turn(told_by(i.operands[1]));
  } else if (i.opcode == Opcode::and_) {
    tells.if_true = told_by(i.operands[1]).if_true || told_by(i.operands[2]).if_true;
  } else if (i.opcode == Opcode::or_) {
    tells.if_false = told_by(i.operands[1]).if_false || told_by(i.operands[2]).if_false;
  } else if (i.opcode == Opcode::xor_) {  // with a constant, as clang turns predicates
    for (const size_t o : {1, 2})
      if (const auto constant = origins.number_in(i.operands[3 - o]))
        tells = *constant & 1 ? turn(told_by(i.operands[o])) : told_by(i.operands[o]);
  }
  return tells;
}

class Fact {
 public:
  Fact() = default;
  // `comparisons`: by pc, what the predicates tell that they write.
  Fact(const Function& function, const Origins& origins, const Routes& routes,
       std::map<uint32_t, Tells> comparisons);

  bool is_told_by(uint32_t predicate, bool value) const;
  // By the guard of an instruction, to lanes that carry it out, or to those that do not.
  bool is_told_by_guard(const Instruction& i, bool carried_out) const;
  // To lanes that go from the end of a block to its successor number `s`.
  bool is_told_on_way(const Routes& routes, uint32_t block, size_t s) const;
  // Whether all lanes know it that come to an instruction.
  bool is_known_at(uint32_t pc) const { return !known_.empty() && known_[pc]; }
  // Whether the instruction is one of the comparisons.
  bool is_comparison(uint32_t pc) const { return comparisons_.contains(pc); }

 private:
  std::map<uint32_t, Tells> comparisons_;  // by pc
  std::map<uint32_t, Tells> predicates_;   // by register
  std::vector<bool> known_;                // by pc
};

}  // namespace simt::ptx
