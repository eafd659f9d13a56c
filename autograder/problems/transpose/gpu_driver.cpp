// Runs inside the recorder worker: hands the symbolic addresses of a case's buffers to the function
// that the step asks for, and writes down what it asks of the GPU. Inputs: none. Output: the plan.
#include <cstring>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"
#include "autograder/judge/protocol.h"
#include "autograder/problems/transpose/parameters.h"
#include "common/transpose_gpu.h"

// A step defines one of them.
extern "C" {
[[gnu::weak]] void add_matrices(int width, int height, int pitch, const float* src,
                                const float* other, float* dst);
[[gnu::weak]] void add_points(size_t count, const Point* src, const Point* other, Point* dst);
[[gnu::weak]] void add_vectors(size_t count, const float* src, const float* other, float* dst);
[[gnu::weak]] void transpose(int rows, int columns, const float* src, float* dst);
}

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  TransposeParameters given;
  std::memcpy(&given, parameters, sizeof given);
  const bool is_sum = given.task != TransposeTask::transpose;
  const std::size_t count =
      static_cast<std::size_t>(given.pitch) * static_cast<std::size_t>(given.height);
  const std::size_t bytes =
      count * (given.task == TransposeTask::points ? sizeof(Point) : sizeof(float));
  const std::size_t buffers[] = {bytes, is_sum ? bytes : 0, bytes};
  gpu::begin_plan(buffers, {});
  void* const src = gpu::buffer_address(0);
  void* const other = gpu::buffer_address(1);
  void* const dst = gpu::buffer_address(2);
  const auto floats = [](void* address) { return static_cast<float*>(address); };
  const auto points = [](void* address) { return static_cast<Point*>(address); };
  switch (given.task) {
    case TransposeTask::matrices:
      add_matrices(given.width, given.height, given.pitch, floats(src), floats(other), floats(dst));
      break;
    case TransposeTask::points:
      add_points(count, points(src), points(other), points(dst));
      break;
    case TransposeTask::vectors:
      add_vectors(count, floats(src), floats(other), floats(dst));
      break;
    case TransposeTask::transpose:
      transpose(given.height, given.width, floats(src), floats(dst));
      break;
  }
  gpu::end_plan({static_cast<std::byte*>(outputs[0]), gpu::plan_capacity});
}
