// Stream capture: operations become nodes of a graph.
#include <algorithm>
#include <set>
#include <thread>
#include <utility>

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
constexpr const char* by_default =
    "work in the default stream, which the stream that is captured waits for: "
    "cudaStreamNonBlocking "
    "makes one that does not, and so does a stream for that work";
constexpr const char* unsafe =
    "a call that may wait for the device, while a stream is captured: allocate, free and wait "
    "before "
    "cudaStreamBeginCapture() or after cudaStreamEndCapture()";

[[noreturn]] void invalidate(Capture& capture, cudaError_t error, const char* why) {
  capture.invalidated = true;
  throw ApiError{error, why};
}

// f(stream) for each stream, but for the default ones.
template <class F>
void for_each_stream(Context& context, F f) {
  for (const auto& [handle, stream] : context.streams.all()) f(*stream);
  for (const auto& [ordinal, device] : context.devices())
    for (const auto& [thread, stream] : device.per_thread) f(*stream);
}

}  // namespace

void forbid_capture(Context& context, Stream& stream) {
  if (stream.capture) invalidate(*stream.capture, cudaErrorStreamCaptureUnsupported, waits);
  forbid_implicit_wait(context, stream);
  forbid_unsafe_call(context);
}

void forbid_implicit_wait(Context& context, Stream& stream) {
  if (context.captures == 0 || stream.id != 0) return;
  for_each_stream(context, [&](Stream& other) {
    if (other.capture && !other.non_blocking() && other.device == stream.device)
      invalidate(*other.capture, cudaErrorStreamCaptureImplicit, by_default);
  });
}

void forbid_unsafe_call(Context& context) {
  const cudaStreamCaptureMode present = this_thread().capture_mode;
  if (context.captures == 0 || present == cudaStreamCaptureModeRelaxed) return;
  for_each_stream(context, [&](Stream& stream) {
    if (!stream.capture) return;
    const auto& [mode, thread] = std::pair(stream.capture->mode, stream.capture->thread);
    const bool forbids = thread == std::this_thread::get_id()
                             ? mode != cudaStreamCaptureModeRelaxed
                             : mode == cudaStreamCaptureModeGlobal && present == mode;
    if (forbids) invalidate(*stream.capture, cudaErrorStreamCaptureUnsupported, unsafe);
  });
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
  for_each_stream(context, release);
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
  stream.capture->thread = std::this_thread::get_id();
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

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api("cudaThreadExchangeStreamCaptureMode", [&](Context&) {
    require(mode);
    std::swap(*mode, this_thread().capture_mode);
    return cudaSuccess;
  });
}

}  // extern "C"
