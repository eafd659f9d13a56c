// Runs inside the worker: hands a case's buffers to the student's conv_filter.
// Inputs: the filter's coefficients, the extended source. Output: the destination.
#include <cstring>

#include "autograder/problems/convolution/parameters.h"
#include "autograder/worker/protocol.h"
#include "common/convolution.h"

extern "C" void warplab_run_case(const void* parameters, void* const* inputs,
                                 void* const* outputs) {
  warplab::ConvolutionParameters p;
  std::memcpy(&p, parameters, sizeof p);
  conv_filter(p.height, p.width, p.extended_height, p.extended_width, p.offset_y, p.offset_x,
              static_cast<float*>(inputs[0]), static_cast<float*>(inputs[1]),
              static_cast<float*>(outputs[0]));
}
