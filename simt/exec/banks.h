// Wavefronts and bank conflicts of shared memory, counted by the rule of the hardware: 32 banks of
// 4-byte words, and an instruction takes as many wavefronts as its busiest bank has different
// words.
//
// These functions are the plain rule, lane by lane; the handlers remember what they found for a
// pattern of addresses.
#pragma once

#include <cstdint>

#include "simt/ptx/atomics.h"

namespace simt::exec {

struct BankCount {
  uint32_t wavefronts = 0;
  uint32_t ideal = 0;      // wavefronts if no two lanes met in a bank
  uint32_t conflicts = 0;  // wavefronts beyond one a group of lanes
  bool operator==(const BankCount&) const = default;
};

// Of a load or store of `bytes` a lane (1 to 32) by the lanes of `mask`, at these offsets in shared
// memory. Lanes are served together in groups of 32 up to 4 bytes, 16 of 8, 8 of 16; loads of
// neighbours (or next but one neighbours) at equal addresses double the group.
BankCount count_banks(const uint32_t* offsets, uint32_t mask, uint32_t bytes, bool load);

// Of an atomic operation: lanes that meet in a bank go one after the other, also those at one
// address, unless they are merely counted or their sum is added by one of them.
BankCount count_atomic_banks(const uint32_t* offsets, uint32_t mask, uint32_t bytes,
                             ptx::AtomicForm form);

}  // namespace simt::exec
