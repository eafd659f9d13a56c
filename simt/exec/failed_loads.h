// Values that loads have failed to load, for faults that follow from them: a lane whose load goes nowhere gets 0, and an
// address that is computed from it is no mistake of its own.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "simt/exec/op.h"
#include "simt/ptx/program.h"

namespace simt::exec {

// Of one host thread; asked at faults alone.
class FailedLoads {
 public:
  FailedLoads();
  ~FailedLoads();
  FailedLoads(const FailedLoads&) = delete;
  FailedLoads& operator=(const FailedLoads&) = delete;

  // A fault of these lanes at the instruction: returns those whose address, or called function, does not come from a load
  // that has failed in the lane before. If the instruction loads, it has failed now in all of them.
  uint32_t add(const Warp& warp, const ptx::Function& function, uint32_t pc, uint32_t lanes);

 private:
  class Sources;  // of the addresses in one function
  struct Failed {
    uint64_t block = 0;  // the last one of the warp
    std::map<std::pair<const ptx::Function*, uint32_t>, uint32_t> lanes;  // by pc
  };

  std::unordered_map<const Warp*, Failed> failed_;
  std::unordered_map<const ptx::Function*, std::unique_ptr<Sources>> sources_;
};

}  // namespace simt::exec
