// Runs inside the recorder worker: hands the symbolic addresses of a case's buffers to the
// student's reduce_int or reduce_float, and writes down what it asks of the GPU. Inputs: none.
// Output: the plan.
#include <cstring>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"
#include "autograder/judge/protocol.h"
#include "autograder/problems/reduction/parameters.h"
#include "autograder/problems/reduction/reduction_data.h"
#include "common/reduction_gpu.h"

namespace {

template <typename Number>
void run(void (*reduce)(const Number*, size_t, Number*, Number*), std::size_t count) {
  using namespace warplab;
  const std::size_t buffers[] = {count * sizeof(Number), sizeof(Number),
                                 scratch_numbers(count) * sizeof(Number)};
  gpu::begin_plan(buffers, {});
  const auto number = [](std::size_t b) { return static_cast<Number*>(gpu::buffer_address(b)); };
  reduce(number(0), count, number(2), number(1));
}

}  // namespace

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  ReductionParameters given;
  std::memcpy(&given, parameters, sizeof given);
  if (given.is_float != 0)
    run(reduce_float, given.count);
  else
    run(reduce_int, given.count);
  gpu::end_plan({static_cast<std::byte*>(outputs[0]), gpu::plan_capacity});
}
