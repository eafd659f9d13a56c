// Which machine instruction ptxas makes of an atom or red: counts and times depend on it.
#pragma once

#include <cstdint>

#include "simt/ptx/program.h"

namespace simt::ptx {

enum class AtomicForm : uint8_t {
  plain,
  counting,          // shared memory: adds 1 and discards the result (ATOMS.POPC.INC)
  compare_and_swap,  // shared memory: goes through it twice
  aggregated,        // all lanes at one address: one of them adds the warp's sum
};

AtomicForm atomic_form(const Function& function, const Instruction& instruction);

// Whether nothing in the function reads what the instruction computes. An atom is a RED then.
bool discards_result(const Function& function, const Instruction& instruction);

}  // namespace simt::ptx
