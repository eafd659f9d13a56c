// Plain loads that only prepare an atomic of the same function, which decides: the first load of a
// compare-and-swap loop, or of `if (best > x) atomicMin(&best, x)`. ptx/checked_loads.h says which.
#pragma once

#include <memory>
#include <unordered_map>

#include "simt/observe/access_sites.h"
#include "simt/ptx/program.h"

namespace simt::observe {

// Used by one host thread; caches its answers.
class Guesses {
 public:
  // Strict: no load is one.
  explicit Guesses(bool is_strict);
  ~Guesses();
  Guesses(const Guesses&) = delete;
  Guesses& operator=(const Guesses&) = delete;

  // True if the load's value reaches nothing but atomics that check it, whatever this one of the same function does in between,
  // and one of them has claimed before what is loaded, or a thread may get to it from the load without a barrier of the block
  // and without a new iteration of a loop, unless that leaves what the atomic takes as it is. Their order in the text says
  // nothing, as compilers lay out a function's blocks in any order.
  bool is_guess(const AccessSite& load, const AccessSite& atomic);

 private:
  class Paths;     // through one function
  class Function;  // of its loads
  const bool is_strict_;
  std::unordered_map<const ptx::Function*, std::unique_ptr<Function>> functions_;
};

}  // namespace simt::observe
