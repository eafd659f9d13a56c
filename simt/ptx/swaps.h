// The compare-and-swaps of a function, and what only those know, or see, that have swapped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "simt/ptx/facts.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"
#include "simt/ptx/routes.h"
#include "simt/ptx/same_address.h"

namespace simt::ptx {

struct Swap {
  uint32_t pc = 0;
  std::optional<uint32_t> compared;  // the register that it compares with; else a number
  Fact has_swapped, has_failed;      // told by comparisons of what it returns with that
};

// All belong to one function, and are referred to.
class Swaps {
 public:
  Swaps(const Function& function, const Origins& origins, const Routes& routes,
        SameAddress& addresses);

  const std::vector<Swap>& all() const { return swaps_; }

  // Whether a plain store is a part of what the swap publishes, as `nodes[i].next = old` is of
  // `do { old = head; nodes[i].next = old; } while (atomicCAS(&head, old, i) != old)`: what it stores, as far as that is
  // computed from registers marked as `guessed`, is computed from what the swap compares with, before each try anew; and
  // from the store on a lane does nothing else that others may see until it has swapped, or stores again, but count the swaps
  // that have failed.
  bool publishes(const Swap& swap, uint32_t store, const std::vector<bool>& guessed) const;

 private:
  std::map<uint32_t, Tells> compare_result(uint32_t swap_pc) const;
  // An atomic that adds to what nobody reads before the kernel's end.
  bool is_count(uint32_t pc) const;
  bool comes_untold(const Fact& fact, uint32_t from, uint32_t to) const;
  // The register that a copy is of.
  uint32_t copied_to(uint32_t reg) const;
  bool is_of_now(uint32_t reg, uint32_t pc, uint32_t origin, const std::vector<bool>& guessed,
                 int& steps_left) const;
  bool leaves_nothing_else(const Swap& swap, uint32_t store) const;
  bool is_told_after(const Swap& swap, uint32_t store, uint32_t block, size_t s) const;
  Tells told_after(const Swap& swap, uint32_t store, uint32_t predicate, uint32_t pc,
                   int steps_left) const;

  const Function& function_;
  const Origins& origins_;
  const Routes& routes_;
  SameAddress& addresses_;
  std::vector<Swap> swaps_;
};

}  // namespace simt::ptx
