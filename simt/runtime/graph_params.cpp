// Graphs: reading and changing what a node does.
#include "simt/runtime/calls.h"
#include "simt/runtime/graph_nodes.h"

using namespace simt::runtime;

namespace {

dim3 as_dim3(const simt::events::Index3& index) { return {index.x, index.y, index.z}; }

}  // namespace

extern "C" {

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t handle, cudaKernelNodeParams* p) {
  return api("cudaGraphKernelNodeGetParams", [&](Context& context) {
    require(p);
    GraphNode& node = find_node(context, handle);
    auto& kernel = operation_of<KernelOperation>(node);
    const auto& info = context.backend().info(*kernel.kernel, context.current().ordinal);
    node.arguments.clear();
    for (const auto& parameter : info.parameters)
      node.arguments.push_back(kernel.parameters.data() + parameter.offset);
    *p = {};
    p->func = const_cast<void*>(kernel.kernel->stub);
    p->gridDim = as_dim3(kernel.grid);
    p->blockDim = as_dim3(kernel.block);
    p->sharedMemBytes = static_cast<unsigned>(kernel.dynamic_shared);
    p->kernelParams = node.arguments.data();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* p) {
  return api("cudaGraphKernelNodeSetParams", [&](Context& context) {
    require(p);
    auto& kernel = operation_of<KernelOperation>(find_node(context, node));
    kernel =
        kernel_of(context, p->func, p->gridDim, p->blockDim, p->sharedMemBytes, p->kernelParams);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value) {
  return api("cudaGraphKernelNodeSetAttribute", [&](Context& context) {
    require(value);
    auto& kernel = operation_of<KernelOperation>(find_node(context, node));
    if (attribute == cudaKernelNodeAttributeCooperative) kernel.cooperative = value->cooperative;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value) {
  return api("cudaGraphKernelNodeGetAttribute", [&](Context& context) {
    require(value);
    *value = {};
    const auto& kernel = operation_of<KernelOperation>(find_node(context, node));
    if (attribute == cudaKernelNodeAttributeCooperative) value->cooperative = kernel.cooperative;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t destination, cudaGraphNode_t source) {
  return api("cudaGraphKernelNodeCopyAttributes", [&](Context& context) {
    operation_of<KernelOperation>(find_node(context, destination)).cooperative =
        operation_of<KernelOperation>(find_node(context, source)).cooperative;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* p) {
  return api("cudaGraphMemcpyNodeGetParams", [&](Context& context) {
    require(p);
    const auto& copy = operation_of<CopyOperation>(find_node(context, node));
    const auto pitched = [&copy](const Area& area) {
      return cudaPitchedPtr{area.pointer, area.pitch, copy.width,
                            area.pitch == 0 ? copy.height : area.slice / area.pitch};
    };
    *p = {};
    p->srcPtr = pitched(copy.source);
    p->dstPtr = pitched(copy.destination);
    p->extent = {copy.width, copy.height, copy.depth};
    p->kind = copy.kind;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* p) {
  return api("cudaGraphMemcpyNodeSetParams", [&](Context& context) {
    operation_of<CopyOperation>(find_node(context, node)) = copy_of(context, p);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* destination,
                                           const void* source, size_t bytes, cudaMemcpyKind kind) {
  return api("cudaGraphMemcpyNodeSetParams1D", [&](Context& context) {
    operation_of<CopyOperation>(find_node(context, node)) =
        copy_of(destination, source, bytes, kind);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* source, size_t bytes, size_t offset,
                                                 cudaMemcpyKind kind) {
  return api("cudaGraphMemcpyNodeSetParamsToSymbol", [&](Context& context) {
    operation_of<CopyOperation>(find_node(context, node)) =
        copy_to_symbol(context, symbol, source, bytes, offset, kind);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* destination,
                                                   const void* symbol, size_t bytes, size_t offset,
                                                   cudaMemcpyKind kind) {
  return api("cudaGraphMemcpyNodeSetParamsFromSymbol", [&](Context& context) {
    operation_of<CopyOperation>(find_node(context, node)) =
        copy_from_symbol(context, destination, symbol, bytes, offset, kind);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* p) {
  return api("cudaGraphMemsetNodeGetParams", [&](Context& context) {
    require(p);
    const auto& fill = operation_of<FillOperation>(find_node(context, node));
    *p = {fill.destination.pointer,
          fill.destination.pitch,
          fill.value,
          fill.element,
          fill.width,
          fill.height};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* p) {
  return api("cudaGraphMemsetNodeSetParams", [&](Context& context) {
    require(p);
    operation_of<FillOperation>(find_node(context, node)) =
        fill_of(p->dst, p->pitch, p->value, p->elementSize, p->width, p->height);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* p) {
  return api("cudaGraphHostNodeGetParams", [&](Context& context) {
    require(p);
    const auto& host = operation_of<HostOperation>(find_node(context, node));
    *p = {host.function, host.data};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* p) {
  return api("cudaGraphHostNodeSetParams", [&](Context& context) {
    require(p);
    require(p->fn != nullptr, cudaErrorInvalidValue);
    operation_of<HostOperation>(find_node(context, node)) = {p->fn, p->userData};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return api("cudaGraphChildGraphNodeGetGraph", [&](Context& context) {
    require(graph);
    *graph = operation_of<GraphOperation>(find_node(context, node)).graph->handle;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return api("cudaGraphEventRecordNodeGetEvent", [&](Context& context) {
    require(event);
    *event = operation_of<RecordOperation>(find_node(context, node)).event;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return api("cudaGraphEventRecordNodeSetEvent", [&](Context& context) {
    context.event(event);
    operation_of<RecordOperation>(find_node(context, node)).event = event;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return api("cudaGraphEventWaitNodeGetEvent", [&](Context& context) {
    require(event);
    *event = operation_of<WaitOperation>(find_node(context, node)).event;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return api("cudaGraphEventWaitNodeSetEvent", [&](Context& context) {
    context.event(event);
    operation_of<WaitOperation>(find_node(context, node)).event = event;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* p) {
  return api("cudaGraphMemAllocNodeGetParams", [&](Context& context) {
    require(p);
    const auto& allocation = operation_of<AllocateOperation>(find_node(context, node));
    *p = {};
    p->bytesize = allocation.bytes;
    p->dptr = allocation.pointer;
    return cudaSuccess;
  });
}

}  // extern "C"
