// An address as the sum that the code computes: compilers compute one address in several ways.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"

namespace simt::ptx {

struct AddressSum {
  // A register, and how its 4 bytes were made 8.
  enum class Widened : uint8_t { no, with_sign, with_zeros };
  using Term = std::pair<uint32_t, Widened>;

  std::map<Term, uint64_t> factors;
  std::optional<std::pair<Symbol::Kind, uint32_t>> variable;
  uint64_t number = 0;
  bool operator==(const AddressSum&) const = default;
};

// What an operand in brackets adds up to: followed through additions, and through multiplications by numbers, as far as
// registers are written once, or in one way.
AddressSum sum_of(const Operand& address, const Function& function, const Origins& origins);

}  // namespace simt::ptx
