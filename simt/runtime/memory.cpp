// Allocation of device, managed and pinned memory.
#include <fmt/format.h>

#include <algorithm>

#include "simt/runtime/execute.h"

using namespace simt::runtime;

namespace {

using simt::memory::Address;
using simt::memory::Kind;
using simt::observe::FindingKind;

constexpr size_t pitch_alignment = 512;

// Device memory; *pointer is null for no bytes.
void allocate(Context& context, void** pointer, size_t size) {
  require(pointer);
  *pointer = nullptr;
  if (size == 0) return;
  DeviceState& device = context.current();
  const auto* allocation = device.memory().allocate(size, Kind::device);
  require(allocation != nullptr, cudaErrorMemoryAllocation);
  context.allocations.add({.begin = allocation->begin,
                           .size = size,
                           .origin = Origin::malloc,
                           .device = device.ordinal,
                           .site = context.program_site()});
  *pointer = reinterpret_cast<void*>(allocation->begin);
}

// Memory that the host and all devices see at the same address.
void allocate_shared(Context& context, void** pointer, size_t size, Origin origin, unsigned flags) {
  require(pointer);
  *pointer = nullptr;
  if (size == 0) return;
  DeviceState& device = context.current();
  const auto* allocation =
      device.memory().allocate(size, origin == Origin::managed ? Kind::managed : Kind::pinned);
  require(allocation != nullptr, cudaErrorMemoryAllocation);
  for (const auto& [ordinal, other] : context.devices())
    if (other.ordinal != device.ordinal)
      context.device(ordinal).memory().add_host(allocation->host, size);
  context.allocations.add({.begin = allocation->begin,
                           .size = size,
                           .origin = origin,
                           .device = device.ordinal,
                           .flags = flags,
                           .site = context.program_site()});
  *pointer = allocation->host;
}

// Why a pointer cannot be freed.
cudaError_t refuse_free(Context& context, const void* pointer, cudaError_t code) {
  const Located located = context.locate(pointer);
  const auto address = reinterpret_cast<Address>(pointer);
  const auto fail = [&](std::string why) {
    return context.fail(code, FindingKind::invalid_free, std::move(why), located.allocation);
  };
  if (located.allocation == nullptr)
    return fail(
        located.type == cudaMemoryTypeDevice
            ? fmt::format("nothing is allocated at {:#x}", address)
            : fmt::format("{:#x} is ordinary host memory: it did not come from CUDA", address));
  if (located.allocation->freed) return fail("this memory was freed before");
  if (located.allocation->begin != address)
    return fail(fmt::format("the pointer leads {} bytes into its allocation, not to its beginning",
                            address - located.allocation->begin));
  const AllocationRecord* record = context.allocations.beginning_at(address);
  if (record == nullptr) return fail("this is a variable of the program");
  return fail(fmt::format("this memory is freed with {}", record->free_function()));
}

void release(Context& context, const AllocationRecord& record) {
  // As on a device, freeing waits for what is under way.
  for (const auto& [ordinal, device] : context.devices())
    context.timeline.synchronize_device(device.ordinal);
  context.synchronized();
  const Address begin = record.begin;
  if (record.on_host()) {
    context.guard.forget(begin, begin + record.size);
    for (const auto& [ordinal, device] : context.devices())
      context.device(ordinal).memory().free(begin);
  } else {
    context.device(static_cast<int>(record.device)).memory().free(begin);
    if (const auto pool = context.pools.find(record.pool)) pool->used -= record.size;
  }
  context.allocations.erase(begin);
}

cudaError_t free_device(Context& context, void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  const auto* record = context.allocations.beginning_at(reinterpret_cast<Address>(pointer));
  const bool fits =
      record != nullptr && (record->origin == Origin::malloc || record->origin == Origin::pool ||
                            record->origin == Origin::managed || record->origin == Origin::graph);
  if (!fits) return refuse_free(context, pointer, cudaErrorInvalidValue);
  release(context, AllocationRecord(*record));
  return cudaSuccess;
}

cudaError_t free_host(Context& context, void* pointer, Origin origin, cudaError_t code) {
  if (pointer == nullptr && origin == Origin::host) return cudaSuccess;
  const auto* record = context.allocations.beginning_at(reinterpret_cast<Address>(pointer));
  if (record == nullptr || record->origin != origin) return refuse_free(context, pointer, code);
  release(context, AllocationRecord(*record));
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t size) {
  return api("cudaMalloc", [&](Context& context) {
    allocate(context, pointer, size);
    return cudaSuccess;
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return api("cudaMallocPitch", [&](Context& context) {
    require(pitch);
    *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
    allocate(context, pointer, *pitch * height);
    return cudaSuccess;
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return api("cudaMalloc3D", [&](Context& context) {
    require(pitched);
    pitched->pitch = (extent.width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    allocate(context, &pitched->ptr, pitched->pitch * extent.height * extent.depth);
    return cudaSuccess;
  });
}

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned flags) {
  return api("cudaMallocManaged", [&](Context& context) {
    require(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost, cudaErrorInvalidValue);
    require(size != 0, cudaErrorInvalidValue);
    allocate_shared(context, pointer, size, Origin::managed, flags);
    return cudaSuccess;
  });
}

cudaError_t cudaMallocHost(void** pointer, size_t size) {
  return api("cudaMallocHost", [&](Context& context) {
    allocate_shared(context, pointer, size, Origin::host, cudaHostAllocDefault);
    return cudaSuccess;
  });
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned flags) {
  return api("cudaHostAlloc", [&](Context& context) {
    constexpr unsigned known =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    require((flags & ~known) == 0, cudaErrorInvalidValue);
    allocate_shared(context, pointer, size, Origin::host, flags);
    return cudaSuccess;
  });
}

cudaError_t cudaFree(void* pointer) {
  return api("cudaFree", [&](Context& context) {
    context.current();  // cudaFree(0) is how programs make the device start
    return free_device(context, pointer);
  });
}

cudaError_t cudaFreeHost(void* pointer) {
  return api("cudaFreeHost", [&](Context& context) {
    return free_host(context, pointer, Origin::host, cudaErrorInvalidValue);
  });
}

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned flags) {
  return api("cudaHostRegister", [&](Context& context) {
    require(pointer);
    require(size != 0, cudaErrorInvalidValue);
    const auto begin = reinterpret_cast<Address>(pointer);
    for (const auto& [other, record] : context.allocations.all())
      require(!record.on_host() || begin + size <= other || begin >= other + record.size,
              cudaErrorHostMemoryAlreadyRegistered);
    DeviceState& device = context.current();
    for (const auto& [ordinal, other] : context.devices()) {
      auto& memory = context.device(ordinal).memory();
      require(memory.add_host(pointer, size) != nullptr, cudaErrorHostMemoryAlreadyRegistered);
      // The host may have written it: nothing is known to be uninitialised.
      memory.notify_wrote(begin, size);
    }
    context.allocations.add({.begin = begin,
                             .size = size,
                             .origin = Origin::registered,
                             .device = device.ordinal,
                             .flags = flags,
                             .site = context.program_site()});
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return api("cudaHostUnregister", [&](Context& context) {
    return free_host(context, pointer, Origin::registered, cudaErrorHostMemoryNotRegistered);
  });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  return api("cudaHostGetDevicePointer", [&](Context& context) {
    require(device);
    require(flags == 0, cudaErrorInvalidValue);
    const auto* record = context.allocations.containing(reinterpret_cast<Address>(host));
    require(record != nullptr && record->on_host(), cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return api("cudaHostGetFlags", [&](Context& context) {
    require(flags);
    const auto* record = context.allocations.containing(reinterpret_cast<Address>(host));
    require(record != nullptr && record->origin == Origin::host, cudaErrorInvalidValue);
    *flags = record->flags | cudaHostAllocMapped;  // with unified addressing all of it is mapped
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total) {
  return api("cudaMemGetInfo", [&](Context& context) {
    const auto& memory = context.current().memory();
    if (free_bytes != nullptr) *free_bytes = memory.capacity() - memory.used();
    if (total != nullptr) *total = memory.capacity();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return api("cudaPointerGetAttributes", [&](Context& context) {
    require(attributes);
    *attributes = {};
    const Located located = context.locate(pointer);
    const bool known = located.allocation != nullptr && !located.allocation->freed;
    attributes->type = known ? located.type : cudaMemoryTypeUnregistered;
    attributes->device = known ? static_cast<int>(located.device) : cudaInvalidDeviceId;
    if (known) attributes->devicePointer = const_cast<void*>(pointer);
    if (!known || located.type != cudaMemoryTypeDevice)
      attributes->hostPointer = const_cast<void*>(pointer);
    return cudaSuccess;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

}  // extern "C"
