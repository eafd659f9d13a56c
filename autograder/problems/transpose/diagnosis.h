// Explains a wrong output of the transpose lab.
#pragma once

#include <span>
#include <string>

#include "autograder/problems/transpose/transpose_data.h"

namespace warplab {

// How many values are wrong, the first with expected and got, the likely cause, the next step.
// Causes are read off which values were written, and off where the ones that were come from.
Diagnosis explain_wrong_matrix(const TransposeData& data, std::span<const float> output,
                               const Case::Evidence& evidence, const std::string& case_name);

}  // namespace warplab
