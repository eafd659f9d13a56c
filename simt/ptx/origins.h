// Where the values of registers come from.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// Of one function, which it refers to.
class Origins {
 public:
  explicit Origins(const Function& function);

  // A register, and whether all of its bits are turned over.
  struct Turned {
    uint32_t reg = 0;
    bool is_turned = false;
    auto operator<=>(const Turned&) const = default;
  };
  // Which register a value was first in, through copies, conversions and complements.
  Turned of(uint32_t reg) const;
  // A number that is written there, or has been moved to the register.
  std::optional<uint64_t> number_in(const Operand& operand) const;

  // The instructions that write a register, by pc.
  const std::vector<uint32_t>& writers_of(uint32_t reg) const { return writers_[reg]; }
  // The only one, which all lanes carry out that come there; else null.
  const Instruction* writer_of(uint32_t reg) const;
  // The instructions, by pc, after which it may hold another value: those that write it or, where it is computed from other
  // registers alone, and would be the same if it were computed again, those that write these.
  std::set<uint32_t> changers_of(uint32_t reg) const;
  // Whether any instruction takes it.
  bool is_read(uint32_t reg) const { return is_read_[reg]; }

  // Whether an instruction hands on a value, as it is, in another width, or with all bits turned over.
  static bool hands_on(const Instruction& i);

 private:
  const Function& function_;
  std::vector<std::vector<uint32_t>> writers_;  // by register
  std::vector<bool> is_read_;                   // by register
};

}  // namespace simt::ptx
