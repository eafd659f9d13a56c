// The C++ side of the runtime API: the same functions with types in place of void*.
#pragma once

#include "cuda_runtime_api.h"

// Structures from their parts.
static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
static inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width,
                                                 size_t height) {
  return {pointer, pitch, width, height};
}

// Allocations.
template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)(void*)pointer, bytes);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)device, host, flags);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                     unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, bytes, stream);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, bytes, pool, stream);
}
inline cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                   cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                   cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t length = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, length, flags);
}

// As CUDA 12 and before have them: where managed memory is to be is the number of a device, or cudaCpuDeviceId.
inline cudaMemLocation simt_location_of(int device) {
  return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device,
                                        cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(pointer, count, simt_location_of(device), 0, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice,
                                 int device) {
  return cudaMemAdvise(pointer, count, advice, simt_location_of(device));
}

// Variables of a module, named by themselves.
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)&symbol, source, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source, size_t bytes,
                                           size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void*)&symbol, source, bytes, offset, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* destination, const T& symbol, size_t bytes,
                                        size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(destination, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const T& symbol, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(destination, (const void*)&symbol, bytes, offset, kind, stream);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T, class Symbol>
inline cudaError_t cudaGetSymbolAddress(T** pointer, const Symbol& symbol) {
  return cudaGetSymbolAddress((void**)(void*)pointer, (const void*)&symbol);
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, (const void*)&symbol);
}

// Graphs, as CUDA 11 has it: what is wrong would come back in the three arguments, of which nothing is set.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                        cudaGraphNode_t*, char*, size_t) {
  return cudaGraphInstantiate(executable, graph, 0ull);
}

// Events.
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

// Kernels.
template <class T>
inline cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t shared = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared, stream);
}
template <class T>
inline cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                               size_t shared = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, shared, stream);
}
template <class... Parameters, class... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* configuration,
                                      void (*kernel)(Parameters...), Arguments&&... arguments) {
  return [&](Parameters... converted) {
    void* addresses[] = {(void*)&converted..., nullptr};
    return cudaLaunchKernelExC(configuration, (const void*)kernel, addresses);
  }(std::forward<Arguments>(arguments)...);
}
template <class T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <class T>
inline cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <class T>
inline cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache configuration) {
  return cudaFuncSetCacheConfig((const void*)kernel, configuration);
}
template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T* kernel, cudaSharedMemConfig configuration) {
  return cudaFuncSetSharedMemConfig((const void*)kernel, configuration);
}
template <class T>
inline cudaError_t cudaFuncGetName(const char** name, T* kernel) {
  return cudaFuncGetName(name, (const void*)kernel);
}

// Occupancy.
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel,
                                                                 int block_size, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)kernel, block_size,
                                                       shared);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel,
                                                                          int block_size,
                                                                          size_t shared,
                                                                          unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)kernel,
                                                                block_size, shared, flags);
}
template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* shared, T* kernel, int blocks,
                                                             int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(shared, (const void*)kernel, blocks, block_size);
}

// The block size with the most resident threads, and the grid that fills the device with it;
// shared(block_size) is the dynamic shared memory of a block. The largest of equals wins.
template <class SharedOf, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size,
                                                                  T kernel, SharedOf shared,
                                                                  int limit = 0) {
  int device, processors, warp;
  cudaFuncAttributes attributes;
  if (const cudaError_t error = cudaGetDevice(&device)) return error;
  if (const cudaError_t error =
          cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device))
    return error;
  if (const cudaError_t error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device))
    return error;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, (const void*)kernel))
    return error;
  int largest = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  int most = 0;
  for (int rounded = (largest + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    const int threads = rounded < largest ? rounded : largest;
    int blocks = 0;
    if (const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, (const void*)kernel, threads, shared(threads)))
      return error;
    if (blocks * threads > most) {
      most = blocks * threads;
      *block_size = threads;
      *grid_size = blocks * processors;
    }
  }
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, T kernel,
                                                      size_t shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid_size, block_size, kernel, [shared](int) { return shared; }, limit);
}
