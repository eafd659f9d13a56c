// What cudaDeviceSetLimit() changes of a device, and what it is before.
#pragma once

#include <cstdint>

namespace simt {

struct Limits {
  uint64_t stack_bytes = 1024;      // of each thread, for recursion and alloca()
  uint64_t heap_bytes = 8 << 20;    // of malloc() in kernels
  uint64_t printf_bytes = 1 << 20;  // of what a launch prints: formats and arguments, and as text
};

}  // namespace simt
