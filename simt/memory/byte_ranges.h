// Which bytes of a memory were touched.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "simt/memory/layout.h"

namespace simt::memory {

struct ByteRange {
  Address begin = 0, end = 0;
};

// A set of bytes, as ranges. Of a set in more pieces than `most_pieces` some are forgotten: what is
// in it has been added, in any case.
class ByteRanges {
 public:
  static constexpr size_t most_pieces = 4096;

  ByteRanges() = default;
  ByteRanges(Address begin, Address end) { add(begin, end); }

  void add(Address begin, Address end);
  void add(const ByteRanges& others);
  // Apart from each other and in order.
  const std::vector<ByteRange>& pieces() const;
  bool holds(Address address) const;
  // The first byte that both have.
  std::optional<Address> first_common(const ByteRanges& other) const;

 private:
  static constexpr size_t first_limit = 1024,
                          last_limit = 1 << 16;  // of pieces until they are joined

  void join(size_t most) const;

  mutable std::vector<ByteRange> pieces_;
  mutable bool is_in_order_ = true;
  size_t limit_ = first_limit;
};

}  // namespace simt::memory
