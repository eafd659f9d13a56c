// Calls the student's pair_histogram or pair_histogram4 with a case's buffers: x, y, z, positions,
// histogram.
#include "autograder/problems/gpu_call.h"
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
  record_call<RdfParameters>(parameters, outputs, [](const RdfParameters& p) {
    if (pair_histogram4 != nullptr)
      pair_histogram4(p.n, buffer<const float4>(3), p.dr, p.bins, buffer<unsigned>(4));
    else
      pair_histogram(p.n, buffer<const float>(0), buffer<const float>(1), buffer<const float>(2),
                     p.dr, p.bins, buffer<unsigned>(4));
  });
}
