// One convolution to be computed: its size, its filter and its source, extended by a black border.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "common/convolution.h"

namespace warplab {

// Of the side of a filter, in coefficients; it is odd.
inline constexpr int smallest_filter = 3;
inline constexpr int largest_filter = 15;
inline constexpr double max_value = 255;  // results are clamped to 0..max_value
inline constexpr int most_channels = 4;

// Some of a pixel's channels.
using ChannelSet = std::array<bool, most_channels>;

struct ConvolutionData {
  int width = 0;     // of the original image and of the result, pixels
  int height = 0;    // pixels
  int channels = 4;  // of a pixel, interleaved: R, G, B, A or R, G, B
  // The GPU half: filter and source hold whole numbers, pixels are bytes, results must be exact.
  bool integers = false;
  int filter_size = FILTER_SIZE;  // rows and columns of the filter, and of a window
  std::vector<float> filter;      // taps() coefficients, row by row
  std::vector<float> source;      // extended_height * extended_width pixels, 0..255

  int taps() const { return filter_size * filter_size; }
  int radius() const { return filter_size / 2; }  // by which the source is extended on each side
  int extended_width() const { return width + 2 * radius(); }
  int extended_height() const { return height + 2 * radius(); }
  // Values from a pixel of the extended source to the one below it.
  std::size_t source_stride() const { return std::size_t(extended_width()) * channels; }
  std::size_t source_values() const { return source_stride() * extended_height(); }
  // Values in a row of the result.
  std::size_t row_values() const { return std::size_t(width) * channels; }
  std::size_t result_values() const { return row_values() * height; }

  // The first value of row `y` of the extended source.
  const float* source_row(int y) const { return &source[y * source_stride()]; }
  // The first value of pixel (x, y) of the original image inside the extended source.
  float* original_pixel(int x, int y) {
    return &source[(y + radius()) * source_stride() + std::size_t(x + radius()) * channels];
  }
};

// A result as it lies in memory, height * width * channels values: floats, or bytes on the GPU.
using ResultValues = std::variant<std::span<const float>, std::span<const std::uint8_t>>;

// Value `i` of a result.
inline float value_at(const ResultValues& result, std::size_t i) {
  return std::visit([i](const auto& values) { return static_cast<float>(values[i]); }, result);
}

}  // namespace warplab
