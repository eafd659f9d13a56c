// Work that goes into a stream: executed at once, or kept as a node of a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "simt/events/finding.h"
#include "simt/frontend/include/driver_types.h"

namespace simt::runtime {

struct KernelEntry;
struct Graph;

struct KernelOperation {
  const KernelEntry* kernel = nullptr;
  events::Index3 grid{1, 1, 1}, block{1, 1, 1};
  uint64_t dynamic_shared = 0;
  bool cooperative = false;
  std::vector<std::byte> parameters;  // as Device::launch() takes them
};

// Rows of bytes in slices: row r of slice s begins at pointer + s * slice + r * pitch.
struct Area {
  void* pointer = nullptr;
  size_t pitch = 0, slice = 0;
};

struct CopyOperation {
  Area destination, source;
  size_t width = 0, height = 1, depth = 1;  // bytes, rows, slices
  cudaMemcpyKind kind = cudaMemcpyDefault;
  size_t bytes() const { return width * height * depth; }
};

struct FillOperation {
  Area destination;
  unsigned value = 0;
  unsigned element = 1;                     // bytes that a value takes: 1, 2 or 4
  size_t width = 0, height = 1, depth = 1;  // elements, rows, slices
  size_t bytes() const { return width * element * height * depth; }
};

struct HostOperation {
  cudaHostFn_t function = nullptr;
  void* data = nullptr;
};

struct RecordOperation {
  cudaEvent_t event = nullptr;
};

struct WaitOperation {
  cudaEvent_t event = nullptr;
};

struct EmptyOperation {};

struct GraphOperation {
  std::shared_ptr<Graph> graph;
};

// Memory that belongs to a graph: it was allocated when the node was made and stays with the graph.
struct AllocateOperation {
  void* pointer = nullptr;
  size_t bytes = 0;
};

struct FreeOperation {
  void* pointer = nullptr;
};

using Operation =
    std::variant<KernelOperation, CopyOperation, FillOperation, HostOperation, RecordOperation,
                 WaitOperation, EmptyOperation, GraphOperation, AllocateOperation, FreeOperation>;

}  // namespace simt::runtime
