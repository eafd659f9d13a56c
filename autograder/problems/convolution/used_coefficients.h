// The coefficients that a wrong result was computed with, read from the result: each value is a sum of the window's pixels,
// and there are thousands of values for a few dozen unknown factors.
#pragma once

#include <optional>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/survey.h"
#include "autograder/problems/explanation.h"

namespace warplab {

// Says which pixels of the window are left out, or multiplied by other coefficients than their own: by those of another
// place, or by other numbers. Nothing where no factors give the values of the survey's samples, up to `tolerance`, or where
// the factors are right.
std::optional<Explanation> explain_used_coefficients(const ConvolutionData& data,
                                                     const Survey& survey, double tolerance);

}  // namespace warplab
