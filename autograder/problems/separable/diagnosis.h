// Explains a wrong image of the separable filter.
#pragma once

#include <span>
#include <string>

#include "autograder/problems/separable/separable_data.h"

namespace warplab {

// How many values are wrong, the first with expected and got, the likely cause, the next step.
Diagnosis explain_wrong_image(const SeparableData& data, const ExpectedImage& expected,
                              std::span<const double> result, const Case::Evidence& evidence,
                              const std::string& case_name);

}  // namespace warplab
