// What atomics store, and whether a comparison is one with that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "simt/ptx/facts.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"
#include "simt/ptx/routes.h"
#include "simt/ptx/same_address.h"

namespace simt::ptx {

// What an atomic takes besides the address: d a s..., or a s... without a result.
inline size_t first_value_of(const Instruction& atomic) {
  return info_of(atomic.opcode).access == Access::reduce ? 1 : 2;
}
inline const Operand& address_of(const Instruction& atomic) {
  return atomic.operands[first_value_of(atomic) - 1];
}
inline const Operand& stored_by(const Instruction& atomic) {
  return atomic.operands[first_value_of(atomic)];
}
// An atomic minimum, maximum, `and` or `or`: repeated, it changes nothing.
bool is_repeatable(const Instruction& i);
// A compare-and-swap: d a s s.
bool is_swap(const Instruction& i);

// What a register is computed from: another one, or 0 less that, and a number. All bits turned over are -1 less the number.
struct Sum {
  uint32_t reg = 0;
  bool is_negative = false;
  uint64_t added = 0;
  auto operator<=>(const Sum&) const = default;
};

// What a value is compared or combined with.
struct Partners {
  std::set<Sum> registers;
  std::set<uint64_t> numbers;
  bool is_empty() const { return registers.empty() && numbers.empty(); }
  bool operator==(const Partners&) const = default;
};

// All belong to one function, and are referred to.
class AtomicChecks {
 public:
  AtomicChecks(const Function& function, const Origins& origins, const Routes& routes,
               SameAddress& addresses)
      : function_(function), origins_(origins), routes_(routes), addresses_(addresses) {}

  // What an instruction compares or combines a value with, which an operand is or is not. The numbers next to it count if
  // that makes the comparison the same: `< 5` is `<= 4`, `<= x` is `< x + 1`. To compare `~value` with x is to compare the value
  // with `~x`.
  template <typename IsValue>
  Partners partners_of(const Instruction& i, IsValue is_value) const {
    Partners partners;
    const Operand* value = nullptr;
    for (size_t o = has_destination(i); o < i.operands.size(); ++o)
      if (is_value(i.operands[o]))
        value = &i.operands[o];
      else
        add(i, i.operands[o], partners);
    if (value != nullptr) undo(i, *value, partners);
    return partners;
  }
  // The instructions, by pc, that compute from a value what is compared in place of it, as far as partners_of() allows for
  // them.
  std::vector<uint32_t> undone_by(const Instruction& comparison, const Operand& value) const;
  // Whether what an atomic stores is among them, to be compared with a value.
  bool is_stored(const Partners& partners, const Instruction& atomic) const;
  // Whether they are the bits that an `or` sets or an `and` leaves out.
  bool are_bits(const Partners& partners, const Instruction& atomic) const;
  // Whether it is certain that these are several, and whether it is that there is one at most.
  bool has_several_bits(const Instruction& atomic) const;
  bool has_one_bit(const Instruction& atomic) const;
  // The shift, say `1 << place`, that makes them; or null.
  const Instruction* shift_of_bits(const Instruction& atomic) const;
  // Whether what a compare-and-swap swaps in is among them.
  bool is_swapped_in(const Partners& partners, const Instruction& swap) const;

  // Whether an atomic stores a number and all others of the function at its address do the same.
  bool is_all_there_is(uint32_t atomic) const;
  // Whether a compare-and-swap compares with a number, and whatever else the function writes at its address does so by
  // compare-and-swaps from that number: where one has swapped none will again.
  bool swaps_once(uint32_t atomic) const;
  // That a load of its address has read a value that the atomic would not change.
  Fact find_needless(uint32_t atomic) const;

 private:
  void add(const Instruction& i, const Operand& operand, Partners& partners) const;
  // `steps`: the instructions on the way, by pc.
  Sum sum_in(const Instruction& i, uint32_t reg, std::vector<uint32_t>* steps = nullptr) const;
  static bool can_undo(const Instruction& comparison, const Sum& value);
  void undo(const Instruction& i, const Operand& value, Partners& partners) const;
  bool is_among(const Partners& partners, const Instruction& atomic, const Operand& stored,
                bool turned) const;
  bool makes_one_bit(const Instruction& i) const;
  const Instruction* writer_of_bits(const Instruction& atomic) const;
  std::optional<uint64_t> shifted_bits(const Instruction& atomic) const;
  bool is_loaded_from(const Operand& operand, const Operand& address) const;
  Tells told_by(const Instruction& comparison, const Instruction& atomic) const;
  Tells told_by_order(const Instruction& comparison, size_t value, const Instruction& atomic) const;
  Tells told_by_bits(const Instruction& comparison, size_t value, const Instruction& atomic) const;

  const Function& function_;
  const Origins& origins_;
  const Routes& routes_;
  SameAddress& addresses_;
};

}  // namespace simt::ptx
