// Memset.
#include <algorithm>
#include <cstring>

#include "simt/runtime/transfer.h"

namespace simt::runtime {

namespace {

void fill_row(std::byte* row, const FillOperation& fill) {
  switch (fill.element) {
    case 1:
      std::memset(row, static_cast<int>(fill.value & 0xff), fill.width);
      return;
    case 2: {
      const auto value = static_cast<uint16_t>(fill.value);
      for (size_t i = 0; i < fill.width; ++i) std::memcpy(row + 2 * i, &value, 2);
      return;
    }
    default:
      for (size_t i = 0; i < fill.width; ++i) std::memcpy(row + 4 * i, &fill.value, 4);
  }
}

}  // namespace

cudaError_t execute_fill(Context& context, Stream& stream, const FillOperation& fill) {
  if (fill.bytes() == 0) return cudaSuccess;
  require(fill.element == 1 || fill.element == 2 || fill.element == 4, cudaErrorInvalidValue);
  const size_t row_bytes = fill.width * fill.element;
  const uint64_t span = span_of(fill.destination, row_bytes, fill.height, fill.depth);
  const Side side = find_side(context, fill.destination, span, "destination");
  if (side.pageable)
    return context.fail(cudaErrorInvalidValue, observe::FindingKind::bad_copy,
                        "the destination is in host memory: use memset()");
  {
    const GuardPause pause(context.guard);
    const auto address = reinterpret_cast<memory::Address>(fill.destination.pointer);
    auto& memory = context.device(static_cast<int>(side.device)).memory();
    for (size_t z = 0; z < fill.depth; ++z)
      for (size_t y = 0; y < fill.height; ++y) {
        const size_t offset = z * fill.destination.slice + y * fill.destination.pitch;
        fill_row(side.host + offset, fill);
        memory.notify_wrote(address + offset, row_bytes);
      }
  }
  context.timeline.fill(stream.device, stream.id, fill.bytes(), /*blocking=*/false);
  return cudaSuccess;
}

}  // namespace simt::runtime

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
  return bytes(pitched.ptr, pitched.pitch, pitched.pitch * pitched.ysize, value, extent.width,
               extent.height, extent.depth);
}

cudaError_t fill_now(Context& context, const FillOperation& fill) {
  Stream& stream = context.stream(nullptr);
  forbid_capture(context, stream);
  return context.submit(stream, fill);
}

cudaError_t fill_rows(Context& context, Stream& stream, const FillOperation& fill) {
  require(fill.height <= 1 || fill.width <= fill.destination.pitch, cudaErrorInvalidPitchValue);
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
