// Runs inside the worker: hands a case's buffers to the student's heat. Input: the start. Outputs:
// the end, and scratch memory.
#include <cstring>

#include "autograder/problems/heat/parameters.h"
#include "autograder/worker/protocol.h"
#include "common/heat.h"

extern "C" void warplab_run_case(const void* parameters, void* const* inputs,
                                 void* const* outputs) {
  warplab::HeatParameters p;
  std::memcpy(&p, parameters, sizeof p);
  heat(p.width, p.height, p.iterations, static_cast<const float*>(inputs[0]),
       static_cast<float*>(outputs[1]), static_cast<float*>(outputs[0]));
}
