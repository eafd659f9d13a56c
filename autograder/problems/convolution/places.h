// Explanations by where in the image values are wrong, for results that no known mistake predicts.
#pragma once

#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/survey.h"

namespace warplab {

// Where some or all values were never written (survey.unwritten is not empty).
Explanation explain_unwritten(const ConvolutionData& data, const Survey& survey);

Explanation explain_by_place(const ConvolutionData& data, const Survey& survey);

}  // namespace warplab
