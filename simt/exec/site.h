// What one memory instruction keeps on one host thread: what it touched last, and its counts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/exec/op.h"

namespace simt::exec {

// Counts of one memory instruction, by the rules of Nsight Compute. Sums over workers are exact.
struct SiteCounts {
  uint64_t requests = 0;       // warp instructions with an active lane
  uint64_t threads = 0;        // lanes that took part
  uint64_t sectors = 0;        // global, generic to global: distinct 32-byte sectors a request
  uint64_t sectors_ideal = 0;  // as few as the active lanes' bytes need
  uint64_t wavefronts = 0;     // shared: see address rule in exec/banks.h
  uint64_t wavefronts_ideal = 0;
  uint64_t bank_conflicts = 0;   // wavefronts beyond one a group of lanes
  uint64_t shared_requests = 0;  // of those requests that went to shared memory (generic accesses)
  uint64_t local_sectors = 0;    // local: distinct sectors of the interleaved memory
  uint64_t sector_multiplicity =
      0;  // red and atom: sum over sectors of the largest same-address count

  void add(const SiteCounts& other);
};

struct Site {
  // The allocation that was touched last: device addresses, and what leads to the host.
  uint64_t begin = 0, end = 0;
  ptrdiff_t delta = 0;
  uint64_t generation = 0;  // of the address space when they were looked up
  bool writable = false;

  SiteCounts counts;

  // The address pattern that was counted last: the same pattern elsewhere needs no counting again.
  // (Layout and meaning: exec/handlers/memory_access.h.)
  alignas(64) uint32_t pattern[warp_size] = {};
  uint32_t pattern_mask = 0;
  uint32_t pattern_key = 0;
  uint16_t pattern_wavefronts = 0, pattern_conflicts = 0, pattern_ideal = 0;
  uint8_t pattern_sectors[32] = {};  // by (first address % 32); 0 = not counted yet
};

}  // namespace simt::exec
