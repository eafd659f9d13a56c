// Numbers that nobody can foresee: seeds of inputs, and what outputs are filled with.
#pragma once

#include <sys/random.h>

#include <cstdint>

#include "autograder/sandbox/process.h"

namespace warplab {

// Throws GraderError where the kernel has none.
inline std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != sizeof seed) throw GraderError("getrandom failed");
  return seed;
}

// A NaN that no computation returns by itself, another one every time.
inline std::uint32_t random_poison() {
  constexpr std::uint32_t quiet_nan = 0x7fc00000;
  return quiet_nan | (static_cast<std::uint32_t>(random_seed()) & 0x3fffff) | 1;
}

}  // namespace warplab
