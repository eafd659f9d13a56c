// Where the bytes of a copy or a fill lie on the host, checked against what was allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "simt/memory/address_space.h"
#include "simt/memory/byte_ranges.h"
#include "simt/runtime/operation.h"
#include "simt/session/execution.h"

namespace simt::session {

struct Side {
  std::byte* host = nullptr;  // of the first byte
  bool on_device = false;     // device memory; managed and pinned memory are both sides
  bool pageable = false;      // ordinary memory of the program
  uint32_t device = 0;
  const memory::Allocation* allocation = nullptr;  // null for pageable memory
};

// From the first to the last byte that an area of rows and slices touches.
uint64_t span_of(const runtime::Area& area, uint64_t width, uint64_t height, uint64_t depth);

// The addresses of all bytes that it touches.
memory::ByteRanges bytes_of(const runtime::Area& area, uint64_t width, uint64_t height,
                            uint64_t depth);

// `what` says in a message which side it is ("destination"). Reports what is wrong, and throws
// ApiError.
Side find_side(Execution& execution, const runtime::Area& area, uint64_t span,
               std::string_view what);

}  // namespace simt::session
