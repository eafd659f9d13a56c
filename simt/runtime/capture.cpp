// Stream capture: operations become nodes of a graph.
#include <algorithm>
#include <set>

#include "simt/runtime/calls.h"
#include "simt/runtime/graph_nodes.h"

namespace simt::runtime {

cudaError_t capture_operation(Context& context, Stream& stream, Operation operation) {
  require(!stream.capture->invalidated, cudaErrorStreamCaptureInvalidated);
  GraphNode& node =
      add_node(context, *stream.capture->graph, std::move(operation), stream.frontier);
  stream.frontier = {&node};
  return cudaSuccess;
}

namespace {

constexpr const char* waits = "a call for which the host waits, while a stream is captured";

}  // namespace

void forbid_capture(Context& context, Stream& stream) {
  if (stream.capture) {
    stream.capture->invalidated = true;
    throw ApiError{cudaErrorStreamCaptureUnsupported, waits};
  }
  if (context.captures == 0 || stream.id != 0) return;
  // The default stream would wait for the capturing ones, which do nothing yet.
  for (const auto& [handle, other] : context.streams.all())
    if (other->capture && !other->non_blocking() && other->device == stream.device) {
      other->capture->invalidated = true;
      throw ApiError{cudaErrorStreamCaptureImplicit, waits};
    }
}

namespace {

// The nodes that lead to `from`, and those themselves.
std::set<const GraphNode*> reached_from(const std::vector<GraphNode*>& from) {
  std::set<const GraphNode*> reached;
  std::vector<const GraphNode*> waiting(from.begin(), from.end());
  while (!waiting.empty()) {
    const GraphNode* node = waiting.back();
    waiting.pop_back();
    if (!reached.insert(node).second) continue;
    waiting.insert(waiting.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return reached;
}

// Ends the capture in all its streams; tells whether the origin has waited for the others' work.
bool release_streams(Context& context, const std::shared_ptr<Capture>& capture,
                     const std::vector<GraphNode*>& end) {
  const auto reached = reached_from(end);
  bool joined = true;
  const auto release = [&](Stream& stream) {
    if (stream.capture != capture) return;
    for (const GraphNode* node : stream.frontier) joined &= reached.contains(node);
    stream.capture = nullptr;
    stream.frontier.clear();
    --context.captures;
  };
  for (const auto& [handle, stream] : context.streams.all()) release(*stream);
  for (const auto& [ordinal, device] : context.devices())
    for (const auto& [thread, stream] : device.per_thread) release(*stream);
  return joined;
}

cudaError_t begin(Context& context, cudaStream_t handle, std::shared_ptr<Graph> graph,
                  std::vector<GraphNode*> frontier, cudaStreamCaptureMode mode) {
  Stream& stream = context.stream(handle);
  require(stream.id != 0, cudaErrorStreamCaptureUnsupported);
  require(stream.capture == nullptr, cudaErrorIllegalState);
  require(mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed,
          cudaErrorInvalidValue);
  stream.capture = std::make_shared<Capture>();
  stream.capture->id = ++context.last_id;
  stream.capture->graph = std::move(graph);
  stream.capture->origin = handle;
  stream.capture->mode = mode;
  stream.frontier = std::move(frontier);
  ++context.captures;
  return cudaSuccess;
}

}  // namespace

}  // namespace simt::runtime

using namespace simt::runtime;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return api("cudaStreamBeginCapture", [&](Context& context) {
    return begin(context, stream, std::make_shared<Graph>(), {}, mode);
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData*, size_t count,
                                          cudaStreamCaptureMode mode) {
  return api("cudaStreamBeginCaptureToGraph", [&](Context& context) {
    const auto found = context.graphs.find(graph);
    require(found != nullptr, cudaErrorInvalidValue);
    return begin(context, stream, found, find_nodes(context, dependencies, count), mode);
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  return api("cudaStreamEndCapture", [&](Context& context) {
    require(graph);
    *graph = nullptr;
    Stream& stream = context.stream(handle);
    const auto capture = stream.capture;
    require(capture != nullptr, cudaErrorIllegalState);
    require(capture->origin == handle, cudaErrorStreamCaptureUnmatched);
    const auto end = stream.frontier;
    capture->ended = true;
    const bool joined = release_streams(context, capture, end);
    require(!capture->invalidated, cudaErrorStreamCaptureInvalidated);
    require(joined, cudaErrorStreamCaptureUnjoined);
    if (capture->graph->handle == nullptr)
      capture->graph->handle = context.graphs.add(capture->graph);
    *graph = capture->graph->handle;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(handle, status, nullptr, nullptr, nullptr, nullptr, nullptr);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, size_t* count) {
  return api("cudaStreamGetCaptureInfo", [&](Context& context) {
    require(status);
    Stream& stream = context.stream(handle);
    *status = stream.capture == nullptr     ? cudaStreamCaptureStatusNone
              : stream.capture->invalidated ? cudaStreamCaptureStatusInvalidated
                                            : cudaStreamCaptureStatusActive;
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    if (id != nullptr) *id = stream.capture->id;
    if (graph != nullptr) {
      auto& captured = stream.capture->graph;
      if (captured->handle == nullptr) captured->handle = context.graphs.add(captured);
      *graph = captured->handle;
    }
    if (dependencies != nullptr) {
      // Lent out until the thread asks again.
      thread_local std::vector<cudaGraphNode_t> handles;
      handles.clear();
      for (const GraphNode* node : stream.frontier) handles.push_back(node->handle);
      *dependencies = handles.data();
    }
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = stream.frontier.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData*, size_t count,
                                                unsigned flags) {
  return api("cudaStreamUpdateCaptureDependencies", [&](Context& context) {
    Stream& stream = context.stream(handle);
    require(stream.capture != nullptr, cudaErrorIllegalState);
    const auto nodes = find_nodes(context, dependencies, count);
    if (flags == cudaStreamSetCaptureDependencies) stream.frontier.clear();
    stream.frontier.insert(stream.frontier.end(), nodes.begin(), nodes.end());
    return cudaSuccess;
  });
}

// Calls during a capture are never refused for the mode's sake: any mode is as good as another.
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api("cudaThreadExchangeStreamCaptureMode", [&](Context&) {
    require(mode);
    thread_local cudaStreamCaptureMode present = cudaStreamCaptureModeGlobal;
    std::swap(*mode, present);
    return cudaSuccess;
  });
}

}  // extern "C"
