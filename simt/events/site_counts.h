// What one memory instruction did, counted.
#pragma once

#include <cstdint>

namespace simt::events {

// By the rules of Nsight Compute. Sums over workers are exact.
struct SiteCounts {
  uint64_t requests = 0;       // warp instructions with an active lane
  uint64_t threads = 0;        // lanes that took part
  uint64_t sectors = 0;        // global, generic to global: distinct 32-byte sectors a request
  uint64_t sectors_ideal = 0;  // as few as the active lanes' bytes need
  uint64_t wavefronts = 0;     // shared: see address rule in exec/banks.h
  uint64_t wavefronts_ideal = 0;
  uint64_t bank_conflicts = 0;  // wavefronts beyond one a group of lanes
  // Of a generic access, whose lanes may go to several spaces: the requests with lanes in shared
  // and in local memory, those with none in global memory, and the lanes outside of it.
  uint64_t shared_requests = 0, local_requests = 0, beside_requests = 0, beside_threads = 0;
  uint64_t barriers_passed = 0;  // mbarrier: warp instructions that found a phase over
  uint64_t constant_passes = 0;  // constant: different addresses, which are served in turn
  uint64_t local_sectors = 0;    // local: distinct sectors of the interleaved memory
  uint64_t sector_multiplicity =
      0;  // red and atom: sum over sectors of the largest same-address count

  // Requests with lanes in global memory, and those lanes, of an access that may go there.
  uint64_t global_requests() const { return requests - beside_requests; }
  uint64_t global_threads() const { return threads - beside_threads; }

  void add(const SiteCounts& other);
};

}  // namespace simt::events
