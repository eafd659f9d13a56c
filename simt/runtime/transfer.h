// Where the bytes of a copy or a fill lie on the host, checked against what was allocated.
#pragma once

#include "simt/runtime/execute.h"

namespace simt::runtime {

struct Side {
  std::byte* host = nullptr;  // of the first byte
  bool on_device = false;     // device memory; managed and pinned memory are both sides
  bool pageable = false;      // ordinary memory of the program
  uint32_t device = 0;
  const memory::Allocation* allocation = nullptr;  // null for pageable memory
};

// From the first to the last byte that an area of rows and slices touches.
uint64_t span_of(const Area& area, uint64_t width, uint64_t height, uint64_t depth);

// `what` says in a message which side it is ("destination"). Reports what is wrong, and throws
// ApiError.
Side find_side(Context& context, const Area& area, uint64_t span, std::string_view what);

// The operations that calls of the API ask for. Throw ApiError where a symbol is none, or too
// small.
CopyOperation copy_of(void* destination, const void* source, size_t count, cudaMemcpyKind kind);
CopyOperation copy_of(Context& context, const cudaMemcpy3DParms* parameters);
CopyOperation copy_to_symbol(Context& context, const void* symbol, const void* source, size_t count,
                             size_t offset, cudaMemcpyKind kind);
CopyOperation copy_from_symbol(Context& context, void* destination, const void* symbol,
                               size_t count, size_t offset, cudaMemcpyKind kind);

}  // namespace simt::runtime
