// Hints about managed memory: checked, accepted, without effect on where it lies.
#include <cstring>

#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

// Hints are for managed memory; others are an error.
cudaError_t accept(Context& context, const void* pointer, size_t count) {
  require(count != 0, cudaErrorInvalidValue);
  const Located located = context.backend().locate(pointer);
  require(located.type == cudaMemoryTypeManaged && located.allocation != nullptr,
          cudaErrorInvalidValue);
  const auto offset = reinterpret_cast<simt::memory::Address>(pointer) - located.allocation->begin;
  require(count <= located.allocation->size - offset, cudaErrorInvalidValue);
  return cudaSuccess;
}

void check_location(Context& context, const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) context.device(location.id);
}

cudaError_t accept_all(Context& context, void** pointers, const size_t* sizes, size_t count) {
  require(pointers), require(sizes);
  for (size_t i = 0; i < count; ++i) accept(context, pointers[i], sizes[i]);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, cudaMemLocation location,
                                 unsigned, cudaStream_t stream) {
  return api("cudaMemPrefetchAsync", [&](Context& context) {
    context.stream(stream);
    check_location(context, location);
    return accept(context, pointer, count);
  });
}

cudaError_t cudaMemPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                      cudaMemLocation*, size_t*, size_t, unsigned long long,
                                      cudaStream_t stream) {
  return api("cudaMemPrefetchBatchAsync", [&](Context& context) {
    context.stream(stream);
    return accept_all(context, pointers, sizes, count);
  });
}

cudaError_t cudaMemDiscardBatchAsync(void** pointers, size_t* sizes, size_t count,
                                     unsigned long long, cudaStream_t stream) {
  return api("cudaMemDiscardBatchAsync", [&](Context& context) {
    context.stream(stream);
    return accept_all(context, pointers, sizes, count);
  });
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                                cudaMemLocation*, size_t*, size_t,
                                                unsigned long long, cudaStream_t stream) {
  return api("cudaMemDiscardAndPrefetchBatchAsync", [&](Context& context) {
    context.stream(stream);
    return accept_all(context, pointers, sizes, count);
  });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return api("cudaMemAdvise", [&](Context& context) {
    require(advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy,
            cudaErrorInvalidValue);
    if (advice != cudaMemAdviseSetReadMostly && advice != cudaMemAdviseUnsetReadMostly)
      check_location(context, location);
    return accept(context, pointer, count);
  });
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t size, cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t count) {
  return api("cudaMemRangeGetAttribute", [&](Context& context) {
    require(data);
    require(size >= sizeof(int), cudaErrorInvalidValue);
    // Nothing that was advised is kept.
    const bool is_location = attribute == cudaMemRangeAttributePreferredLocation ||
                             attribute == cudaMemRangeAttributeAccessedBy ||
                             attribute == cudaMemRangeAttributeLastPrefetchLocation;
    const int value = is_location ? cudaInvalidDeviceId : 0;
    for (size_t i = 0; i + sizeof(value) <= size; i += sizeof(value))
      std::memcpy(static_cast<char*>(data) + i, &value, sizeof(value));
    return accept(context, pointer, count);
  });
}

}  // extern "C"
