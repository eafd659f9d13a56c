// What of an array nothing has written, where somebody takes it for a result.
#pragma once

#include <cstdint>
#include <optional>

#include "simt/memory/byte_ranges.h"
#include "simt/memory/layout.h"
#include "simt/observe/global_shadow.h"

namespace simt::observe {

struct Unwritten {
  uint64_t bytes = 0;
  memory::Address first = 0;
  uint64_t element = 1;  // bytes
};

// The elements, among these bytes of one allocation, that neither a copy nor a memset nor a kernel has written. An element
// is as wide as the widest store of a kernel to the allocation, a vector counting as a whole, so padding, which is less, is
// none. Where that is no part of how much is asked for, and of where that begins, the elements are narrower: 1003 bytes
// are none of a `uchar4`. Nothing where the allocation's user decides how much there is:
//  - At the end of every 16 bytes, where no 16 bytes have it written: that pads a type of alignas(16).
//  - In an allocation in which a kernel has stored at a place that it had computed from other memory, or moved on as that
//    decided, the ticket of an atomic say: how much it holds depends on data.
std::optional<Unwritten> find_unwritten(GlobalMemory& memory, const memory::ByteRanges& bytes);

}  // namespace simt::observe
