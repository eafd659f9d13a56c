// Known mistakes in a convolution, each as a variant of the plain algorithm that predicts the
// result which the mistake leads to. A wrong result is explained by the mistake that predicts it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/survey.h"
#include "autograder/problems/explanation.h"

namespace warplab {

// The value that a mistake leads to: a NaN where nothing is written, nothing where it cannot be
// said (it would read outside the source).
using Prediction = std::optional<double>;
using Predictor = std::function<Prediction(const Point&)>;

struct Predicted {
  template <typename Predict>
  Predicted(Predict the_predict, double the_tolerance = 0)
      : predict(std::move(the_predict)), tolerance(the_tolerance) {}

  Predictor predict;
  double tolerance;  // what the prediction may be off by, besides float arithmetic
};
using Mistake = NamedMistake<Predicted>;

// What is done to a sum before it is stored, where a clamp to 0..255 is asked for.
using Finish = NamedMistake<double (*)(double sum)>;

// The sum of a window, before clamping. The true one:
double window_sum(const ConvolutionData& data, const Point& at);
// Mistakes that predict another sum only where coefficients or sums are large: too few bits (GPU
// only). Nearly all values are 0 or 255 then, and many mistakes look alike, so these come first.
std::vector<Mistake> narrow_mistakes(const ConvolutionData& data);
// Mistakes that predict another sum, by wrong coefficients, a wrong window or a wrong way to add
// up; by wrong values of the source; by the tiles that blocks of threads load into shared memory
// (GPU only). All of the below keep references to `data`.
std::vector<Mistake> filter_mistakes(const ConvolutionData& data);
std::vector<Mistake> source_mistakes(const ConvolutionData& data);
std::vector<Mistake> tile_mistakes(const ConvolutionData& data);

// The coefficients of the call before, which are as many: everything else is of this call.
std::vector<Mistake> kept_filter(const ConvolutionData& data, std::span<const double> earlier);

// Mistakes in clamping, rounding and converting the right sum.
std::vector<Finish> finish_mistakes(const ConvolutionData& data);

// Mistakes that predict stored values: results in the wrong place, or that depend on other results.
std::vector<Mistake> storing_mistakes(const ConvolutionData& data);

// Rows of a length that is none of the image's own, as a number in the program makes them: where
// the source is read, or where results are stored.
std::optional<Explanation> find_fixed_row(const ConvolutionData& data, const Survey& survey,
                                          double tolerance);

// Mistakes with a number in them that is read from the result: a constant, a factor, an offset,
// other limits of the clamp.
std::vector<Mistake> fitted_mistakes(const ConvolutionData& data, const Survey& survey);

inline double clamp_to_range(double sum) { return sum < 0 ? 0 : sum > max_value ? max_value : sum; }

}  // namespace warplab
