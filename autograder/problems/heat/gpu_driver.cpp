// Runs inside the recorder worker: hands the symbolic addresses of a case's buffers to the
// student's heat or heat_with_block, and writes down what it asks of the GPU. Inputs: none. Output:
// the plan.
#include <cstring>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"
#include "autograder/judge/protocol.h"
#include "autograder/problems/heat/parameters.h"
#include "common/heat_gpu.h"

// A step defines one of them.
extern "C" {
[[gnu::weak]] void heat(int width, int height, int iterations, const float* start, float* scratch,
                        float* end);
[[gnu::weak]] void heat_with_block(int block_x, int block_y, int width, int height, int iterations,
                                   const float* start, float* scratch, float* end);
}

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  HeatParameters p;
  std::memcpy(&p, parameters, sizeof p);
  const std::size_t bytes =
      sizeof(float) * static_cast<std::size_t>(p.width) * static_cast<std::size_t>(p.height);
  const std::size_t buffers[] = {bytes, bytes, bytes};
  gpu::begin_plan(buffers, {});
  const auto* start = static_cast<const float*>(gpu::buffer_address(0));
  auto* end = static_cast<float*>(gpu::buffer_address(1));
  auto* scratch = static_cast<float*>(gpu::buffer_address(2));
  if (heat != nullptr)
    heat(p.width, p.height, p.iterations, start, scratch, end);
  else
    heat_with_block(p.block_x, p.block_y, p.width, p.height, p.iterations, start, scratch, end);
  gpu::end_plan({static_cast<std::byte*>(outputs[0]), gpu::plan_capacity});
}
