// Copies: the calls of the API.
#include <fmt/format.h>

#include <algorithm>

#include "simt/memory/place.h"
#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

CopyOperation rows(void* destination, size_t destination_pitch, const void* source,
                   size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  CopyOperation copy;
  copy.destination = {destination, destination_pitch, 0};
  copy.source = {const_cast<void*>(source), source_pitch, 0};
  copy.width = width;
  copy.height = height;
  copy.kind = kind;
  return copy;
}

CopyOperation line(void* destination, const void* source, size_t count, cudaMemcpyKind kind) {
  return rows(destination, count, source, count, count, 1, kind);
}

// A copy that the host waits for goes into the default stream.
cudaError_t copy_now(Context& context, const CopyOperation& copy) {
  Stream& stream = context.stream(nullptr);
  forbid_capture(context, stream);
  return context.submit(stream, copy, /*blocking=*/true);
}

cudaError_t copy_rows(Context& context, cudaStream_t stream, const CopyOperation& copy,
                      bool blocking) {
  require(copy.width <= copy.destination.pitch && copy.width <= copy.source.pitch,
          cudaErrorInvalidPitchValue, "rows that are longer than their pitch");
  return blocking ? copy_now(context, copy) : context.submit(context.stream(stream), copy);
}

// The device address of a byte of a variable.
void* symbol_address(Context& context, const void* symbol, size_t offset, size_t count) {
  const VariableEntry* variable = context.modules.variable(symbol);
  require(variable != nullptr, cudaErrorInvalidSymbol);
  const auto& allocation = context.backend().find(*variable, context.current().ordinal);
  if (offset > allocation.size || count > allocation.size - offset)
    throw ApiError{context.fail(
        cudaErrorInvalidValue, simt::events::FindingKind::bad_copy,
        fmt::format("{} from byte {} on {} not fit into the variable {} of {}",
                    simt::memory::count_bytes(count), offset, count == 1 ? "does" : "do",
                    allocation.name, simt::memory::count_bytes(allocation.size)),
        &allocation)};
  return reinterpret_cast<void*>(allocation.begin + offset);
}

cudaMemcpyKind on_device(cudaMemcpyKind kind, cudaMemcpyKind to_host) {
  require(kind == to_host || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault,
          cudaErrorInvalidMemcpyDirection);
  return kind;
}

cudaError_t copy_volume(Context& context, const cudaMemcpy3DParms* p, cudaStream_t stream,
                        bool blocking) {
  const CopyOperation copy = copy_of(context, p);
  return blocking ? copy_now(context, copy) : context.submit(context.stream(stream), copy);
}

cudaMemcpy3DParms without_devices(const cudaMemcpy3DPeerParms* p) {
  require(p);
  cudaMemcpy3DParms parameters{};
  parameters.srcArray = p->srcArray;
  parameters.srcPos = p->srcPos;
  parameters.srcPtr = p->srcPtr;
  parameters.dstArray = p->dstArray;
  parameters.dstPos = p->dstPos;
  parameters.dstPtr = p->dstPtr;
  parameters.extent = p->extent;
  parameters.kind = cudaMemcpyDefault;
  return parameters;
}

}  // namespace

namespace simt::runtime {

CopyOperation copy_of(Context& context, const cudaMemcpy3DParms* p) {
  require(p);
  if (p->srcArray != nullptr || p->dstArray != nullptr)
    throw ApiError{context.fail(cudaErrorNotSupported, events::FindingKind::unsupported,
                                "copies of CUDA arrays are not simulated")};
  require(p->extent.depth <= 1 || p->extent.height <= std::min(p->srcPtr.ysize, p->dstPtr.ysize),
          cudaErrorInvalidValue, higher_than_slices);
  const auto area = [](const cudaPitchedPtr& pitched, const cudaPos& position) {
    const size_t slice = pitched.pitch * pitched.ysize;
    auto* first = static_cast<std::byte*>(pitched.ptr) + position.z * slice +
                  position.y * pitched.pitch + position.x;
    return Area{first, pitched.pitch, slice};
  };
  CopyOperation copy;
  copy.destination = area(p->dstPtr, p->dstPos);
  copy.source = area(p->srcPtr, p->srcPos);
  copy.width = p->extent.width;
  copy.height = p->extent.height;
  copy.depth = p->extent.depth;
  copy.kind = p->kind;
  return copy;
}

CopyOperation copy_of(void* destination, const void* source, size_t count, cudaMemcpyKind kind) {
  return line(destination, source, count, kind);
}

CopyOperation copy_to_symbol(Context& context, const void* symbol, const void* source, size_t count,
                             size_t offset, cudaMemcpyKind kind) {
  return line(symbol_address(context, symbol, offset, count), source, count,
              on_device(kind, cudaMemcpyHostToDevice));
}

CopyOperation copy_from_symbol(Context& context, void* destination, const void* symbol,
                               size_t count, size_t offset, cudaMemcpyKind kind) {
  return line(destination, symbol_address(context, symbol, offset, count), count,
              on_device(kind, cudaMemcpyDeviceToHost));
}

}  // namespace simt::runtime

extern "C" {

cudaError_t cudaMemcpy(void* destination, const void* source, size_t count, cudaMemcpyKind kind) {
  return api("cudaMemcpy", [&](Context& context) {
    return copy_now(context, line(destination, source, count, kind));
  });
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t count,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return api("cudaMemcpyAsync", [&](Context& context) {
    return context.submit(context.stream(stream), line(destination, source, count, kind));
  });
}

cudaError_t cudaMemcpyPeer(void* destination, int destination_device, const void* source,
                           int source_device, size_t count) {
  return api("cudaMemcpyPeer", [&](Context& context) {
    context.device(destination_device), context.device(source_device);
    return copy_now(context, line(destination, source, count, cudaMemcpyDefault));
  });
}

cudaError_t cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                                int source_device, size_t count, cudaStream_t stream) {
  return api("cudaMemcpyPeerAsync", [&](Context& context) {
    context.device(destination_device), context.device(source_device);
    return context.submit(context.stream(stream),
                          line(destination, source, count, cudaMemcpyDefault));
  });
}

cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                         size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return api("cudaMemcpy2D", [&](Context& context) {
    return copy_rows(
        context, nullptr,
        rows(destination, destination_pitch, source, source_pitch, width, height, kind), true);
  });
}

cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return api("cudaMemcpy2DAsync", [&](Context& context) {
    return copy_rows(
        context, stream,
        rows(destination, destination_pitch, source, source_pitch, width, height, kind), false);
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return api("cudaMemcpy3D",
             [&](Context& context) { return copy_volume(context, p, nullptr, true); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return api("cudaMemcpy3DAsync",
             [&](Context& context) { return copy_volume(context, p, stream, false); });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return api("cudaMemcpy3DPeer", [&](Context& context) {
    const auto parameters = without_devices(p);
    return copy_volume(context, &parameters, nullptr, true);
  });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return api("cudaMemcpy3DPeerAsync", [&](Context& context) {
    const auto parameters = without_devices(p);
    return copy_volume(context, &parameters, stream, false);
  });
}

cudaError_t cudaMemcpyBatchAsync(void* const* destinations, const void* const* sources,
                                 const size_t* sizes, size_t count, cudaMemcpyAttributes*, size_t*,
                                 size_t, cudaStream_t stream) {
  return api("cudaMemcpyBatchAsync", [&](Context& context) {
    require(destinations), require(sources), require(sizes);
    for (size_t i = 0; i < count; ++i) {
      const auto copy = line(destinations[i], sources[i], sizes[i], cudaMemcpyDefault);
      if (const auto error = context.submit(context.stream(stream), copy); error != cudaSuccess)
        return error;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t count, size_t offset,
                               cudaMemcpyKind kind) {
  return api("cudaMemcpyToSymbol", [&](Context& context) {
    return copy_now(context, copy_to_symbol(context, symbol, source, count, offset, kind));
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t count,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return api("cudaMemcpyToSymbolAsync", [&](Context& context) {
    return context.submit(context.stream(stream),
                          copy_to_symbol(context, symbol, source, count, offset, kind));
  });
}

cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t count, size_t offset,
                                 cudaMemcpyKind kind) {
  return api("cudaMemcpyFromSymbol", [&](Context& context) {
    return copy_now(context, copy_from_symbol(context, destination, symbol, count, offset, kind));
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t count,
                                      size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return api("cudaMemcpyFromSymbolAsync", [&](Context& context) {
    return context.submit(context.stream(stream),
                          copy_from_symbol(context, destination, symbol, count, offset, kind));
  });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return api("cudaGetSymbolAddress", [&](Context& context) {
    require(pointer);
    *pointer = symbol_address(context, symbol, 0, 0);
    return cudaSuccess;
  });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  return api("cudaGetSymbolSize", [&](Context& context) {
    require(size);
    const VariableEntry* variable = context.modules.variable(symbol);
    require(variable != nullptr, cudaErrorInvalidSymbol);
    *size = context.backend().find(*variable, context.current().ordinal).size;
    return cudaSuccess;
  });
}

}  // extern "C"
