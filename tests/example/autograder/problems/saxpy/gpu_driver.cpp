// Runs inside the recorder worker: calls the student's saxpy with a case's buffers: x, y, result.
#include "autograder/problems/gpu_call.h"
#include "autograder/problems/saxpy/parameters.h"
#include "common/saxpy_gpu.h"

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  record_call<SaxpyParameters>(parameters, outputs, [](const SaxpyParameters& given) {
    saxpy(given.n, given.a, buffer<const float>(0), buffer<const float>(1), buffer<float>(2));
  });
}
