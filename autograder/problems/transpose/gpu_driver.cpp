// Calls the function that the step asks for with a case's buffers: src, other, dst.
#include "autograder/problems/gpu_call.h"
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
  record_call<TransposeParameters>(parameters, outputs, [](const TransposeParameters& p) {
    const auto in = [](std::size_t number) { return buffer<const float>(number); };
    const std::size_t count = std::size_t(p.width) * p.height;
    switch (p.task) {
      case TransposeTask::matrices:
        return add_matrices(p.width, p.height, p.pitch, in(0), in(1), buffer<float>(2));
      case TransposeTask::points:
        return add_points(count, buffer<const Point>(0), buffer<const Point>(1), buffer<Point>(2));
      case TransposeTask::vectors:
        return add_vectors(count, in(0), in(1), buffer<float>(2));
      case TransposeTask::transpose:
        return transpose(p.height, p.width, in(0), buffer<float>(2));
    }
  });
}
