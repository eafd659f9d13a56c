// Whether two accesses are to one address, as far as the code alone tells.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"

namespace simt::ptx {

// Of one function, which it refers to as it does to the other.
class SameAddress {
 public:
  SameAddress(const Function& function, const Origins& origins)
      : function_(function), origins_(origins) {}

  // Whether two operands in brackets may name one address. False where both are computed in different ways from registers
  // that are written once, or that a loop moves on, or from different pointers; where code does not tell, true.
  bool may_be(const Operand& a, const Operand& b);
  // Whether they do, unless a register is written in between: both are the same sum.
  bool is(const Operand& a, const Operand& b) const;

 private:
  // A register, a symbol or nothing, and a number.
  struct Sum {
    Operand base;
    int64_t offset = 0;
  };
  Sum resolve(const Operand& address) const;
  // Parameters and variables that an address may be computed from; nothing if from something else as well.
  using Roots = std::set<std::tuple<Symbol::Kind, uint32_t, int64_t>>;
  const std::optional<Roots>& roots_of(const Operand& address);
  std::optional<Roots> find_roots(uint32_t of) const;
  bool may_be_equal(const Operand& a, const Operand& b, int depth);
  bool may_be_equal(uint32_t a, uint32_t b, int depth);
  bool may_be_equal(const Instruction& a, const Instruction& b, int depth);
  bool may_move_alike(uint32_t a, uint32_t b, int depth);

  const Function& function_;
  const Origins& origins_;
  std::map<uint32_t, std::optional<Roots>> roots_;  // of registers
  std::vector<std::pair<uint32_t, uint32_t>>
      assumed_;  // to be equal, while their steps are compared
  int steps_left_ = 0;
};

}  // namespace simt::ptx
