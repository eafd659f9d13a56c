// Runs inside the worker: hands a case's buffers to the student's saxpy.
// Inputs: x, y. Output: result.
#include <cstring>

#include "autograder/problems/saxpy/parameters.h"
#include "autograder/worker/protocol.h"
#include "common/saxpy.h"

extern "C" void warplab_run_case(const void* parameters, void* const* inputs,
                                 void* const* outputs) {
  warplab::SaxpyParameters given;
  std::memcpy(&given, parameters, sizeof given);
  saxpy(given.n, given.a, static_cast<const float*>(inputs[0]),
        static_cast<const float*>(inputs[1]), static_cast<float*>(outputs[0]));
}
