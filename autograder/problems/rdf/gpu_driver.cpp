// Runs inside the recorder worker: hands the symbolic addresses of a case's buffers to the
// student's pair_histogram or pair_histogram4, and writes down what it asks of the GPU. Inputs:
// none. Output: the plan.
#include <cstring>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"
#include "autograder/judge/protocol.h"
#include "autograder/problems/rdf/parameters.h"

struct float4;  // of CUDA, which is not here: pointers are only handed on
#include "common/rdf_gpu.h"

// A step defines one of them.
extern "C" {
[[gnu::weak]] void pair_histogram(int n, const float* x, const float* y, const float* z, float dr,
                                  int bins, unsigned* histogram);
[[gnu::weak]] void pair_histogram4(int n, const float4* positions, float dr, int bins,
                                   unsigned* histogram);
}

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  RdfParameters given;
  std::memcpy(&given, parameters, sizeof given);
  const std::size_t array = static_cast<std::size_t>(given.n) * sizeof(float);
  const std::size_t buffers[] = {array, array, array, 4 * array,
                                 static_cast<std::size_t>(given.bins) * sizeof(unsigned)};
  gpu::begin_plan(buffers, {});
  const auto floats = [](std::size_t buffer) {
    return static_cast<const float*>(gpu::buffer_address(buffer));
  };
  auto* const histogram = static_cast<unsigned*>(gpu::buffer_address(4));
  if (pair_histogram4 != nullptr)
    pair_histogram4(given.n, static_cast<const float4*>(gpu::buffer_address(3)), given.dr,
                    given.bins, histogram);
  else
    pair_histogram(given.n, floats(0), floats(1), floats(2), given.dr, given.bins, histogram);
  gpu::end_plan({static_cast<std::byte*>(outputs[0]), gpu::plan_capacity});
}
