// Loads whose value is no more than a guess, as an atomic decides again what it was taken to decide.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "simt/ptx/flow.h"
#include "simt/ptx/program.h"
#include "simt/ptx/same_address.h"

namespace simt::ptx {

// Of one function, which it refers to.
class CheckedLoads {
 public:
  explicit CheckedLoads(const Function& function);

  // The atomics, by pc and in order, that check what the load at `pc` has read, at the same address: all that its value
  // reaches. Such are
  //  - an atomic minimum, maximum, `and` or `or` that is carried out, or not, by a comparison of the value itself with
  //    what the atomic stores, or by the bits of it that an `or` sets or an `and` clears;
  //  - a compare-and-swap that compares with it, and whose result is looked at. What is computed from the value may be
  //    swapped in, and it may decide whether to try at all. Lanes that have swapped know that it held.
  // None where the value reaches anything else: another store or atomic, an address, what others do.
  std::vector<uint32_t> checking_atomics(uint32_t load);

 private:
  class Spread;

  // A register, and whether all of its bits are turned over.
  using Turned = std::pair<uint32_t, bool>;

  // What the value of a predicate tells.
  struct Outcome {
    bool swapped_if_true = false, swapped_if_false = false;
    bool swapped_if(bool value) const { return value ? swapped_if_true : swapped_if_false; }
  };
  // A compare-and-swap, and where its outcome is known.
  struct Swap {
    uint32_t pc = 0, result = 0, compared = 0;  // registers: what it returns, what it compares with
    std::map<uint32_t, Outcome> outcomes;       // by predicate
    std::set<uint32_t> comparisons;             // of the result with `compared`, by pc
    std::vector<bool> swapped;                  // by pc: only lanes that have swapped come there
  };
  void find_outcomes(Swap& swap) const;
  void find_swapped(Swap& swap) const;
  Turned origin_of(uint32_t reg) const;
  // By pc: whether all ways there lead through this one.
  std::vector<bool> find_dominated(uint32_t pc) const;

  const Function& function_;
  const Flow flow_;
  mutable SameAddress addresses_;
  std::vector<std::vector<uint32_t>> conditions_;  // by pc
  std::vector<std::vector<uint32_t>> writers_;     // by register
  std::vector<bool> is_read_;                      // by register
  std::vector<Swap> swaps_;
};

}  // namespace simt::ptx
