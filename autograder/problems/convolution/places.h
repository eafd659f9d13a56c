// Explanations by where in the image values are wrong, for results that no known mistake predicts.
#pragma once

#include <optional>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/survey.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/place_set.h"

namespace warplab {

// Where some or all values were never written (survey.unwritten is not empty).
Explanation explain_unwritten(const ConvolutionData& data, const Survey& survey);

Explanation explain_by_place(const ConvolutionData& data, const Survey& survey);

// Where the pixels with wrong values lie, as a set that can be said.
std::optional<PlaceSet> places_of(const ConvolutionData& data, const Survey& survey);

}  // namespace warplab
