// Graphs of operations: as programs build or capture them, and ready to launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "simt/runtime/operation.h"

namespace simt::runtime {

struct GraphNode {
  cudaGraphNode_t handle = nullptr;
  Graph* graph = nullptr;
  Operation operation;
  std::vector<GraphNode*> dependencies;
  cudaGraphNode_t cloned_from = nullptr;  // in a clone: the node of the original
  std::vector<void*> arguments;           // lent out by cudaGraphKernelNodeGetParams()
};

struct Graph {
  cudaGraph_t handle = nullptr;
  std::vector<std::shared_ptr<GraphNode>> nodes;

  // The nodes, each behind those it depends on; empty where they go round in a circle.
  std::vector<GraphNode*> in_order() const;
};

struct GraphExec {
  struct Step {
    cudaGraphNode_t node;  // of the graph that it was made of
    Operation operation;
    bool enabled = true;
    std::vector<size_t> after;  // the steps that it depends on, by their places
  };
  std::vector<Step> steps;  // each behind those that it depends on
  unsigned long long flags = 0;
  Step* find(cudaGraphNode_t node);
};

// What streams record instead of executing.
struct Capture {
  uint64_t id = 0;
  std::shared_ptr<Graph> graph;
  cudaStream_t origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;  // that began it
  bool invalidated = false, ended = false;
};

}  // namespace simt::runtime
