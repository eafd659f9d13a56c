// Calls the student's reduce_int or reduce_float with a case's buffers: values, sum, scratch.
#include "autograder/problems/gpu_call.h"
#include "autograder/problems/reduction/parameters.h"
#include "common/reduction_gpu.h"

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  record_call<ReductionParameters>(parameters, outputs, [](const ReductionParameters& given) {
    if (given.is_float != 0)
      reduce_float(buffer<float>(0), given.count, buffer<float>(2), buffer<float>(1));
    else
      reduce_int(buffer<int>(0), given.count, buffer<int>(2), buffer<int>(1));
  });
}
