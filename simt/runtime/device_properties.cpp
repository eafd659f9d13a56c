#include "simt/runtime/device_properties.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace simt::runtime {

namespace {

// The same on every device since compute capability 3.5 (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability").
constexpr int max_grid[3] = {2147483647, 65535, 65535};
constexpr int max_block[3] = {1024, 1024, 64};
constexpr int texture_alignment = 512, texture_pitch_alignment = 32, most_pitch = 2147483647;

int as_int(double value) { return static_cast<int>(value); }

// Attributes that are a property.
constexpr std::pair<cudaDeviceAttr, int cudaDeviceProp::*> attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, &cudaDeviceProp::maxThreadsPerBlock},
    {cudaDevAttrWarpSize, &cudaDeviceProp::warpSize},
    {cudaDevAttrMaxRegistersPerBlock, &cudaDeviceProp::regsPerBlock},
    {cudaDevAttrMultiProcessorCount, &cudaDeviceProp::multiProcessorCount},
    {cudaDevAttrPciBusId, &cudaDeviceProp::pciBusID},
    {cudaDevAttrGlobalMemoryBusWidth, &cudaDeviceProp::memoryBusWidth},
    {cudaDevAttrL2CacheSize, &cudaDeviceProp::l2CacheSize},
    {cudaDevAttrMaxThreadsPerMultiProcessor, &cudaDeviceProp::maxThreadsPerMultiProcessor},
    {cudaDevAttrAsyncEngineCount, &cudaDeviceProp::asyncEngineCount},
    {cudaDevAttrComputeCapabilityMajor, &cudaDeviceProp::major},
    {cudaDevAttrComputeCapabilityMinor, &cudaDeviceProp::minor},
    {cudaDevAttrMaxRegistersPerMultiprocessor, &cudaDeviceProp::regsPerMultiprocessor},
    {cudaDevAttrMaxBlocksPerMultiprocessor, &cudaDeviceProp::maxBlocksPerMultiProcessor},
};

}  // namespace

cudaDeviceProp properties_of(const model::Target& target, int ordinal) {
  cudaDeviceProp p{};
  std::strncpy(p.name, target.full_name.c_str(), sizeof(p.name) - 1);
  p.uuid.bytes[15] = static_cast<char>(ordinal + 1);
  p.totalGlobalMem = target.memory_bytes;
  p.sharedMemPerBlock = target.shared_per_block;
  p.regsPerBlock = as_int(target.registers_per_block);
  p.warpSize = 32;
  p.memPitch = most_pitch;
  p.maxThreadsPerBlock = as_int(target.max_threads_per_block);
  std::copy(std::begin(max_block), std::end(max_block), p.maxThreadsDim);
  std::copy(std::begin(max_grid), std::end(max_grid), p.maxGridSize);
  p.totalConstMem = target.constant_bytes;
  p.major = as_int(target.major);
  p.minor = as_int(target.minor);
  p.textureAlignment = texture_alignment;
  p.texturePitchAlignment = texture_pitch_alignment;
  p.surfaceAlignment = texture_alignment;
  p.multiProcessorCount = as_int(target.sms);
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.pciBusID = ordinal + 1;
  p.asyncEngineCount = as_int(target.copy_engines);
  p.unifiedAddressing = 1;
  p.memoryBusWidth = as_int(target.memory_bus_bits);
  p.l2CacheSize = static_cast<int>(target.l2_bytes);
  p.maxThreadsPerMultiProcessor = as_int(target.max_threads_per_sm);
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = target.shared_per_sm;
  p.regsPerMultiprocessor = as_int(target.registers_per_sm);
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.sharedMemPerBlockOptin = target.shared_per_block_optin;
  p.maxBlocksPerMultiProcessor = as_int(target.max_blocks_per_sm);
  p.reservedSharedMemPerBlock = target.shared_reserved_per_block;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  return p;
}

// Only what no property says, or not yet, or not as an int, is computed here.
int attribute_of(const model::Target& target, int ordinal, cudaDeviceAttr attribute) {
  const auto property =
      std::ranges::find(attributes, attribute, [](const auto& row) { return row.first; });
  if (property != std::end(attributes)) return properties_of(target, ordinal).*property->second;
  switch (attribute) {
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
    case cudaDevAttrMaxBlockDimZ:
      return max_block[attribute - cudaDevAttrMaxBlockDimX];
    case cudaDevAttrMaxGridDimX:
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      return max_grid[attribute - cudaDevAttrMaxGridDimX];
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return as_int(target.shared_per_block);
    case cudaDevAttrTotalConstantMemory:
      return as_int(target.constant_bytes);
    case cudaDevAttrMaxPitch:
      return most_pitch;
    case cudaDevAttrClockRate:
      return as_int(target.clock_hz / 1e3);
    case cudaDevAttrTextureAlignment:
    case cudaDevAttrSurfaceAlignment:
      return texture_alignment;
    case cudaDevAttrTexturePitchAlignment:
      return texture_pitch_alignment;
    case cudaDevAttrMemoryClockRate:
      return as_int(target.memory_clock_hz / 1e3);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return as_int(target.shared_per_sm);
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return as_int(target.fp64_per_sm > 0 ? target.fp32_per_sm / target.fp64_per_sm : 0);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return as_int(target.shared_per_block_optin);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return as_int(target.shared_reserved_per_block);
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported:
      return 1;
    default:
      return 0;  // textures, clusters, other APIs' memory: what simt lacks
  }
}

}  // namespace simt::runtime
