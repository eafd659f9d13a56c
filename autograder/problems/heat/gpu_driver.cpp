// Calls the student's heat or heat_with_block with a case's buffers: start, end, scratch.
#include "autograder/problems/gpu_call.h"
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
  record_call<HeatParameters>(parameters, outputs, [](const HeatParameters& p) {
    const auto* start = buffer<const float>(0);
    auto *end = buffer<float>(1), *scratch = buffer<float>(2);
    if (heat != nullptr)
      heat(p.width, p.height, p.iterations, start, scratch, end);
    else
      heat_with_block(p.block_x, p.block_y, p.width, p.height, p.iterations, start, scratch, end);
  });
}
