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
  uint64_t element = 1;  // bytes of the widest value that kernels have stored there
};

// The elements, among these bytes of one allocation, that neither a copy nor a memset nor a kernel has written. An element
// is as wide as the widest value that a kernel has stored in the allocation, so padding, which is less, is none. Nothing
// where the allocation's user decides how much there is:
//  - At the end of every 16 bytes, where no 16 bytes have it written: that pads a type of alignas(16).
//  - In an allocation in which a kernel has stored at a place that it had computed from other memory, the ticket of an
//    atomic say: how much it holds depends on data.
std::optional<Unwritten> find_unwritten(GlobalMemory& memory, const memory::ByteRanges& bytes);

}  // namespace simt::observe
