// What is said of work that nothing orders, and of memory that nobody frees.
#pragma once

#include <string>
#include <vector>

#include "autograder/gpu/execution_report.h"
#include "autograder/judge/trial.h"
#include "autograder/report/place.h"

namespace warplab {

// "the kernel (tile.cu:31) in stream 2 and ... use the same device memory, ...", and what to do:
// "one stream for both, ...".
struct HazardText {
  std::string sentence, advice;
};
HazardText describe(const gpu::Hazard& hazard, const SourceLine& source_line);

// The places that the sentence names, in its order.
std::vector<SourcePlace> places_of(const gpu::Hazard& hazard, const SourceLine& source_line);

}  // namespace warplab
