// Streams.
#include <algorithm>

#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

constexpr int least_priority = 0, greatest_priority = -5;

cudaError_t create(Context& context, cudaStream_t* handle, unsigned flags, int priority) {
  require(handle);
  require(flags == cudaStreamDefault || flags == cudaStreamNonBlocking, cudaErrorInvalidValue);
  const int clamped = std::clamp(priority, greatest_priority, least_priority);
  auto stream = context.add_stream(context.current().ordinal, flags, clamped);
  *handle = stream->handle = context.streams.add(stream);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return api("cudaStreamCreate",
             [&](Context& context) { return create(context, stream, cudaStreamDefault, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return api("cudaStreamCreateWithFlags",
             [&](Context& context) { return create(context, stream, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return api("cudaStreamCreateWithPriority",
             [&](Context& context) { return create(context, stream, flags, priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return api("cudaStreamDestroy", [&](Context& context) {
    const auto stream = context.streams.find(handle);
    require(stream != nullptr, cudaErrorInvalidResourceHandle,
            "cudaStreamDestroy() got a stream that is not there, or not any more");
    if (stream->capture) {
      stream->capture->invalidated = true;
      --context.captures;
    }
    context.backend().remove(*stream);
    context.streams.erase(handle);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return api("cudaStreamSynchronize", [&](Context& context) {
    Stream& stream = context.stream(handle);
    forbid_capture(context, stream);
    context.backend().synchronize(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return api("cudaStreamQuery", [&](Context& context) {
    Stream& stream = context.stream(handle);
    forbid_capture(context, stream);
    return context.backend().is_done(stream) ? cudaSuccess : cudaErrorNotReady;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return api("cudaStreamGetPriority", [&](Context& context) {
    require(priority);
    *priority = context.stream(stream).priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return api("cudaStreamGetFlags", [&](Context& context) {
    require(flags);
    *flags = context.stream(stream).flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return api("cudaStreamGetId", [&](Context& context) {
    require(id);
    *id = context.stream(stream).id;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return api("cudaStreamGetDevice", [&](Context& context) {
    require(device);
    *device = static_cast<int>(context.stream(stream).device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return api("cudaDeviceGetStreamPriorityRange", [&](Context&) {
    if (least != nullptr) *least = least_priority;
    if (greatest != nullptr) *greatest = greatest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  return api("cudaStreamAddCallback", [&](Context& context) {
    require(callback != nullptr && flags == 0, cudaErrorInvalidValue);
    Stream& stream = context.stream(handle);
    require(stream.capture == nullptr, cudaErrorStreamCaptureUnsupported);
    context.backend().call_on_host(stream, [&] { callback(handle, cudaSuccess, data); });
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return api("cudaLaunchHostFunc", [&](Context& context) {
    require(function != nullptr, cudaErrorInvalidValue);
    return context.submit(context.stream(stream), HostOperation{function, data});
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned) {
  return api("cudaStreamAttachMemAsync", [&](Context& context) {
    context.stream(stream);
    require(context.backend().locate(pointer).type == cudaMemoryTypeManaged, cudaErrorInvalidValue);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  return api("cudaStreamGetAttribute", [&](Context& context) {
    require(value);
    const Stream& stream = context.stream(handle);
    switch (attribute) {
      case cudaStreamAttributeAccessPolicyWindow:
        value->accessPolicyWindow = stream.window.accessPolicyWindow;
        return cudaSuccess;
      case cudaStreamAttributeSynchronizationPolicy:
        value->syncPolicy = cudaSyncPolicyAuto;
        return cudaSuccess;
      case cudaStreamAttributePriority:
        value->priority = stream.priority;
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  return api("cudaStreamSetAttribute", [&](Context& context) {
    require(value);
    Stream& stream = context.stream(handle);
    switch (attribute) {
      case cudaStreamAttributeAccessPolicyWindow:
        stream.window.accessPolicyWindow = value->accessPolicyWindow;
        return cudaSuccess;
      case cudaStreamAttributeSynchronizationPolicy:
        return cudaSuccess;
      case cudaStreamAttributePriority:
        stream.priority = std::clamp(value->priority, greatest_priority, least_priority);
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source) {
  return api("cudaStreamCopyAttributes", [&](Context& context) {
    context.stream(destination).window = context.stream(source).window;
    return cudaSuccess;
  });
}

}  // extern "C"
