// Devices: which there are, which is present, limits, peers, reset.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>

#include "simt/exec/image.h"
#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

constexpr int cuda_version = 13000;

// Of limits that no kernel is held to: what they are before the program sets them.
size_t default_limit(cudaLimit limit) {
  switch (limit) {
    case cudaLimitDevRuntimeSyncDepth:
      return 2;
    case cudaLimitDevRuntimePendingLaunchCount:
      return 2048;
    case cudaLimitMaxL2FetchGranularity:
      return 64;
    case cudaLimitPersistingL2CacheSize:
      return 0;
    default:
      throw ApiError{cudaErrorUnsupportedLimit};
  }
}

// Where a limit that kernels are held to is kept; null for the others.
uint64_t* kernel_limit(DeviceState& device, cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return &device.kernel_limits.stack_bytes;
    case cudaLimitMallocHeapSize:
      return &device.kernel_limits.heap_bytes;
    case cudaLimitPrintfFifoSize:
      return &device.kernel_limits.printf_bytes;
    default:
      return nullptr;
  }
}

// Ends a call that sets a limit to what it cannot be, or too late.
void check_limit(const DeviceState& device, cudaLimit limit, uint64_t memory_bytes, size_t value) {
  if (limit == cudaLimitStackSize)
    require(value <= simt::exec::most_local_bytes, cudaErrorInvalidValue,
            "a thread has at most 512 KiB of stack");
  if (limit == cudaLimitMallocHeapSize) {
    require(
        !device.has_allocated, cudaErrorInvalidValue,
        "cudaLimitMallocHeapSize is set before the first launch of a kernel that calls malloc()");
    require(value <= memory_bytes, cudaErrorMemoryAllocation);
  }
  if (limit == cudaLimitPrintfFifoSize) {
    require(!device.has_printed, cudaErrorInvalidValue,
            "cudaLimitPrintfFifoSize is set before the first launch of a kernel that prints");
    require(value <= memory_bytes, cudaErrorMemoryAllocation);
  }
}

std::string bus_id(int device) { return fmt::format("0000:{:02X}:00.0", device + 1); }

void check_peers(Context& context, int device, int peer) {
  context.device(device);
  context.device(peer);
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return api_always("cudaGetDeviceCount", [&](Context& context) {
    require(count);
    *count = static_cast<int>(context.backend().device_count());
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return api_always("cudaGetDevice", [&](Context&) {
    require(device);
    *device = this_thread().device;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return api_always("cudaSetDevice", [&](Context& context) {
    context.device(device);
    this_thread().device = device;
    return context.sticky_error();
  });
}

cudaError_t cudaInitDevice(int device, unsigned flags, unsigned) {
  return api("cudaInitDevice", [&](Context& context) {
    context.device(device).flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  return api("cudaSetValidDevices", [&](Context& context) {
    require(count == 0 || devices != nullptr, cudaErrorInvalidValue);
    for (int i = 0; i < count; ++i) context.device(devices[i]);
    return cudaSuccess;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  return api("cudaChooseDevice", [&](Context&) {
    require(device), require(wanted);
    *device = 0;  // they are all alike
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return api("cudaDeviceSynchronize", [&](Context& context) {
    DeviceState& device = context.current();
    for (const auto& [handle, stream] : context.streams.all())
      if (stream->device == device.ordinal) forbid_capture(context, *stream);
    context.backend().synchronize(device.ordinal);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceReset() {
  return api_always("cudaDeviceReset", [&](Context& context) {
    context.reset(context.current());
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return api("cudaSetDeviceFlags", [&](Context& context) {
    require((flags & ~unsigned{cudaDeviceMask}) == 0, cudaErrorInvalidValue);
    context.current().flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return api("cudaGetDeviceFlags", [&](Context& context) {
    require(flags);
    *flags = context.current().flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return api("cudaDeviceSetLimit", [&](Context& context) {
    DeviceState& device = context.current();
    check_limit(device, limit, context.target().memory_bytes, value);
    if (uint64_t* const of_kernels = kernel_limit(device, limit)) {
      *of_kernels = value;
      return cudaSuccess;
    }
    default_limit(limit);
    device.limits[limit] = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return api("cudaDeviceGetLimit", [&](Context& context) {
    require(value);
    DeviceState& device = context.current();
    if (const uint64_t* const of_kernels = kernel_limit(device, limit)) {
      *value = *of_kernels;
      return cudaSuccess;
    }
    const auto set = device.limits.find(limit);
    *value = set == device.limits.end() ? default_limit(limit) : set->second;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return api("cudaDeviceSetCacheConfig", [&](Context& context) {
    context.current().cache = config;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return api("cudaDeviceGetCacheConfig", [&](Context& context) {
    require(config);
    *config = context.current().cache;
    return cudaSuccess;
  });
}

// Banks are 4 bytes wide on every device since 2014: both calls are without effect there too.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return api("cudaDeviceGetSharedMemConfig", [&](Context&) {
    require(config);
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
  });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return api("cudaCtxResetPersistingL2Cache", [](Context&) { return cudaSuccess; });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return api("cudaDeviceGetPCIBusId", [&](Context& context) {
    require(text);
    context.device(device);
    const std::string id = bus_id(device);
    require(length > static_cast<int>(id.size()), cudaErrorInvalidValue);
    std::memcpy(text, id.c_str(), id.size() + 1);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return api("cudaDeviceGetByPCIBusId", [&](Context& context) {
    require(device), require(text);
    for (int i = 0; i < static_cast<int>(context.backend().device_count()); ++i) {
      const std::string id = bus_id(i);
      if (id != text && id.substr(5) != text) continue;
      *device = i;
      return cudaSuccess;
    }
    return cudaErrorInvalidDevice;
  });
}

// Devices do not see each other's memory; cudaMemcpyPeer() copies between them all the same.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return api("cudaDeviceCanAccessPeer", [&](Context& context) {
    require(can);
    check_peers(context, device, peer);
    *can = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return api("cudaDeviceEnablePeerAccess", [&](Context& context) {
    check_peers(context, this_thread().device, peer);
    return peer == this_thread().device ? cudaErrorInvalidDevice : cudaErrorPeerAccessUnsupported;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return api("cudaDeviceDisablePeerAccess", [&](Context& context) {
    check_peers(context, this_thread().device, peer);
    return cudaErrorPeerAccessNotEnabled;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device,
                                      int peer) {
  return api("cudaDeviceGetP2PAttribute", [&](Context& context) {
    require(value);
    check_peers(context, device, peer);
    require(device != peer, cudaErrorInvalidDevice);
    require(attribute >= cudaDevP2PAttrPerformanceRank &&
                attribute <= cudaDevP2PAttrOnlyPartialNativeAtomicSupported,
            cudaErrorInvalidValue);
    *value = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDriverGetVersion(int* version) {
  return api_always("cudaDriverGetVersion", [&](Context&) {
    require(version);
    *version = cuda_version;
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return api_always("cudaRuntimeGetVersion", [&](Context&) {
    require(version);
    *version = cuda_version;
    return cudaSuccess;
  });
}

// There is no profiler to tell: `simt profile` watches the whole program.
cudaError_t cudaProfilerStart() {
  return api("cudaProfilerStart", [](Context&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return api("cudaProfilerStop", [](Context&) { return cudaSuccess; });
}

}  // extern "C"
