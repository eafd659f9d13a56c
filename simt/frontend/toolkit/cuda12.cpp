// Where CUDA 12 differs from CUDA 13: functions with other parameters or structures, for programs that want them from
// libcudart.so.12 (exports.map). Those with _v2 or _v3 in their names are CUDA 13's, as its predecessor calls them.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

// CUDA12(cudaX) is the function cudaX of CUDA 12.
#define CUDA12(name) simt_cuda12_##name
#define IN_CUDA12(name) asm(".symver simt_cuda12_" #name ", " #name "@libcudart.so.12")

namespace {

cudaMemLocation location_of(int device) {
  return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
}

// cudaDeviceProp of CUDA 12.
struct Properties12 {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory;
  int computeMode, maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2];
  int maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3];
  int maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
  int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
  int asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize;
  int persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported;
  int globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess;
  int concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem;
  int cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
  int reserved[63];
};
static_assert(sizeof(Properties12) == 1032);

// Textures, surfaces and what else simt lacks stay 0.
Properties12 properties12_of(const cudaDeviceProp& p) {
  Properties12 q{};
  std::copy(std::begin(p.name), std::end(p.name), q.name);
  q.uuid = p.uuid;
  q.totalGlobalMem = p.totalGlobalMem;
  q.sharedMemPerBlock = p.sharedMemPerBlock;
  q.regsPerBlock = p.regsPerBlock;
  q.warpSize = p.warpSize;
  q.memPitch = p.memPitch;
  q.maxThreadsPerBlock = p.maxThreadsPerBlock;
  std::copy(std::begin(p.maxThreadsDim), std::end(p.maxThreadsDim), q.maxThreadsDim);
  std::copy(std::begin(p.maxGridSize), std::end(p.maxGridSize), q.maxGridSize);
  q.totalConstMem = p.totalConstMem;
  q.major = p.major;
  q.minor = p.minor;
  q.textureAlignment = p.textureAlignment;
  q.texturePitchAlignment = p.texturePitchAlignment;
  q.deviceOverlap = p.asyncEngineCount > 0;
  q.multiProcessorCount = p.multiProcessorCount;
  q.canMapHostMemory = p.canMapHostMemory;
  q.surfaceAlignment = p.surfaceAlignment;
  q.concurrentKernels = p.concurrentKernels;
  q.pciBusID = p.pciBusID;
  q.asyncEngineCount = p.asyncEngineCount;
  q.unifiedAddressing = p.unifiedAddressing;
  q.memoryBusWidth = p.memoryBusWidth;
  q.l2CacheSize = p.l2CacheSize;
  q.maxThreadsPerMultiProcessor = p.maxThreadsPerMultiProcessor;
  q.streamPrioritiesSupported = p.streamPrioritiesSupported;
  q.globalL1CacheSupported = p.globalL1CacheSupported;
  q.localL1CacheSupported = p.localL1CacheSupported;
  q.sharedMemPerMultiprocessor = p.sharedMemPerMultiprocessor;
  q.regsPerMultiprocessor = p.regsPerMultiprocessor;
  q.managedMemory = p.managedMemory;
  q.concurrentManagedAccess = p.concurrentManagedAccess;
  q.computePreemptionSupported = p.computePreemptionSupported;
  q.canUseHostPointerForRegisteredMem = p.canUseHostPointerForRegisteredMem;
  q.cooperativeLaunch = p.cooperativeLaunch;
  q.sharedMemPerBlockOptin = p.sharedMemPerBlockOptin;
  q.maxBlocksPerMultiProcessor = p.maxBlocksPerMultiProcessor;
  q.reservedSharedMemPerBlock = p.reservedSharedMemPerBlock;
  q.hostRegisterSupported = p.hostRegisterSupported;
  q.memoryPoolsSupported = p.memoryPoolsSupported;
  return q;
}

// cudaPointerAttributes of CUDA 12.
struct PointerAttributes12 {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};

}  // namespace

extern "C" {

cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t, cudaStreamCaptureStatus*,
                                          unsigned long long*, cudaGraph_t*,
                                          const cudaGraphNode_t**, const cudaGraphEdgeData**,
                                          size_t*);
cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t, cudaGraphNode_t*,
                                                     const cudaGraphEdgeData*, size_t, unsigned);
cudaError_t cudaMemPrefetchAsync_ptsz(const void*, size_t, cudaMemLocation, unsigned, cudaStream_t);

cudaError_t cudaGetDeviceProperties_v2(Properties12* properties, int device) {
  cudaDeviceProp found;
  if (properties == nullptr) return cudaGetDeviceProperties(nullptr, device);
  if (const cudaError_t error = cudaGetDeviceProperties(&found, device)) return error;
  *properties = properties12_of(found);
  int khz = 0;
  if (cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device) == cudaSuccess)
    properties->clockRate = khz;
  if (cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device) == cudaSuccess)
    properties->memoryClockRate = khz;
  cudaDeviceGetAttribute(&properties->singleToDoublePrecisionPerfRatio,
                         cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
  return cudaSuccess;
}

cudaError_t CUDA12(cudaPointerGetAttributes)(PointerAttributes12* attributes, const void* pointer) {
  cudaPointerAttributes found;
  if (attributes == nullptr) return cudaPointerGetAttributes(nullptr, pointer);
  if (const cudaError_t error = cudaPointerGetAttributes(&found, pointer)) return error;
  *attributes = {found.type, found.device, found.devicePointer, found.hostPointer};
  return cudaSuccess;
}
IN_CUDA12(cudaPointerGetAttributes);

// From here on nothing is left to do after a call: the compiler makes a jump of it, and simt finds the program's line.
cudaError_t CUDA12(cudaMemAdvise)(const void* pointer, size_t count, cudaMemoryAdvise advice,
                                  int device) {
  return cudaMemAdvise(pointer, count, advice, location_of(device));
}
IN_CUDA12(cudaMemAdvise);
cudaError_t cudaMemAdvise_v2(const void* pointer, size_t count, cudaMemoryAdvise advice,
                             cudaMemLocation location) {
  return cudaMemAdvise(pointer, count, advice, location);
}

cudaError_t CUDA12(cudaMemPrefetchAsync)(const void* pointer, size_t count, int device,
                                         cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, count, location_of(device), 0, stream);
}
IN_CUDA12(cudaMemPrefetchAsync);
cudaError_t CUDA12(cudaMemPrefetchAsync_ptsz)(const void* pointer, size_t count, int device,
                                              cudaStream_t stream) {
  return cudaMemPrefetchAsync_ptsz(pointer, count, location_of(device), 0, stream);
}
IN_CUDA12(cudaMemPrefetchAsync_ptsz);
cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t count, cudaMemLocation location,
                                    unsigned flags, cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, count, location, flags, stream);
}
cudaError_t cudaMemPrefetchAsync_v2_ptsz(const void* pointer, size_t count,
                                         cudaMemLocation location, unsigned flags,
                                         cudaStream_t stream) {
  return cudaMemPrefetchAsync_ptsz(pointer, count, location, flags, stream);
}

cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t first, cudaEvent_t last) {
  return cudaEventElapsedTime(milliseconds, first, last);
}

#define CAPTURE_INFO(suffix)                                                                       \
  cudaError_t CUDA12(cudaStreamGetCaptureInfo##suffix)(                                            \
      cudaStream_t stream, cudaStreamCaptureStatus * status, unsigned long long* id) {             \
    return cudaStreamGetCaptureInfo##suffix(stream, status, id, nullptr, nullptr, nullptr,         \
                                            nullptr);                                              \
  }                                                                                                \
  IN_CUDA12(cudaStreamGetCaptureInfo##suffix);                                                     \
  cudaError_t cudaStreamGetCaptureInfo_v2##suffix(                                                 \
      cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,                \
      cudaGraph_t* graph, const cudaGraphNode_t** dependencies, size_t* count) {                   \
    return cudaStreamGetCaptureInfo##suffix(stream, status, id, graph, dependencies, nullptr,      \
                                            count);                                                \
  }                                                                                                \
  cudaError_t cudaStreamGetCaptureInfo_v3##suffix(                                                 \
      cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,                \
      cudaGraph_t* graph, const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edges,   \
      size_t* count) {                                                                             \
    return cudaStreamGetCaptureInfo##suffix(stream, status, id, graph, dependencies, edges,        \
                                            count);                                                \
  }                                                                                                \
  cudaError_t CUDA12(cudaStreamUpdateCaptureDependencies##suffix)(                                 \
      cudaStream_t stream, cudaGraphNode_t * dependencies, size_t count, unsigned flags) {         \
    return cudaStreamUpdateCaptureDependencies##suffix(stream, dependencies, nullptr, count,       \
                                                       flags);                                     \
  }                                                                                                \
  IN_CUDA12(cudaStreamUpdateCaptureDependencies##suffix);                                          \
  cudaError_t cudaStreamUpdateCaptureDependencies_v2##suffix(                                      \
      cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,          \
      size_t count, unsigned flags) {                                                              \
    return cudaStreamUpdateCaptureDependencies##suffix(stream, dependencies, edges, count, flags); \
  }
CAPTURE_INFO()
CAPTURE_INFO(_ptsz)

// Functions of the edges of a graph, which had no data in CUDA 12 until their names ended in _v2.
#define EDGES(name, from_type, to_type)                                                   \
  cudaError_t CUDA12(name)(cudaGraph_t graph, from_type from, to_type to, size_t count) { \
    return name(graph, from, to, nullptr, count);                                         \
  }                                                                                       \
  IN_CUDA12(name);                                                                        \
  cudaError_t name##_v2(cudaGraph_t graph, from_type from, to_type to,                    \
                        const cudaGraphEdgeData* edges, size_t count) {                   \
    return name(graph, from, to, edges, count);                                           \
  }
EDGES(cudaGraphAddDependencies, const cudaGraphNode_t*, const cudaGraphNode_t*)
EDGES(cudaGraphRemoveDependencies, const cudaGraphNode_t*, const cudaGraphNode_t*)

#define NEIGHBOURS(name)                                                                         \
  cudaError_t CUDA12(name)(cudaGraphNode_t node, cudaGraphNode_t * others, size_t * count) {     \
    return name(node, others, nullptr, count);                                                   \
  }                                                                                              \
  IN_CUDA12(name);                                                                               \
  cudaError_t name##_v2(cudaGraphNode_t node, cudaGraphNode_t* others, cudaGraphEdgeData* edges, \
                        size_t* count) {                                                         \
    return name(node, others, edges, count);                                                     \
  }
NEIGHBOURS(cudaGraphNodeGetDependencies)
NEIGHBOURS(cudaGraphNodeGetDependentNodes)

cudaError_t CUDA12(cudaGraphGetEdges)(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                      size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
IN_CUDA12(cudaGraphGetEdges);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* edges, size_t* count) {
  return cudaGraphGetEdges(graph, from, to, edges, count);
}

cudaError_t CUDA12(cudaGraphAddNode)(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(node, graph, dependencies, nullptr, count, parameters);
}
IN_CUDA12(cudaGraphAddNode);
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
                                size_t count, cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(node, graph, dependencies, edges, count, parameters);
}

// Older names, which CUDA 13 has dropped.
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}

}  // extern "C"
