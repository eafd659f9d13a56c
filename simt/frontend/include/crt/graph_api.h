// The host functions of the CUDA 13.0 runtime API for graphs and stream capture.
#pragma once

#include "crt/per_thread_stream.h"
#include "driver_types.h"

#if defined(__cplusplus)
#define SIMT_DEFAULT(value) = value
extern "C" {
#else
#define SIMT_DEFAULT(value)
#endif

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependency_data,
                                          size_t num_dependencies, enum cudaStreamCaptureMode mode);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     enum cudaStreamCaptureStatus* capture_status,
                                     unsigned long long* id SIMT_DEFAULT(0),
                                     cudaGraph_t* graph SIMT_DEFAULT(0),
                                     const cudaGraphNode_t** dependencies SIMT_DEFAULT(0),
                                     const cudaGraphEdgeData** edge_data SIMT_DEFAULT(0),
                                     size_t* num_dependencies SIMT_DEFAULT(0));
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* dependency_data,
                                                size_t num_dependencies,
                                                unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                   const struct cudaKernelNodeParams* node_params);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams* node_params);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams* node_params);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t dst, cudaGraphNode_t src);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* value);
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                   const struct cudaMemcpy3DParms* copy_params);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies,
                                           size_t num_dependencies, const void* symbol,
                                           const void* source, size_t count, size_t offset,
                                           enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies,
                                             size_t num_dependencies, void* destination,
                                             const void* symbol, size_t count, size_t offset,
                                             enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                     void* destination, const void* source, size_t count,
                                     enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms* node_params);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms* node_params);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* source, size_t count, size_t offset,
                                                 enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* destination,
                                                   const void* symbol, size_t count, size_t offset,
                                                   enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* destination,
                                           const void* source, size_t count,
                                           enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                   const struct cudaMemsetParams* memset_params);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams* node_params);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams* node_params);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                 const struct cudaHostNodeParams* node_params);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       struct cudaHostNodeParams* node_params);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams* node_params);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                       cudaGraph_t child_graph);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t num_dependencies);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies,
                                        size_t num_dependencies, cudaEvent_t event);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                      cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                     struct cudaMemAllocNodeParams* node_params);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams* params);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, size_t num_dependencies,
                                    void* pointer);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void* value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void* value);
cudaError_t cudaGraphClone(cudaGraph_t* graph_clone, cudaGraph_t original_graph);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original_node,
                                     cudaGraph_t cloned_graph);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType* type);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* num_nodes);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* root_nodes,
                                  size_t* num_root_nodes);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edge_data, size_t* num_edges);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         cudaGraphEdgeData* edge_data, size_t* num_dependencies);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependent_nodes,
                                           cudaGraphEdgeData* edge_data,
                                           size_t* num_dependent_nodes);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edge_data,
                                     size_t num_dependencies);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edge_data,
                                        size_t num_dependencies);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* graph_exec, cudaGraph_t graph,
                                 unsigned long long flags SIMT_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* graph_exec, cudaGraph_t graph,
                                          unsigned long long flags SIMT_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* graph_exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* instantiate_params);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graph_exec, unsigned long long* flags);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams* node_params);
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms* node_params);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t graph_exec,
                                                     cudaGraphNode_t node, const void* symbol,
                                                     const void* source, size_t count,
                                                     size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t graph_exec,
                                                       cudaGraphNode_t node, void* destination,
                                                       const void* symbol, size_t count,
                                                       size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                               void* destination, const void* source, size_t count,
                                               enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams* node_params);
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams* node_params);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                                 cudaGraph_t child_graph);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                                 cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                               cudaEvent_t event);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                    unsigned int is_enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                    unsigned int* is_enabled);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t graph_exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result_info);
cudaError_t cudaGraphUpload(cudaGraphExec_t graph_exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph_exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph_exec);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags);
cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* pointer, cudaHostFn_t destroy,
                                 unsigned int initial_refcount, unsigned int flags);
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count SIMT_DEFAULT(1));
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count SIMT_DEFAULT(1));
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count SIMT_DEFAULT(1),
                                      unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count SIMT_DEFAULT(1));
cudaError_t cudaGraphAddNode(cudaGraphNode_t* graph_node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies,
                             const cudaGraphEdgeData* dependency_data, size_t num_dependencies,
                             struct cudaGraphNodeParams* node_params);
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams* node_params);
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graph_exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams* node_params);
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned int default_launch_value SIMT_DEFAULT(0),
                                             unsigned int flags SIMT_DEFAULT(0));

#if defined(__cplusplus)
}
#endif
#undef SIMT_DEFAULT
