// Graphs: making them and adding nodes.
#include "simt/runtime/calls.h"
#include "simt/runtime/graph_nodes.h"

using namespace simt::runtime;

namespace {

// Adds the node that make() describes, and gives back its handle.
template <class Make>
cudaError_t add(const char* name, const void* caller, cudaGraphNode_t* node, cudaGraph_t graph,
                const cudaGraphNode_t* dependencies, size_t count, Make&& make) {
  return api(
      name,
      [&](Context& context) {
        require(node);
        Graph& owner = find_graph(context, graph);
        auto before = find_nodes(context, dependencies, count);
        *node = add_node(context, owner, make(context), before).handle;
        return cudaSuccess;
      },
      On::working_device, caller);
}

HostOperation host_of(cudaHostFn_t function, void* data) {
  require(function != nullptr, cudaErrorInvalidValue);
  return {function, data};
}

GraphOperation child_of(Context& context, cudaGraph_t graph) {
  std::map<const GraphNode*, GraphNode*> copies;
  return {clone_graph(context, find_graph(context, graph), copies)};
}

// Memory of a graph is allocated when the node is made, and stays until the graph goes.
AllocateOperation allocate_for(Context& context, const cudaMemPoolProps& pool, size_t bytes,
                               void** pointer) {
  DeviceState& device = context.device(pool.location.id);
  *pointer = context.allocate(device, bytes, simt::memory::Kind::device, {.origin = Origin::graph});
  return {*pointer, bytes};
}

Operation operation_of(Context& context, cudaGraphNodeParams& p) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return kernel_of(context, p.kernel.func, p.kernel.gridDim, p.kernel.blockDim,
                       p.kernel.sharedMemBytes, p.kernel.kernelParams);
    case cudaGraphNodeTypeMemcpy:
      return copy_of(context, &p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return fill_of(p.memset.dst, p.memset.pitch, p.memset.value, p.memset.elementSize,
                     p.memset.width, p.memset.height);
    case cudaGraphNodeTypeHost:
      return host_of(p.host.fn, p.host.userData);
    case cudaGraphNodeTypeGraph:
      return child_of(context, p.graph.graph);
    case cudaGraphNodeTypeEmpty:
      return EmptyOperation{};
    case cudaGraphNodeTypeWaitEvent:
      context.event(p.eventWait.event);
      return WaitOperation{p.eventWait.event};
    case cudaGraphNodeTypeEventRecord:
      context.event(p.eventRecord.event);
      return RecordOperation{p.eventRecord.event};
    case cudaGraphNodeTypeMemAlloc:
      return allocate_for(context, p.alloc.poolProps, p.alloc.bytesize, &p.alloc.dptr);
    case cudaGraphNodeTypeMemFree:
      return FreeOperation{p.free.dptr};
    default:
      throw ApiError{context.fail(cudaErrorNotSupported, simt::events::FindingKind::unsupported,
                                  "graph nodes of this type (semaphores, conditions) are not "
                                  "simulated")};
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api("cudaGraphCreate", [&](Context& context) {
    require(graph);
    require(flags == 0, cudaErrorInvalidValue);
    auto made = std::make_shared<Graph>();
    *graph = made->handle = context.graphs.add(made);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api("cudaGraphDestroy", [&](Context& context) {
    for (const auto& node : find_graph(context, graph).nodes) context.nodes.erase(node->handle);
    context.graphs.erase(graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  return api("cudaGraphClone", [&](Context& context) {
    require(clone);
    std::map<const GraphNode*, GraphNode*> copies;
    const auto graph = clone_graph(context, find_graph(context, original), copies);
    for (const auto& [from, to] : copies) to->cloned_from = from->handle;
    *clone = graph->handle;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  return api("cudaGraphNodeFindInClone", [&](Context& context) {
    require(found);
    for (const auto& node : find_graph(context, clone).nodes)
      if (node->cloned_from == original) {
        *found = node->handle;
        return cudaSuccess;
      }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, const cudaGraphEdgeData*,
                             size_t count, cudaGraphNodeParams* parameters) {
  return add("cudaGraphAddNode", __builtin_return_address(0), node, graph, dependencies, count,
             [&](Context& context) {
               require(parameters);
               return ::operation_of(context, *parameters);
             });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaKernelNodeParams* p) {
  return add("cudaGraphAddKernelNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context& context) {
               require(p);
               return kernel_of(context, p->func, p->gridDim, p->blockDim, p->sharedMemBytes,
                                p->kernelParams);
             });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemcpy3DParms* p) {
  return add("cudaGraphAddMemcpyNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context& context) { return copy_of(context, p); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     void* destination, const void* source, size_t bytes,
                                     cudaMemcpyKind kind) {
  return add("cudaGraphAddMemcpyNode1D", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context&) { return copy_of(destination, source, bytes, kind); });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, size_t count,
                                           const void* symbol, const void* source, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  return add("cudaGraphAddMemcpyNodeToSymbol", __builtin_return_address(0), node, graph,
             dependencies, count, [&](Context& context) {
               return copy_to_symbol(context, symbol, source, bytes, offset, kind);
             });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, size_t count,
                                             void* destination, const void* symbol, size_t bytes,
                                             size_t offset, cudaMemcpyKind kind) {
  return add("cudaGraphAddMemcpyNodeFromSymbol", __builtin_return_address(0), node, graph,
             dependencies, count, [&](Context& context) {
               return copy_from_symbol(context, destination, symbol, bytes, offset, kind);
             });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemsetParams* p) {
  return add("cudaGraphAddMemsetNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context&) {
               require(p);
               return fill_of(p->dst, p->pitch, p->value, p->elementSize, p->width, p->height);
             });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const cudaHostNodeParams* p) {
  return add("cudaGraphAddHostNode", __builtin_return_address(0), node, graph, dependencies, count,
             [&](Context&) {
               require(p);
               return host_of(p->fn, p->userData);
             });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t count,
                                       cudaGraph_t child) {
  return add("cudaGraphAddChildGraphNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context& context) { return child_of(context, child); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count) {
  return add("cudaGraphAddEmptyNode", __builtin_return_address(0), node, graph, dependencies, count,
             [](Context&) { return EmptyOperation{}; });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count,
                                        cudaEvent_t event) {
  return add("cudaGraphAddEventRecordNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context& context) {
               context.event(event);
               return RecordOperation{event};
             });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count,
                                      cudaEvent_t event) {
  return add("cudaGraphAddEventWaitNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context& context) {
               context.event(event);
               return WaitOperation{event};
             });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     cudaMemAllocNodeParams* p) {
  return add("cudaGraphAddMemAllocNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context& context) {
               require(p);
               return allocate_for(context, p->poolProps, p->bytesize, &p->dptr);
             });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, size_t count,
                                    void* pointer) {
  return add("cudaGraphAddMemFreeNode", __builtin_return_address(0), node, graph, dependencies,
             count, [&](Context&) { return FreeOperation{pointer}; });
}

}  // extern "C"
