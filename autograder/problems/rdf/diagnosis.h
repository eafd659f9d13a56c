// Explains a wrong histogram.
#pragma once

#include <span>
#include <string>

#include "autograder/problems/problem.h"
#include "autograder/problems/rdf/rdf_data.h"

namespace warplab {

// Which bins, expected and got, how many pairs in all, the likely cause, the next step. The cause
// is found by counting as somebody would who made a known mistake, and comparing.
Diagnosis explain_wrong_histogram(const RdfData& data, const PairCounts& expected,
                                  std::span<const std::uint32_t> histogram,
                                  const Case::Evidence& evidence, const std::string& case_name);

}  // namespace warplab
