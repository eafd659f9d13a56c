// The difference image, see difference_image.h.
#include "autograder/problems/convolution/difference_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/problems/convolution/oracle.h"

namespace warplab {
namespace {

constexpr int widest = 1000;       // pixels of the picture
constexpr int panel_width = 320;   // small images are magnified up to this
constexpr int gap = 8;             // pixels between panels
constexpr int widest_crop = 64;    // pixels, and as high
constexpr int least_visible = 64;  // brightness of the smallest error

using Colour = std::array<std::uint8_t, 3>;
constexpr Colour background = {96, 96, 96};
// Of what is missing, in stripes: no error is coloured, and who does not see red sees yellow.
constexpr Colour missing = {255, 0, 0};
constexpr Colour beside_missing = {255, 220, 0};
constexpr int stripe_width = 4;
constexpr Colour black = {0, 0, 0};

// The first three of a pixel's values.
Colour show_pixel(const double* values) {
  Colour colour;
  for (int c = 0; c < 3; ++c) {
    if (!std::isfinite(values[c])) return missing;
    colour[c] = static_cast<std::uint8_t>(std::clamp<double>(values[c], 0, max_value));
  }
  return colour;
}

Colour show_prediction(const Predictor& predict, int x, int y) {
  std::array<double, 3> values{};
  for (int c = 0; c < 3; ++c) {
    const Prediction value = predict({x, y, c});
    if (!value) return background;
    values[c] = *value;
  }
  return show_pixel(values.data());
}

// A result beside what it should be, a row at a time.
class ComparedRows {
 public:
  ComparedRows(const ConvolutionData& data, const ResultValues& result,
               const UnwrittenValues& unwritten, const Survey& survey)
      : data_(data), result_(result), unwritten_(unwritten), survey_(survey) {
    got_.resize(data.row_values());
  }

  void compute(int y) {
    compute_expected_row(data_, y, expected_);
    first_ = y * data_.row_values();
    for (std::size_t i = 0; i < got_.size(); ++i)
      got_[i] = is_missing(i) ? NAN : value_at(result_, first_ + i);
  }

  const double* expected(int x) const { return &expected_.value[first_value(x)]; }
  const double* got(int x) const { return &got_[first_value(x)]; }
  ComparedValue value(int x, int channel) const {
    const std::size_t i = first_value(x) + channel;
    const double got = value_at(result_, first_ + i), expected = expected_.value[i];
    ComparedValue value{expected, got, !(std::abs(got - expected) <= expected_.tolerance[i])};
    if (value.is_wrong && is_missing(i)) value.got.reset();
    return value;
  }
  // How wrong a pixel is: the largest error of its channels, infinite where one is missing.
  double error(int x) const {
    double error = 0;
    for (int c = 0; c < data_.channels; ++c) {
      const std::size_t i = first_value(x) + c;
      if (!std::isfinite(got_[i])) return INFINITY;
      const double off = std::abs(got_[i] - expected_.value[i]);
      if (off > expected_.tolerance[i]) error = std::max(error, off);
    }
    return error;
  }

 private:
  // Of value `i` of the row.
  bool is_missing(std::size_t i) const {
    return survey_.unwritten.count > 0 && unwritten_.may_include(first_ + i);
  }
  std::size_t first_value(int x) const { return std::size_t(x) * data_.channels; }

  const ConvolutionData& data_;
  const ResultValues& result_;
  const UnwrittenValues& unwritten_;
  const Survey& survey_;
  std::size_t first_ = 0;  // value of the row
  ExpectedRow expected_;
  std::vector<double> got_;  // a NaN where a value was never written
};

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
      const bool other = colour == missing && (x + y) / stripe_width % 2 == 1;
      for (int c = 0; c < 3; ++c) image.at(x, y, c) = other ? beside_missing[c] : colour[c];
    }
  }
}

Image blank_image(int width, int height) {
  Image image{width, height, 3, std::vector<std::uint8_t>(std::size_t(width) * height * 3)};
  for (std::size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = background[i % 3];
  return image;
}

Image draw_panels(const ConvolutionData& data, ComparedRows& rows, double largest_error) {
  const int scale = std::max(1, panel_width / std::max(data.width, data.height));
  const int step = data.width * scale + gap;
  Image image = blank_image(3 * step - gap, data.height * scale);
  for (int y = 0; y < data.height; ++y) {
    rows.compute(y);
    for (int x = 0; x < data.width; ++x) {
      const Colour panels[] = {show_pixel(rows.expected(x)), show_pixel(rows.got(x)),
                               show_error(rows.error(x), largest_error)};
      for (int panel = 0; panel < 3; ++panel) {
        fill_square(image, panel * step + x * scale, y * scale, scale, panels[panel]);
      }
    }
  }
  return image;
}

Image draw_reduced(const ConvolutionData& data, ComparedRows& rows, double largest_error) {
  const int factor = (data.width + widest - 1) / widest;
  const int width = (data.width + factor - 1) / factor;
  const int height = (data.height + factor - 1) / factor;
  Image image = blank_image(width, height);
  std::vector<double> worst(width);
  for (int y = 0; y < data.height; ++y) {
    if (y % factor == 0) std::fill(worst.begin(), worst.end(), 0.0);
    rows.compute(y);
    for (int x = 0; x < data.width; ++x) {
      worst[x / factor] = std::max(worst[x / factor], rows.error(x));
    }
    for (int x = 0; x < width; ++x) {
      fill_square(image, x, y / factor, 1, show_error(worst[x], largest_error));
    }
  }
  return image;
}

}  // namespace

Image draw_difference(const ConvolutionData& data, const ResultValues& result,
                      const UnwrittenValues& unwritten, const Survey& survey) {
  ComparedRows rows(data, result, unwritten, survey);
  const bool panels_fit = 3 * data.width + 2 * gap <= widest;
  return panels_fit ? draw_panels(data, rows, survey.largest_error)
                    : draw_reduced(data, rows, survey.largest_error);
}

PictureCrop crop_around_first(const ConvolutionData& data, const ResultValues& result,
                              const UnwrittenValues& unwritten, const Survey& survey,
                              const Predictor& predict) {
  const Point& first = survey.first_wrong.at;
  const int width = std::min(data.width, widest_crop);
  const int height = std::min(data.height, widest_crop);
  const int left = std::clamp(first.x - width / 2, 0, data.width - width);
  const int top = std::clamp(first.y - height / 2, 0, data.height - height);
  Image expected = blank_image(width, height), got = expected, predicted = expected;
  ComparedRows rows(data, result, unwritten, survey);
  for (int y = 0; y < height; ++y) {
    rows.compute(top + y);
    for (int x = 0; x < width; ++x) {
      fill_square(expected, x, y, 1, show_pixel(rows.expected(left + x)));
      fill_square(got, x, y, 1, show_pixel(rows.got(left + x)));
      if (predict) fill_square(predicted, x, y, 1, show_prediction(predict, left + x, top + y));
    }
  }
  return {std::size_t(top), std::size_t(left), encode_png(expected), encode_png(got),
          predict ? encode_png(predicted) : std::string()};
}

ValueWindow values_around_first(const ConvolutionData& data, const ResultValues& result,
                                const UnwrittenValues& unwritten, const Survey& survey) {
  constexpr int reach = 2;  // pixels
  const Point& first = survey.first_wrong.at;
  const int left = std::max(0, first.x - reach), right = std::min(data.width, first.x + reach + 1);
  const int top = std::max(0, first.y - reach), bottom = std::min(data.height, first.y + reach + 1);
  ValueWindow window;
  window.what = std::string("channel ") + "RGBA"[first.channel];
  window.first_row = std::size_t(top);
  window.first_column = std::size_t(left);
  window.columns = std::size_t(right - left);
  ComparedRows rows(data, result, unwritten, survey);
  for (int y = top; y < bottom; ++y) {
    rows.compute(y);
    for (int x = left; x < right; ++x) window.values.push_back(rows.value(x, first.channel));
  }
  return window;
}

}  // namespace warplab
