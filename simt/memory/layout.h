// Where the address spaces lie in generic (64-bit) addresses.
//
// A device address is never a host address: these ranges are not mapped in a host process, so that
// a host program that follows a device pointer stops at once, with an address that says what it
// was.
#pragma once

#include <cstdint>

namespace simt::memory {

using Address = uint64_t;

// Allocations in device memory, constants and module variables included. Device n begins at
// global_begin + n * device_stride.
inline constexpr Address global_begin = 0x2000'0000'0000;
inline constexpr Address device_stride = 0x0040'0000'0000;
inline constexpr Address global_end = 0x2400'0000'0000;

// Shared memory of the block that asks: generic address = shared_window + offset in shared memory.
inline constexpr Address shared_window = 0x2800'0000'0000;
inline constexpr uint64_t shared_window_size = 0x100'0000;

// Local memory of the thread that asks: generic address = local_window + offset.
inline constexpr Address local_window = 0x2900'0000'0000;
inline constexpr uint64_t local_window_size = 0x1000'0000;

// The parameters of the running kernel: generic address = param_window + offset; read-only.
inline constexpr Address param_window = 0x2a00'0000'0000;
inline constexpr uint64_t param_window_size = 0x1'0000;

// Addresses of functions: function_window + 16 * index in Module::functions.
inline constexpr Address function_window = 0x2b00'0000'0000;

}  // namespace simt::memory
