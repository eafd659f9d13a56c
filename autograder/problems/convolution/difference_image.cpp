// The difference image, see difference_image.h.
#include "autograder/problems/convolution/difference_image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "autograder/problems/convolution/oracle.h"

namespace warplab {
namespace {

constexpr int widest = 1000;       // pixels of the picture
constexpr int panel_width = 320;   // small images are magnified up to this
constexpr int gap = 8;             // pixels between panels
constexpr int least_visible = 64;  // brightness of the smallest error

using Colour = std::array<std::uint8_t, 3>;
constexpr Colour background = {96, 96, 96};
constexpr Colour missing = {255, 0, 0};
constexpr Colour black = {0, 0, 0};

template <typename Value>
Colour show_pixel(const Value* values) {
  Colour colour;
  for (int c = 0; c < 3; ++c) {
    if (!std::isfinite(values[c])) return missing;
    colour[c] = static_cast<std::uint8_t>(std::clamp<double>(values[c], 0, max_value));
  }
  return colour;
}

// How wrong a pixel is: the largest error of its channels, infinite where one is not finite.
double pixel_error(const float* got, const double* expected, const double* tolerance) {
  double error = 0;
  for (int c = 0; c < CHANNELS; ++c) {
    if (!std::isfinite(got[c])) return INFINITY;
    if (is_close(got[c], expected[c], tolerance[c])) continue;
    error = std::max(error, std::abs(got[c] - expected[c]));
  }
  return error;
}

Colour show_error(double error, double largest_error) {
  if (std::isinf(error)) return missing;
  if (error == 0) return black;
  const double brightness = least_visible + (255 - least_visible) * error / largest_error;
  const auto grey = static_cast<std::uint8_t>(brightness);
  return {grey, grey, grey};
}

// Fills a square of `side` pixels at column and row `at_x`, `at_y`.
void fill_square(Image& image, int at_x, int at_y, int side, const Colour& colour) {
  for (int y = at_y; y < at_y + side; ++y) {
    for (int x = at_x; x < at_x + side; ++x) {
      for (int c = 0; c < 3; ++c) image.at(x, y, c) = colour[c];
    }
  }
}

Image blank_image(int width, int height) {
  Image image{width, height, 3, std::vector<std::uint8_t>(std::size_t(width) * height * 3)};
  for (std::size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = background[i % 3];
  return image;
}

Image draw_panels(const ConvolutionData& data, std::span<const float> result,
                  const Survey& survey) {
  const int scale = std::max(1, panel_width / std::max(data.width, data.height));
  const int step = data.width * scale + gap;
  Image image = blank_image(3 * step - gap, data.height * scale);
  ExpectedRow row;
  for (int y = 0; y < data.height; ++y) {
    compute_expected_row(data, y, row);
    for (int x = 0; x < data.width; ++x) {
      const std::size_t in_row = std::size_t(x) * CHANNELS;
      const float* got = &result[y * data.row_values() + in_row];
      const double error = pixel_error(got, &row.value[in_row], &row.tolerance[in_row]);
      const Colour panels[] = {show_pixel(&row.value[in_row]), show_pixel(got),
                               show_error(error, survey.largest_error)};
      for (int panel = 0; panel < 3; ++panel) {
        fill_square(image, panel * step + x * scale, y * scale, scale, panels[panel]);
      }
    }
  }
  return image;
}

Image draw_reduced(const ConvolutionData& data, std::span<const float> result,
                   const Survey& survey) {
  const int factor = (data.width + widest - 1) / widest;
  const int width = (data.width + factor - 1) / factor;
  const int height = (data.height + factor - 1) / factor;
  Image image = blank_image(width, height);
  std::vector<double> worst(width);
  ExpectedRow row;
  for (int y = 0; y < data.height; ++y) {
    if (y % factor == 0) std::fill(worst.begin(), worst.end(), 0.0);
    compute_expected_row(data, y, row);
    for (int x = 0; x < data.width; ++x) {
      const std::size_t in_row = std::size_t(x) * CHANNELS;
      const float* got = &result[y * data.row_values() + in_row];
      const double error = pixel_error(got, &row.value[in_row], &row.tolerance[in_row]);
      worst[x / factor] = std::max(worst[x / factor], error);
    }
    for (int x = 0; x < width; ++x) {
      fill_square(image, x, y / factor, 1, show_error(worst[x], survey.largest_error));
    }
  }
  return image;
}

}  // namespace

Image draw_difference(const ConvolutionData& data, std::span<const float> result,
                      const Survey& survey) {
  const bool panels_fit = 3 * data.width + 2 * gap <= widest;
  return panels_fit ? draw_panels(data, result, survey) : draw_reduced(data, result, survey);
}

}  // namespace warplab
