// Allocation of device, managed and pinned memory.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "simt/memory/place.h"
#include "simt/runtime/calls.h"

namespace simt::runtime {

cudaError_t refuse_free(Context& context, const void* pointer, cudaError_t code) {
  const Located located = context.backend().locate(pointer);
  const auto address = reinterpret_cast<memory::Address>(pointer);
  const auto fail = [&](const std::string& what) {
    return context.fail(code, events::FindingKind::invalid_free,
                        fmt::format("{}() got {}", this_thread().site.function, what),
                        located.allocation);
  };
  if (located.allocation == nullptr)
    return fail(located.type == cudaMemoryTypeDevice
                    ? fmt::format("{:#x}, where nothing is allocated", address)
                    : fmt::format("{:#x}, memory of the host: it did not come from CUDA, or was "
                                  "freed before",
                                  address));
  if (located.allocation->freed) return fail("memory that was freed before");
  if (located.allocation->begin != address)
    return fail(fmt::format("a pointer {} into its allocation, not to the beginning",
                            memory::count_bytes(address - located.allocation->begin)));
  const AllocationRecord* record = context.allocations.beginning_at(address);
  if (record == nullptr)
    return fail(fmt::format("{}, which was not allocated by a call", located.allocation->name));
  return fail(fmt::format("memory that is freed with {}", record->free_function()));
}

}  // namespace simt::runtime

using namespace simt::runtime;

namespace {

using simt::memory::Address;
using simt::memory::Kind;

constexpr size_t pitch_alignment = 512;

// *pointer is null for no bytes.
void allocate(Context& context, void** pointer, size_t size, Kind kind, AllocationRecord record) {
  require(pointer);
  forbid_unsafe_call(context);
  *pointer = nullptr;
  if (size == 0) return;
  *pointer = context.allocate(context.current(), size, kind, std::move(record));
}

// Rows of a volume, each of which begins at a multiple of what copies like.
void allocate_rows(Context& context, void** pointer, size_t* pitch, size_t width, size_t height,
                   size_t depth) {
  require(width <= SIZE_MAX - pitch_alignment, cudaErrorInvalidValue);
  *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  require(depth == 0 || height <= SIZE_MAX / depth, cudaErrorMemoryAllocation);
  const size_t rows = height * depth;
  require(rows == 0 || *pitch <= SIZE_MAX / rows, cudaErrorMemoryAllocation);
  allocate(context, pointer, *pitch * rows, Kind::device, {.row_bytes = width, .pitch = *pitch});
}

void release(Context& context, const AllocationRecord& record) {
  // As on a device, freeing waits for what is under way.
  context.backend().free(record, nullptr);
  if (const auto pool = context.pools.find(record.pool)) pool->used -= record.size;
  context.allocations.erase(record.begin);
}

cudaError_t free_device(Context& context, void* pointer) {
  forbid_unsafe_call(context);
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
  forbid_unsafe_call(context);
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
    allocate(context, pointer, size, Kind::device, {});
    return cudaSuccess;
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return api("cudaMallocPitch", [&](Context& context) {
    require(pitch);
    allocate_rows(context, pointer, pitch, width, height, 1);
    return cudaSuccess;
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return api("cudaMalloc3D", [&](Context& context) {
    require(pitched);
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    allocate_rows(context, &pitched->ptr, &pitched->pitch, extent.width, extent.height,
                  extent.depth);
    return cudaSuccess;
  });
}

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned flags) {
  return api("cudaMallocManaged", [&](Context& context) {
    require(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost, cudaErrorInvalidValue);
    require(size != 0, cudaErrorInvalidValue);
    allocate(context, pointer, size, Kind::managed, {.origin = Origin::managed, .flags = flags});
    return cudaSuccess;
  });
}

cudaError_t cudaMallocHost(void** pointer, size_t size) {
  return api("cudaMallocHost", [&](Context& context) {
    allocate(context, pointer, size, Kind::pinned,
             {.origin = Origin::host, .flags = cudaHostAllocDefault});
    return cudaSuccess;
  });
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned flags) {
  return api("cudaHostAlloc", [&](Context& context) {
    constexpr unsigned known =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    require((flags & ~known) == 0, cudaErrorInvalidValue);
    allocate(context, pointer, size, Kind::pinned, {.origin = Origin::host, .flags = flags});
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
    require(context.backend().locate(pointer).type != cudaMemoryTypeDevice, cudaErrorInvalidValue);
    const auto begin = reinterpret_cast<Address>(pointer);
    for (const auto& [other, record] : context.allocations.all())
      require(!record.on_host() || begin + size <= other || begin >= other + record.size,
              cudaErrorHostMemoryAlreadyRegistered);
    const uint32_t device = context.current().ordinal;
    require(context.backend().pin(pointer, size), cudaErrorHostMemoryAlreadyRegistered);
    context.allocations.add({.begin = begin,
                             .size = size,
                             .origin = Origin::registered,
                             .device = device,
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
    if (!context.backend().reaches_pinned())
      return context.backend().refuse(
          "cudaHostGetDevicePointer(): kernels do not reach memory of the host here: cudaMemcpy(), "
          "or cudaMallocManaged() for what the host fills");
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
    const MemoryFigures memory = context.backend().memory(context.current().ordinal);
    if (free_bytes != nullptr) *free_bytes = memory.free;
    if (total != nullptr) *total = memory.total;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return api("cudaPointerGetAttributes", [&](Context& context) {
    require(attributes);
    *attributes = {};
    const Located located = context.backend().locate(pointer);
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
