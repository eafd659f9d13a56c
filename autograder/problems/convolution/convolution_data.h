// One convolution to be computed: its size, its filter and its source, extended by a black border.
#pragma once

#include <cstddef>
#include <vector>

#include "common/convolution.h"

namespace warplab {

inline constexpr int filter_taps = FILTER_SIZE * FILTER_SIZE;
inline constexpr double max_value = 255;  // results are clamped to 0..max_value

struct ConvolutionData {
  int width = 0;              // of the original image and of the result, pixels
  int height = 0;             // pixels
  std::vector<float> filter;  // filter_taps coefficients, row by row
  std::vector<float> source;  // extended_height * extended_width pixels of CHANNELS floats, 0..255

  int extended_width() const { return width + 2 * FILTER_RADIUS; }
  int extended_height() const { return height + 2 * FILTER_RADIUS; }
  // Floats from a pixel of the extended source to the one below it.
  std::size_t source_stride() const { return std::size_t(extended_width()) * CHANNELS; }
  // Floats in a row of the result.
  std::size_t row_values() const { return std::size_t(width) * CHANNELS; }
  std::size_t result_values() const { return row_values() * height; }

  // The first float of row `y` of the extended source.
  const float* source_row(int y) const { return &source[y * source_stride()]; }
  // The first float of pixel (x, y) of the original image inside the extended source.
  float* original_pixel(int x, int y) {
    return &source[(y + FILTER_RADIUS) * source_stride() +
                   std::size_t(x + FILTER_RADIUS) * CHANNELS];
  }
};

}  // namespace warplab
