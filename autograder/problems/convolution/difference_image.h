// Where a result is wrong: the difference image, and the numbers of a small part.
#pragma once

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/survey.h"
#include "autograder/problems/wrong_values.h"
#include "autograder/report/result.h"
#include "common/image.h"

namespace warplab {

// Draws |got - expected|, the largest of a pixel's channels, brightened so that the largest error
// is white and any error can be seen; striped in red and yellow where a value was never written or
// is not finite. Small images: three panels, magnified: expected, got, difference. Large ones: the
// difference alone, reduced, each pixel the worst of those it stands for. At most 1000 pixels wide.
Image draw_difference(const ConvolutionData& data, const ResultValues& result,
                      const UnwrittenValues& unwritten, const Survey& survey);

// Expected and got, pixel for pixel, of at most 64 x 64 pixels around the first wrong value; striped as
// above. With what `predict` says of them, unless it is empty; where it cannot tell,
// the pixel is grey.
PictureCrop crop_around_first(const ConvolutionData& data, const ResultValues& result,
                              const UnwrittenValues& unwritten, const Survey& survey,
                              const Predictor& predict);

// The channel of the first wrong value, of the pixels up to 2 beside it, above and below.
ValueWindow values_around_first(const ConvolutionData& data, const ResultValues& result,
                                const UnwrittenValues& unwritten, const Survey& survey);

}  // namespace warplab
