// The stacks of a worker's threads: all of one size, whatever `ulimit -s` says, with room below each in which a full one is
// noticed, and another stack each for the signal that says so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warplab {

// From here on, calls `run` on a stack of stack_bytes; threads that are made with no size of their own have as much.
int run_on_own_stack(int (*run)());

// The size of the calling thread's stack if that is full, as an access to `address` failed with its stack pointer there;
// else 0. For signal handlers.
std::size_t size_of_full_stack(std::uintptr_t address, std::uintptr_t stack_pointer);

}  // namespace warplab
