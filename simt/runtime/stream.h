// Streams and events.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simt/frontend/include/driver_types.h"
#include "simt/model/timeline.h"
#include "simt/runtime/graph.h"

namespace simt::runtime {

struct Stream {
  cudaStream_t handle = nullptr;
  model::StreamId id = 0;  // 0 = the legacy default stream of its device
  uint32_t device = 0;
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  cudaLaunchAttributeValue window{};  // cudaStreamAttributeAccessPolicyWindow: kept, not modelled
  std::shared_ptr<Capture> capture;   // null where it executes
  std::vector<GraphNode*> frontier;   // what the next captured node depends on

  bool non_blocking() const { return (flags & cudaStreamNonBlocking) != 0; }
};

struct Event {
  model::EventId id = 0;
  uint32_t device = 0;
  unsigned flags = cudaEventDefault;
  std::shared_ptr<Capture> capture;  // last recorded in a capture: what it stands for there
  std::vector<GraphNode*> captured;
};

}  // namespace simt::runtime
