// Graphs that are ready to launch: instantiation, launch, changes of their nodes.
#include <map>
#include <utility>
#include <vector>

#include "simt/runtime/calls.h"
#include "simt/runtime/graph_nodes.h"

using namespace simt::runtime;

namespace {

std::vector<GraphExec::Step> steps_of(const std::vector<GraphNode*>& order) {
  std::map<const GraphNode*, size_t> places;
  std::vector<GraphExec::Step> steps;
  for (const GraphNode* node : order) {
    GraphExec::Step step{node->handle, node->operation, true, {}};
    for (const GraphNode* before : node->dependencies) step.after.push_back(places.at(before));
    places[node] = steps.size();
    steps.push_back(std::move(step));
  }
  return steps;
}

cudaError_t instantiate(Context& context, cudaGraphExec_t* executable, cudaGraph_t handle,
                        unsigned long long flags) {
  require(executable);
  const Graph& graph = find_graph(context, handle);
  const auto order = graph.in_order();
  require(order.size() == graph.nodes.size(), cudaErrorInvalidValue);
  auto made = std::make_shared<GraphExec>();
  made->flags = flags;
  made->steps = steps_of(order);
  *executable = context.executables.add(made);
  return cudaSuccess;
}

std::shared_ptr<GraphExec> find_executable(Context& context, cudaGraphExec_t handle) {
  auto found = context.executables.find(handle);
  require(found != nullptr, cudaErrorInvalidValue, "a graph that is not there, or not any more");
  return found;
}

// Replaces the operation of a step by another of the same type.
template <class T>
cudaError_t replace(Context& context, cudaGraphExec_t executable, cudaGraphNode_t node,
                    T operation) {
  GraphExec::Step* step = find_executable(context, executable)->find(node);
  require(step != nullptr && std::holds_alternative<T>(step->operation), cudaErrorInvalidValue);
  step->operation = std::move(operation);
  return cudaSuccess;
}

// A launch in a stream that is being captured becomes a child graph there.
GraphOperation as_child(Context& context, const GraphExec& executable) {
  auto graph = std::make_shared<Graph>();
  std::vector<GraphNode*> last;
  for (const auto& step : executable.steps)
    if (step.enabled) last = {&add_node(context, *graph, step.operation, last)};
  return {graph};
}

// Whether two operations differ only in what an update may change.
bool same_type(const Operation& a, const Operation& b) { return a.index() == b.index(); }

}  // namespace

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags) {
  return api("cudaGraphInstantiate",
             [&](Context& context) { return instantiate(context, executable, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  return api("cudaGraphInstantiateWithFlags",
             [&](Context& context) { return instantiate(context, executable, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  return api("cudaGraphInstantiateWithParams", [&](Context& context) {
    require(parameters);
    const cudaError_t error = instantiate(context, executable, graph, parameters->flags);
    parameters->errNode_out = nullptr;
    parameters->result_out =
        error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    return error;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream_handle) {
  return api("cudaGraphLaunch", [&](Context& context) {
    const auto executable = find_executable(context, handle);
    Stream& stream = context.stream(stream_handle);
    if (stream.capture) return context.submit(stream, as_child(context, *executable));
    return context.backend().launch(stream, *executable);
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  return api("cudaGraphUpload", [&](Context& context) {
    find_executable(context, executable);
    context.stream(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return api("cudaGraphExecDestroy", [&](Context& context) {
    require(context.executables.erase(executable), cudaErrorInvalidValue);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags) {
  return api("cudaGraphExecGetFlags", [&](Context& context) {
    require(flags);
    *flags = find_executable(context, executable)->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  return api("cudaGraphExecUpdate", [&](Context& context) {
    require(info);
    *info = {};
    const auto executable = find_executable(context, handle);
    const auto order = find_graph(context, graph).in_order();
    if (order.size() != executable->steps.size()) {
      info->result = cudaGraphExecUpdateErrorTopologyChanged;
      return cudaErrorGraphExecUpdateFailure;
    }
    for (size_t i = 0; i < order.size(); ++i) {
      if (same_type(order[i]->operation, executable->steps[i].operation)) continue;
      info->result = cudaGraphExecUpdateErrorNodeTypeChanged;
      info->errorNode = order[i]->handle;
      return cudaErrorGraphExecUpdateFailure;
    }
    auto steps = steps_of(order);
    for (size_t i = 0; i < steps.size(); ++i) steps[i].enabled = executable->steps[i].enabled;
    executable->steps = std::move(steps);
    info->result = cudaGraphExecUpdateSuccess;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned enabled) {
  return api("cudaGraphNodeSetEnabled", [&](Context& context) {
    auto* step = find_executable(context, executable)->find(node);
    require(step != nullptr, cudaErrorInvalidValue);
    step->enabled = enabled != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned* enabled) {
  return api("cudaGraphNodeGetEnabled", [&](Context& context) {
    require(enabled);
    const auto* step = find_executable(context, executable)->find(node);
    require(step != nullptr, cudaErrorInvalidValue);
    *enabled = step->enabled ? 1 : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* p) {
  return api("cudaGraphExecKernelNodeSetParams", [&](Context& context) {
    require(p);
    return replace(
        context, executable, node,
        kernel_of(context, p->func, p->gridDim, p->blockDim, p->sharedMemBytes, p->kernelParams));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* p) {
  return api("cudaGraphExecMemcpyNodeSetParams", [&](Context& context) {
    return replace(context, executable, node, copy_of(context, p));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void* destination, const void* source, size_t bytes,
                                               cudaMemcpyKind kind) {
  return api("cudaGraphExecMemcpyNodeSetParams1D", [&](Context& context) {
    return replace(context, executable, node, copy_of(destination, source, bytes, kind));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable,
                                                     cudaGraphNode_t node, const void* symbol,
                                                     const void* source, size_t bytes,
                                                     size_t offset, cudaMemcpyKind kind) {
  return api("cudaGraphExecMemcpyNodeSetParamsToSymbol", [&](Context& context) {
    return replace(context, executable, node,
                   copy_to_symbol(context, symbol, source, bytes, offset, kind));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable,
                                                       cudaGraphNode_t node, void* destination,
                                                       const void* symbol, size_t bytes,
                                                       size_t offset, cudaMemcpyKind kind) {
  return api("cudaGraphExecMemcpyNodeSetParamsFromSymbol", [&](Context& context) {
    return replace(context, executable, node,
                   copy_from_symbol(context, destination, symbol, bytes, offset, kind));
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* p) {
  return api("cudaGraphExecMemsetNodeSetParams", [&](Context& context) {
    require(p);
    return replace(context, executable, node,
                   fill_of(p->dst, p->pitch, p->value, p->elementSize, p->width, p->height));
  });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* p) {
  return api("cudaGraphExecHostNodeSetParams", [&](Context& context) {
    require(p);
    require(p->fn != nullptr, cudaErrorInvalidValue);
    return replace(context, executable, node, HostOperation{p->fn, p->userData});
  });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return api("cudaGraphExecChildGraphNodeSetParams", [&](Context& context) {
    std::map<const GraphNode*, GraphNode*> copies;
    return replace(context, executable, node,
                   GraphOperation{clone_graph(context, find_graph(context, child), copies)});
  });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return api("cudaGraphExecEventRecordNodeSetEvent", [&](Context& context) {
    context.event(event);
    return replace(context, executable, node, RecordOperation{event});
  });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return api("cudaGraphExecEventWaitNodeSetEvent", [&](Context& context) {
    context.event(event);
    return replace(context, executable, node, WaitOperation{event});
  });
}

}  // extern "C"
