// Loads whose value is no more than a guess, as an atomic decides again what it was taken to decide.
#pragma once

#include <cstdint>
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
  //  - an atomic minimum, maximum, `and` or `or` that is carried out, or not, by a comparison of the value with what the
  //    atomic stores, or by the bits of it that an `or` sets or an `and` clears;
  //  - a compare-and-swap that compares with it. What is computed from it may be swapped in, and it may decide whether to
  //    try at all. Code that comes after the compare-and-swap knows whether the value held.
  // None where the value reaches anything else: another store or atomic, an address, what others do.
  std::vector<uint32_t> checking_atomics(uint32_t load);

 private:
  class Spread;

  // The register that a compare-and-swap compares with.
  struct Swap {
    uint32_t pc = 0, compared = 0;
    std::vector<bool> after;  // by pc: whether all ways there lead through it
  };
  std::vector<bool> find_dominated(uint32_t pc) const;

  const Function& function_;
  const Flow flow_;
  const SameAddress addresses_;
  std::vector<std::vector<uint32_t>> conditions_;  // by pc
  std::vector<std::vector<uint32_t>> writers_;     // by register
  std::vector<Swap> swaps_;
};

}  // namespace simt::ptx
