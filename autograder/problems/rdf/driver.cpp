// Runs inside the worker: hands a case's buffers to the student's pair_histogram.
// Inputs: x, y, z. Output: the histogram.
#include <cstring>

#include "autograder/problems/rdf/parameters.h"
#include "autograder/worker/protocol.h"
#include "common/rdf.h"

extern "C" void warplab_run_case(const void* parameters, void* const* inputs,
                                 void* const* outputs) {
  warplab::RdfParameters given;
  std::memcpy(&given, parameters, sizeof given);
  const auto array = [&](int number) { return static_cast<const float*>(inputs[number]); };
  pair_histogram(given.n, array(0), array(1), array(2), given.dr, given.bins,
                 static_cast<unsigned*>(outputs[0]));
}
