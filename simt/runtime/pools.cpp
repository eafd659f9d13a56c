// Memory pools and allocation in stream order.
#include <algorithm>
#include <cstring>

#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

using simt::memory::Address;

Pool& find_pool(Context& context, cudaMemPool_t handle) {
  const auto found = context.pools.find(handle);
  require(found != nullptr, cudaErrorInvalidValue);
  return *found;
}

// Allocated at the call: work that is issued later comes later anyway.
cudaError_t allocate(Context& context, void** pointer, size_t size, Pool& pool,
                     cudaStream_t stream_handle) {
  require(pointer);
  *pointer = nullptr;
  Stream& stream = context.stream(stream_handle);
  if (size == 0) return cudaSuccess;
  require(pool.limit == 0 || pool.used + size <= pool.limit, cudaErrorMemoryAllocation);
  auto& device = context.device(static_cast<int>(pool.device));
  const bool captured = stream.capture != nullptr;
  *pointer =
      context.allocate(device, size, simt::memory::Kind::device,
                       {.origin = captured ? Origin::graph : Origin::pool, .pool = pool.handle});
  pool.used += size;
  pool.used_high = std::max(pool.used_high, pool.used);
  if (captured) return context.submit(stream, AllocateOperation{*pointer, size});
  context.backend().allocated(
      *context.allocations.beginning_at(reinterpret_cast<Address>(*pointer)), stream);
  return cudaSuccess;
}

cudaError_t free_in_order(Context& context, void* pointer, cudaStream_t stream_handle) {
  Stream& stream = context.stream(stream_handle);
  if (pointer == nullptr) return cudaSuccess;
  const auto* record = context.allocations.beginning_at(reinterpret_cast<Address>(pointer));
  if (record == nullptr || record->on_host())
    return refuse_free(context, pointer, cudaErrorInvalidValue);
  if (stream.capture) return context.submit(stream, FreeOperation{pointer});
  if (const auto pool = context.pools.find(record->pool)) pool->used -= record->size;
  context.backend().free(*record, &stream);
  context.allocations.erase(record->begin);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
  return api("cudaMallocAsync", [&](Context& context) {
    return allocate(context, pointer, size, *context.current().pool, stream);
  });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return api("cudaMallocFromPoolAsync", [&](Context& context) {
    return allocate(context, pointer, size, find_pool(context, pool), stream);
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return api("cudaFreeAsync",
             [&](Context& context) { return free_in_order(context, pointer, stream); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* handle, const cudaMemPoolProps* properties) {
  return api("cudaMemPoolCreate", [&](Context& context) {
    require(handle), require(properties);
    require(properties->allocType == cudaMemAllocationTypePinned &&
                properties->location.type == cudaMemLocationTypeDevice,
            cudaErrorNotSupported);
    auto pool = std::make_shared<Pool>();
    pool->device = context.device(properties->location.id).ordinal;
    pool->limit = properties->maxSize;
    *handle = pool->handle = context.pools.add(pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
  return api("cudaMemPoolDestroy", [&](Context& context) {
    Pool& pool = find_pool(context, handle);
    DeviceState& device = context.device(static_cast<int>(pool.device));
    require(&pool != device.default_pool.get(), cudaErrorInvalidValue);
    if (device.pool.get() == &pool) device.pool = device.default_pool;
    context.pools.erase(handle);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return api("cudaMemPoolTrimTo", [&](Context& context) {
    find_pool(context, pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
  return api("cudaMemPoolSetAttribute", [&](Context& context) {
    require(value);
    Pool& pool = find_pool(context, handle);
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        std::memcpy(&pool.reuse[attribute - 1], value, sizeof(int));
        return cudaSuccess;
      case cudaMemPoolAttrReleaseThreshold:
        std::memcpy(&pool.release_threshold, value, sizeof(uint64_t));
        return cudaSuccess;
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        pool.used_high = pool.used;
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
  return api("cudaMemPoolGetAttribute", [&](Context& context) {
    require(value);
    const Pool& pool = find_pool(context, handle);
    const auto give = [value](uint64_t number) {
      std::memcpy(value, &number, sizeof(number));
      return cudaSuccess;
    };
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        std::memcpy(value, &pool.reuse[attribute - 1], sizeof(int));
        return cudaSuccess;
      case cudaMemPoolAttrReleaseThreshold:
        return give(pool.release_threshold);
      case cudaMemPoolAttrReservedMemCurrent:
      case cudaMemPoolAttrUsedMemCurrent:
        return give(pool.used);
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        return give(pool.used_high);
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, size_t count) {
  return api("cudaMemPoolSetAccess", [&](Context& context) {
    const uint32_t own = find_pool(context, pool).device;
    for (size_t i = 0; i < count; ++i)
      require(context.device(list[i].location.id).ordinal == own ||
                  list[i].flags == cudaMemAccessFlagsProtNone,
              cudaErrorNotSupported);  // devices do not see each other's memory
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  return api("cudaMemPoolGetAccess", [&](Context& context) {
    require(flags), require(location);
    const bool own = context.device(location->id).ordinal == find_pool(context, pool).device;
    *flags = own ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return api("cudaDeviceGetDefaultMemPool", [&](Context& context) {
    require(pool);
    *pool = context.device(device).default_pool->handle;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return api("cudaDeviceGetMemPool", [&](Context& context) {
    require(pool);
    *pool = context.device(device).pool->handle;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return api("cudaDeviceSetMemPool", [&](Context& context) {
    require(find_pool(context, pool).device == context.device(device).ordinal,
            cudaErrorInvalidDevice);
    context.device(device).pool = context.pools.find(pool);
    return cudaSuccess;
  });
}

}  // extern "C"
