// Describes where a bad address lies relative to the allocation or variable that was meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simt/memory/layout.h"

namespace simt::memory {

// "1 byte", "4 bytes"
std::string count_bytes(uint64_t count);

// How an access that does not lie within an array misses it.
enum class Miss : uint8_t {
  beside,
  empty,      // the array has no bytes
  across_end  // it begins inside and ends past the end
};

// Of an access that begins at `address` and does not lie within the `size` bytes from `begin` on.
Miss miss_of(Address begin, uint64_t size, Address address);

// The same in words: "8 bytes past the end of bins (64 bytes)".
std::string describe_place(std::string_view name, Address begin, uint64_t size, Address address);

}  // namespace simt::memory
