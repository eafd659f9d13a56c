// Loads whose value is no more than a guess, as an atomic decides again what it was taken to decide.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/atomic_checks.h"
#include "simt/ptx/claims.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"
#include "simt/ptx/routes.h"
#include "simt/ptx/same_address.h"
#include "simt/ptx/swaps.h"

namespace simt::ptx {

// Of one function, which it refers to.
class CheckedLoads {
 public:
  explicit CheckedLoads(const Function& function);
  CheckedLoads(const CheckedLoads&) = delete;
  CheckedLoads& operator=(const CheckedLoads&) = delete;

  // The atomics, by pc and in order, that check what the load at `pc` has read, at the same address: all that its value
  // reaches. Such are
  //  - an atomic minimum, maximum, `and` or `or` that is carried out, or not, by a comparison of the value itself with
  //    what the atomic stores, or by the bits of it that an `or` sets or an `and` clears;
  //  - one that stores a number, whatever the condition, if all atomics at that address do the same: it may have been
  //    done already, and then it changes nothing;
  //  - a compare-and-swap that compares with it, and whose result is looked at. What is computed from the value, or read
  //    from where it points, may be swapped in or be stored in what the swap publishes, and it may decide whether to try at
  //    all. Lanes that have swapped know that it held;
  //  - one from a number, whatever the condition, if all that the function writes at that address is swapped from that
  //    number: one that has been swapped stays so.
  //  - one that claims a place or a bit, if threads do the same whether the value is up to date or not (claims.h).
  // The value may also decide about a minimum, maximum, `and` or `or` at another address that is left out only where a
  // value of that address says that it would change nothing.
  // None where the value reaches anything else: another store or atomic, an address, what others do.
  std::vector<uint32_t> checking_atomics(uint32_t load);
  // Whether such an atomic claims what the load looks at, and has been carried out before by all lanes that load.
  bool is_behind_claim(uint32_t load, uint32_t atomic) const;
  // Whether such an atomic decides rightly whatever the one at `other` has done at that address since the load: a
  // compare-and-swap that compares with the value sees it, and of the same operation, say a maximum, one more is harmless.
  bool holds_beside(uint32_t atomic, uint32_t other) const;

 private:
  class Spread;

  const Function& function_;
  const Routes routes_;
  const Origins origins_;
  SameAddress addresses_;
  const AtomicChecks checks_;
  const Swaps swaps_;
  const Claims claims_;
  std::vector<std::vector<uint32_t>> conditions_;  // by pc
};

}  // namespace simt::ptx
