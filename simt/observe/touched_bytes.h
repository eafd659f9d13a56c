// Which bytes of an allocation were touched, one bit per byte. Repeated accesses, in any order, are
// as fast as new ones.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/exec/op.h"
#include "simt/memory/byte_ranges.h"
#include "simt/memory/layout.h"

namespace simt::observe {

class TouchedBytes {
 public:
  TouchedBytes(memory::Address begin, uint64_t size);

  // Of the allocation, as all addresses here.
  void add(memory::Address begin, memory::Address end);
  // For lanes that access the same number of bytes, a power of two up to 32, at multiples of it.
  void add(uint32_t lanes, const memory::Address* addresses, uint32_t bytes) {
    const uint64_t one = (uint64_t{1} << bytes) - 1;
    uint64_t index = (addresses[std::countr_zero(lanes)] - begin_) / word_bytes, bits = 0;
    exec::for_active(lanes, [&](uint32_t lane) {
      const uint64_t offset = addresses[lane] - begin_;
      if (offset / word_bytes != index) {
        word(index) |= bits;
        index = offset / word_bytes;
        bits = 0;
      }
      bits |= one << offset % word_bytes;
    });
    word(index) |= bits;
  }
  // Whether all of these bytes were touched.
  bool holds(memory::Address begin, memory::Address end) const;
  memory::ByteRanges ranges() const;

 private:
  static constexpr uint64_t word_bytes = 64, page_words = 64;
  using Page = std::array<uint64_t, page_words>;

  uint64_t& word(uint64_t index) {
    std::unique_ptr<Page>& page = pages_[index / page_words];
    if (!page) page = std::make_unique<Page>();
    return (*page)[index % page_words];
  }

  memory::Address begin_;                     // of a word
  std::vector<std::unique_ptr<Page>> pages_;  // null if nothing was touched
};

}  // namespace simt::observe
