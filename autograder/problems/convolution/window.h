// The sum over a window, in parts that a mistake can vary one at a time.
#pragma once

#include <cstddef>
#include <optional>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/survey.h"

namespace warplab {

// The value of the extended source at `index`, as memory has it; nothing outside the buffer.
inline std::optional<double> source_value(const ConvolutionData& data, std::ptrdiff_t index) {
  if (index < 0 || index >= static_cast<std::ptrdiff_t>(data.source.size())) return std::nullopt;
  return data.source[index];
}

// The index of channel `c` of pixel (x, y) of the extended source.
inline std::ptrdiff_t source_index(const ConvolutionData& data, int x, int y, int c) {
  return y * static_cast<std::ptrdiff_t>(data.source_stride()) + x * data.channels + c;
}

// Adds up coefficient(fy, fx) * pixel(fy, fx) over a window; nothing if a pixel is nothing.
template <typename Coefficient, typename Pixel>
Prediction sum_window(const ConvolutionData& data, Coefficient coefficient, Pixel pixel) {
  double sum = 0;
  for (int fy = 0; fy < data.filter_size; ++fy) {
    for (int fx = 0; fx < data.filter_size; ++fx) {
      const std::optional<double> value = pixel(fy, fx);
      if (!value) return std::nullopt;
      sum += coefficient(fy, fx) * *value;
    }
  }
  return sum;
}

// The right pixels and coefficients, to vary one of them.
inline auto right_pixel(const ConvolutionData& data, const Point& at) {
  return [&data, at](int fy, int fx) {
    return source_value(data, source_index(data, at.x + fx, at.y + fy, at.channel));
  };
}

inline auto right_coefficient(const ConvolutionData& data) {
  return [&data](int fy, int fx) -> double { return data.filter[fy * data.filter_size + fx]; };
}

// Predictors of sums over the window: of pixel(at, fy, fx) with the right coefficients, and of the
// right pixels with coefficient(fy, fx).
template <typename Pixel>
Predictor with_pixels(const ConvolutionData& data, Pixel pixel) {
  return [&data, pixel](const Point& at) {
    return sum_window(data, right_coefficient(data),
                      [&](int fy, int fx) -> std::optional<double> { return pixel(at, fy, fx); });
  };
}
template <typename Coefficient>
Predictor with_coefficients(const ConvolutionData& data, Coefficient coefficient) {
  return [&data, coefficient](const Point& at) {
    return sum_window(data, coefficient, right_pixel(data, at));
  };
}

}  // namespace warplab
