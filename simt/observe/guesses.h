// Plain loads whose value only leads up to an atomic of the same function, which then decides: how
// compare-and-swap loops and `if (best > x) atomicMin(&best, x)` begin.
#pragma once

#include <memory>
#include <unordered_map>

#include "simt/observe/access_sites.h"
#include "simt/ptx/program.h"

namespace simt::observe {

// Of one host thread: remembers what it has found out.
class Guesses {
 public:
  Guesses();
  ~Guesses();
  Guesses(const Guesses&) = delete;
  Guesses& operator=(const Guesses&) = delete;

  // True where a thread may go from the load to the atomic without a barrier of the block in
  // between and without beginning a turn of a loop anew: where each comes in the text says nothing,
  // for compilers lay out a function's blocks in any order.
  bool is_guess(const AccessSite& load, const AccessSite& atomic);

 private:
  class Paths;  // through one function
  std::unordered_map<const ptx::Function*, std::unique_ptr<Paths>> paths_;
};

}  // namespace simt::observe
