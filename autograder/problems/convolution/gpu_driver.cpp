// Runs inside the recorder worker: hands the symbolic addresses of a case's buffers to the
// student's conv_filter_gpu, and writes down what it asks of the GPU. Inputs: none. Output: the
// plan.
#include <cstring>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"
#include "autograder/judge/protocol.h"
#include "autograder/problems/convolution/parameters.h"
#include "common/convolution_gpu.h"

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  GpuConvolutionParameters given;
  std::memcpy(&given, parameters, sizeof given);
  const ConvolutionParameters& p = given.size;
  Filter filter;
  static_assert(sizeof filter == sizeof given.filter);
  std::memcpy(&filter, given.filter, sizeof filter);
  const auto bytes = [](std::int32_t height, std::int32_t width) {
    return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) * CHANNELS;
  };
  const std::size_t buffers[] = {bytes(p.extended_height, p.extended_width),
                                 bytes(p.height, p.width)};
  gpu::begin_plan(buffers, {});
  conv_filter_gpu(p.height, p.width, p.extended_height, p.extended_width, p.offset_y, p.offset_x,
                  filter, static_cast<const unsigned char*>(gpu::buffer_address(0)),
                  static_cast<unsigned char*>(gpu::buffer_address(1)));
  gpu::end_plan({static_cast<std::byte*>(outputs[0]), gpu::plan_capacity});
}
