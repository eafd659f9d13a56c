// Memset.
#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

FillOperation bytes(void* pointer, size_t pitch, size_t slice, int value, size_t width,
                    size_t height, size_t depth) {
  FillOperation fill;
  fill.destination = {pointer, pitch, slice};
  fill.value = static_cast<unsigned>(value) & 0xff;
  fill.width = width;
  fill.height = height;
  fill.depth = depth;
  return fill;
}

FillOperation volume(const cudaPitchedPtr& pitched, int value, const cudaExtent& extent) {
  require(extent.depth <= 1 || extent.height <= pitched.ysize, cudaErrorInvalidValue,
          higher_than_slices);
  return bytes(pitched.ptr, pitched.pitch, pitched.pitch * pitched.ysize, value, extent.width,
               extent.height, extent.depth);
}

cudaError_t fill_now(Context& context, const FillOperation& fill) {
  Stream& stream = context.stream(nullptr);
  forbid_capture(context, stream);
  return context.submit(stream, fill);
}

cudaError_t fill_rows(Context& context, Stream& stream, const FillOperation& fill) {
  require(fill.height <= 1 || fill.width <= fill.destination.pitch, cudaErrorInvalidPitchValue,
          "rows that are longer than their pitch");
  return context.submit(stream, fill);
}

}  // namespace

extern "C" {

cudaError_t cudaMemset(void* pointer, int value, size_t count) {
  return api("cudaMemset", [&](Context& context) {
    return fill_now(context, bytes(pointer, count, 0, value, count, 1, 1));
  });
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t count, cudaStream_t stream) {
  return api("cudaMemsetAsync", [&](Context& context) {
    return context.submit(context.stream(stream), bytes(pointer, count, 0, value, count, 1, 1));
  });
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return api("cudaMemset2D", [&](Context& context) {
    Stream& stream = context.stream(nullptr);
    forbid_capture(context, stream);
    return fill_rows(context, stream, bytes(pointer, pitch, 0, value, width, height, 1));
  });
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return api("cudaMemset2DAsync", [&](Context& context) {
    return fill_rows(context, context.stream(stream),
                     bytes(pointer, pitch, 0, value, width, height, 1));
  });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return api("cudaMemset3D",
             [&](Context& context) { return fill_now(context, volume(pitched, value, extent)); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return api("cudaMemset3DAsync", [&](Context& context) {
    return context.submit(context.stream(stream), volume(pitched, value, extent));
  });
}

}  // extern "C"
