// Keeps, for each load and store, the request of shared memory whose lanes met most in banks.
#pragma once

#include <cstdint>
#include <optional>

#include "simt/events/bank_request.h"
#include "simt/exec/op.h"
#include "simt/exec/site.h"

namespace simt::exec {

// Whether a request that takes so many wavefronts is worse than any before.
inline bool is_worst(const Site& site, uint32_t wavefronts) {
  return !site.worst || wavefronts > site.worst->wavefronts;
}

// Of `mask`'s lanes, `bytes` each, at these 32 offsets. To be called for requests with bank conflicts
// alone.
void keep_worst(Site& site, const Warp& warp, uint32_t mask, const uint32_t* offsets,
                uint32_t bytes, uint32_t wavefronts, bool load);

// The worst of several host threads': of equal ones that of the lowest block and warp, so it does not
// depend on who ran what unless blocks wait for each other: each thread keeps the first that it met.
void keep_if_worse(std::optional<events::BankRequest>& worst, const events::BankRequest& request);

}  // namespace simt::exec
