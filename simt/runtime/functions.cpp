// Kernels: their attributes, and how many blocks of them an SM holds.
#include <algorithm>

#include "simt/model/occupancy.h"
#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

struct Found {
  const KernelEntry& entry;
  const simt::KernelInfo& info;
  KernelEntry::Settings& settings;
  const simt::model::Target& target;
};

Found find(Context& context, const void* function, int ordinal) {
  const KernelEntry& entry = find_kernel(context, function);
  const uint32_t device = context.device(ordinal).ordinal;
  return {entry, context.backend().info(entry, device), entry.settings[device],
          context.target(ordinal)};
}

Found find(Context& context, const void* function) {
  return find(context, function, this_thread().device);
}

// In a block.
uint32_t most_threads(const Found& kernel) {
  return std::min(kernel.info.max_threads,
                  simt::model::most_threads(kernel.target, kernel.info.least_registers));
}

cudaError_t set_attribute(const Found& kernel, cudaFuncAttribute attribute, int value) {
  const auto& target = kernel.target;
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      require(value >= 0 && static_cast<uint32_t>(value) + kernel.info.static_shared <=
                                target.shared_per_block_optin,
              cudaErrorInvalidValue);
      kernel.settings.max_dynamic_shared = static_cast<uint32_t>(value);
      return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      require(value >= -1 && value <= 100, cudaErrorInvalidValue);
      kernel.settings.carveout = value;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t count_blocks(Context& context, int* blocks, const void* function, int threads,
                         size_t dynamic_shared) {
  require(blocks);
  require(threads > 0, cudaErrorInvalidValue);
  const Found kernel = find(context, function);
  const uint64_t shared = kernel.info.static_shared + dynamic_shared;
  *blocks = 0;
  if (static_cast<uint32_t>(threads) > most_threads(kernel) ||
      shared > kernel.target.shared_per_block_optin)
    return cudaSuccess;
  // A block that can be launched fits, whatever the estimate of its registers.
  const auto of_block = static_cast<uint32_t>(threads);
  const uint32_t registers =
      simt::model::registers_that_fit(kernel.target, kernel.info.registers, of_block, 1);
  *blocks = static_cast<int>(
      simt::model::occupancy(kernel.target, of_block, registers, static_cast<uint32_t>(shared))
          .blocks_per_sm);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return api("cudaFuncGetAttributes", [&](Context& context) {
    require(attributes);
    const Found kernel = find(context, function);
    const auto& target = kernel.target;
    *attributes = {};
    attributes->sharedSizeBytes = kernel.info.static_shared;
    attributes->constSizeBytes = kernel.info.constant_bytes;
    attributes->localSizeBytes = kernel.info.local_bytes;
    attributes->maxThreadsPerBlock = static_cast<int>(most_threads(kernel));
    attributes->numRegs = static_cast<int>(kernel.info.registers);
    attributes->ptxVersion = static_cast<int>(kernel.info.ptx_version);
    attributes->binaryVersion = static_cast<int>(target.major * 10 + target.minor);
    attributes->maxDynamicSharedSizeBytes =
        static_cast<int>(max_dynamic_shared(context, kernel.entry, context.current().ordinal));
    attributes->preferredShmemCarveout = kernel.settings.carveout;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return api("cudaFuncSetAttribute", [&](Context& context) {
    return set_attribute(find(context, function), attribute, value);
  });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
  return api("cudaKernelSetAttributeForDevice", [&](Context& context) {
    return set_attribute(find(context, kernel, device), attribute, value);
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return api("cudaFuncSetCacheConfig", [&](Context& context) {
    find_kernel(context, function);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return api("cudaFuncSetSharedMemConfig", [&](Context& context) {
    find_kernel(context, function);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return api("cudaFuncGetName", [&](Context& context) {
    require(name);
    *name = find_kernel(context, function).name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* size) {
  return api("cudaFuncGetParamInfo", [&](Context& context) {
    require(offset);
    const Found kernel = find(context, function);
    require(index < kernel.info.parameters.size(), cudaErrorInvalidValue);
    *offset = kernel.info.parameters[index].offset;
    if (size != nullptr) *size = kernel.info.parameters[index].size;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, size_t dynamic_shared) {
  return api("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&](Context& context) {
    return count_blocks(context, blocks, function, threads, dynamic_shared);
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, size_t dynamic_shared, unsigned) {
  return api("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", [&](Context& context) {
    return count_blocks(context, blocks, function, threads, dynamic_shared);
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared, const void* function,
                                                      int blocks, int) {
  return api("cudaOccupancyAvailableDynamicSMemPerBlock", [&](Context& context) {
    require(dynamic_shared);
    require(blocks > 0, cudaErrorInvalidValue);
    const Found kernel = find(context, function);
    const auto& target = kernel.target;
    const uint32_t each = target.shared_per_sm / static_cast<uint32_t>(blocks);
    const uint32_t taken = kernel.info.static_shared + target.shared_reserved_per_block;
    *dynamic_shared = std::min(each - std::min(each, taken),
                               target.shared_per_block_optin - kernel.info.static_shared);
    return cudaSuccess;
  });
}

}  // extern "C"
