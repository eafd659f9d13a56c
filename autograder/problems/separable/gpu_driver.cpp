// Runs inside the recorder worker: lets the student's file allocate the images, calls its
// filter_image, and writes down what it asks of the GPU; or asks its query_machine. Inputs: none.
// Output: the plan.
#include <cstddef>
#include <cstring>
#include <span>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"
#include "autograder/problems/separable/parameters.h"
#include "autograder/worker/protocol.h"
#include "common/separable_gpu.h"

// A step defines some of them.
extern "C" {
[[gnu::weak]] void query_machine(Machine* machine);
[[gnu::weak]] void* allocate_image(size_t bytes);
[[gnu::weak]] void free_image(void* image);
[[gnu::weak]] void filter_image(int width, int height, int radius, const double* filter,
                                const double* src, double* dst);
}

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  SeparableParameters given;
  std::memcpy(&given, parameters, sizeof given);
  const std::span<std::byte> plan(static_cast<std::byte*>(outputs[0]), gpu::plan_capacity);
  if (given.width == 0) {
    const std::size_t buffers[] = {sizeof(Machine)};
    gpu::begin_plan(buffers, {}, given.figures, plan);
    Machine machine;
    std::memset(&machine, 0xff, sizeof machine);
    query_machine(&machine);
    gpu::store(0, std::as_bytes(std::span(&machine, 1)));
    return gpu::end_plan();
  }
  const auto bytes = [](std::int64_t width, std::int64_t height) {
    return static_cast<std::size_t>(width * height) * sizeof(double);
  };
  const std::size_t src_bytes =
      bytes(given.width + 2 * given.radius, given.height + 2 * given.radius);
  const std::size_t dst_bytes = bytes(given.width, given.height);
  const auto shape =
      std::as_bytes(std::span(&given, 1)).first(offsetof(SeparableParameters, figures));
  gpu::begin_plan({}, shape, given.figures, plan);
  void* const src = allocate_image(src_bytes);
  gpu::take_host_buffer(src, src_bytes);
  void* const dst = allocate_image(dst_bytes);
  gpu::take_host_buffer(dst, dst_bytes);
  if (src != nullptr && dst != nullptr)
    filter_image(given.width, given.height, given.radius, given.filter,
                 static_cast<const double*>(src), static_cast<double*>(dst));
  gpu::end_plan();
  free_image(src);
  free_image(dst);
}
