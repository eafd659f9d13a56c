// What atomics claim, each for one thread: an empty place by a compare-and-swap from a number, a bit by setting or clearing it.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/atomic_checks.h"
#include "simt/ptx/origins.h"
#include "simt/ptx/program.h"
#include "simt/ptx/routes.h"
#include "simt/ptx/same_address.h"

namespace simt::ptx {

// All belong to one function, and are referred to.
class Claims {
 public:
  Claims(const Function& function, const Origins& origins, const Routes& routes,
         SameAddress& addresses, const AtomicChecks& checks)
      : function_(function),
        origins_(origins),
        routes_(routes),
        addresses_(addresses),
        checks_(checks) {}

  // The atomics, by pc, that claim something at an address, if the function writes there in no other way: what has been
  // claimed stays so.
  std::vector<uint32_t> at(const Operand& address) const;

  // Whether all lanes that load have tried before to claim the same place: what is claimed stays so, whoever did.
  bool is_behind(uint32_t load, uint32_t claim) const;

  // Whether threads do the same by a value that is out of date as by one that is not. The load at `load` writes it to the
  // register `value`, `acts` marks what it decides or reaches, by pc, and others may see. Threads
  //  - may act by a value that says that nothing is left to claim: it stays right;
  //  - with any other claim, before they act or look elsewhere, and may act if they have succeeded;
  //  - where others were first, look again, or do what they do if the value says so.
  bool settle(uint32_t load, const Operand& address, uint32_t value,
              const std::vector<uint32_t>& claims, const std::vector<bool>& acts) const;

 private:
  class Settlement;

  const Function& function_;
  const Origins& origins_;
  const Routes& routes_;
  SameAddress& addresses_;
  const AtomicChecks& checks_;
};

}  // namespace simt::ptx
