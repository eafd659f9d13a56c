// Explains a wrong convolution to the student: what, where, expected and got, the likely cause, the
// next step.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/problem.h"

namespace warplab {

// `result` is height * width * CHANNELS floats, at least one of which is wrong. Writes the
// difference image to `picture`, unless that is empty or cannot be written (then the diagnosis
// names none). Diagnosis::pattern is the slug of the explanation, "unexplained" where there is
// none.
Diagnosis explain_wrong_result(const ConvolutionData& data, std::span<const float> result,
                               const Case::Evidence& evidence, const std::string& case_name,
                               const std::filesystem::path& picture);

}  // namespace warplab
