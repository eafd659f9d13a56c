// Explains a wrong convolution to the student: what, where, expected and got, the likely cause, the
// next step.
#pragma once

#include <filesystem>
#include <string>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

// At least one value of `result` is wrong. Writes the difference image to `picture`, unless that is
// empty or cannot be written (then the diagnosis names none). Diagnosis::cause is the name of the
// explanation, "unexplained" where there is none.
Diagnosis explain_wrong_result(const ConvolutionData& data, const ResultValues& result,
                               const Case::Evidence& evidence, const std::string& case_name,
                               const std::filesystem::path& picture);

}  // namespace warplab
