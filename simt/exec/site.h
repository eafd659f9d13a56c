// What one memory instruction keeps on one host thread: what it touched last, and its counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "simt/events/bank_request.h"
#include "simt/events/site_counts.h"
#include "simt/exec/op.h"

namespace simt::ptx {
struct Function;
}

namespace simt::exec {

// How the bytes of a pattern lie, and so how they are fetched.
enum class Shape : uint8_t {
  none,        // no pattern is known
  contiguous,  // lane after lane, all 32 of them
  near,        // 16 lanes within 64 bytes, and the other 16
  middle,      // the same within 128 bytes
  far,         // the same within 256 bytes
  scattered,
};

// How 16 lanes with 64 places for elements between the lowest and the highest of them are stored at
// once: which lane each place takes its value from, and which places take one.
struct StorePlan {
  alignas(64) uint8_t lane[2][64] = {};
  uint64_t places[2] = {};
};

struct alignas(64) Site {
  // The part of an allocation that was touched last, in device addresses: `last` is the largest
  // offset from `begin` (a multiple of 32) at which an access of this instruction still lies
  // inside. Nothing is known before the first access.
  uint64_t begin = UINT64_MAX;
  uint64_t last = 0;
  ptrdiff_t delta = 0;      // leads from device addresses to the host
  uint64_t generation = 0;  // of the address space when they were looked up
  uint64_t readable = 0;    // bytes from `begin` that may be loaded, padding included
  bool writable = false;

  // The addresses that were counted last, relative to the first active lane's: the same pattern
  // elsewhere needs no counting again, for the sectors depend on it and on that lane's address %
  // 32, the banks on it and on that address % 4. It holds for the lanes of pattern_mask only.
  Shape shape = Shape::none;
  uint32_t pattern_mask = 0;
  int32_t low = 0, high = 0;     // of all active lanes
  int32_t half_low[2] = {0, 0};  // of lanes 0 to 15, and of 16 to 31
  int32_t half_high[2] = {0, 0};
  // Whether those leave out no byte between the lowest and the highest of them.
  enum class Density : uint8_t { unknown, dense, sparse } density[2] = {};

  alignas(64) events::SiteCounts counts;
  uint16_t pattern_ideal = 0;   // sectors
  uint16_t bank_ideal[4] = {};  // by first address % 4
  uint16_t wavefronts[4] = {};  // 0 = not counted yet
  uint16_t conflicts[4] = {};
  uint8_t sectors[32] = {};                 // by first address % 32; 0 = not counted yet
  const ptx::Function* function = nullptr;  // whose instruction it is; set by the maker of sites

  alignas(64) int32_t pattern[warp_size] = {};

  std::unique_ptr<StorePlan> plan;  // of a store, where its lanes are close enough together
  bool has_plan = false;            // for the pattern above
  // The request whose lanes met most in banks (exec/worst_request.h); null where none did.
  std::unique_ptr<events::BankRequest> worst;
};

}  // namespace simt::exec
