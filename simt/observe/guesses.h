// Plain loads that only prepare an atomic of the same function, which decides: the first load of a
// compare-and-swap loop, or of `if (best > x) atomicMin(&best, x)`.
#pragma once

#include <memory>
#include <unordered_map>

#include "simt/observe/access_sites.h"
#include "simt/ptx/program.h"

namespace simt::observe {

// Used by one host thread; caches its answers.
class Guesses {
 public:
  Guesses();
  ~Guesses();
  Guesses(const Guesses&) = delete;
  Guesses& operator=(const Guesses&) = delete;

  // True if a thread may get from the load to the atomic without a barrier of the block and without
  // a new iteration of a loop. Their order in the text says nothing, as compilers lay out a
  // function's blocks in any order.
  bool is_guess(const AccessSite& load, const AccessSite& atomic);

 private:
  class Paths;  // through one function
  std::unordered_map<const ptx::Function*, std::unique_ptr<Paths>> paths_;
};

}  // namespace simt::observe
