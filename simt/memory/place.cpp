#include "simt/memory/place.h"

#include <fmt/format.h>

namespace simt::memory {

std::string count_bytes(uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "byte" : "bytes");
}

Miss miss_of(Address begin, uint64_t size, Address address) {
  if (size == 0) return Miss::empty;
  return address >= begin && address < begin + size ? Miss::across_end : Miss::beside;
}

std::string describe_place(std::string_view name, Address begin, uint64_t size, Address address) {
  const std::string what = fmt::format("{} ({})", name, count_bytes(size));
  const Address end = begin + size;
  if (address < begin)
    return fmt::format("{} before the beginning of {}", count_bytes(begin - address), what);
  if (address < end) return "across the end of " + what;
  if (address == end) return "just past the end of " + what;
  return fmt::format("{} past the end of {}", count_bytes(address - end), what);
}

}  // namespace simt::memory
