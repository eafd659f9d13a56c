// Mistakes in where results are stored and in what is left over from one to the next: see
// mistakes.h.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"

namespace warplab {
namespace {

constexpr double unwritten = std::numeric_limits<double>::quiet_NaN();

// Some mistakes can only be predicted by running the whole loop; that is done on images up to this
// many values. Larger ones fail after smaller ones with the same mistake.
constexpr std::size_t most_values_to_run = 200'000;

// A whole predicted result, laid out as the right one is.
using Values = std::vector<double>;

std::size_t value_index(const ConvolutionData& data, const Point& at) {
  return at.y * data.row_values() + std::size_t(at.x) * data.channels + at.channel;
}

Predictor look_up(const ConvolutionData& data, Values result) {
  return [&data, values = std::make_shared<const Values>(std::move(result))](
             const Point& at) -> Prediction { return (*values)[value_index(data, at)]; };
}

Values all_sums(const ConvolutionData& data) {
  Values sums;
  sums.reserve(data.result_values());
  for (int y = 0; y < data.height; ++y) {
    for (int x = 0; x < data.width; ++x) {
      for (int c = 0; c < data.channels; ++c) sums.push_back(window_sum(data, {x, y, c}));
    }
  }
  return sums;
}

// --- Sums that are not set to 0 ---

struct Carry {
  const char* sentence;
  bool between_channels;  // one accumulator for all channels, else one for each
  bool between_rows;      // it goes on from row to row, else it is reset at each row
  bool between_pixels;    // it goes on from pixel to pixel, else it is reset at each pixel
};

constexpr Carry carries[] = {
    {"each channel goes on with the sum of the channel before", true, false, false},
    {"each value goes on with the sum of the one before, along a row", true, false, true},
    {"each value goes on with the sum of the one before", true, true, true},
    {"each pixel goes on with the sums of its left neighbour", false, false, true},
    {"each pixel goes on with the sums of the pixel before", false, true, true},
};

Values run_with_carry(const ConvolutionData& data, const Values& sums, const Carry& carry,
                      bool clamped_in_place) {
  Values result(sums.size());
  std::array<double, most_channels> accumulator{};
  std::size_t i = 0;
  for (int y = 0; y < data.height; ++y) {
    if (!carry.between_rows) accumulator.fill(0);
    for (int x = 0; x < data.width; ++x) {
      if (!carry.between_pixels) accumulator.fill(0);
      for (int c = 0; c < data.channels; ++c, ++i) {
        double& sum = accumulator[carry.between_channels ? 0 : c];
        sum += sums[i];
        result[i] = clamp_to_range(sum);
        if (clamped_in_place) sum = result[i];
      }
    }
  }
  return result;
}

void add_carries(const ConvolutionData& data, const Values& sums, std::vector<Mistake>& mistakes) {
  for (const Carry& carry : carries) {
    for (const bool clamped_in_place : {false, true}) {
      mistakes.push_back({{"sum-not-reset", carry.sentence,
                           "set the sum to 0 for every value of the result, just ahead of the "
                           "window's loops"},
                          look_up(data, run_with_carry(data, sums, carry, clamped_in_place))});
    }
  }
}

// --- Results in the wrong place ---

void add_destination_strides(const ConvolutionData& data, const Values& sums,
                             std::vector<Mistake>& mistakes) {
  const std::size_t width = data.width, height = data.height;
  const std::size_t channels = data.channels, other = other_channels(data);
  const std::size_t extended_width = data.extended_width();
  const std::size_t extended_height = data.extended_height();
  const std::size_t right = data.row_values();
  const std::size_t rows[] = {extended_width * channels,
                              height * channels,
                              extended_height * channels,
                              width,
                              extended_width,
                              width * other,
                              0,
                              right};
  for (const std::size_t pixel : {channels, other, std::size_t{1}}) {
    for (const std::size_t row : rows) {
      if (row == right && pixel == channels) continue;
      Values result(sums.size(), unwritten);
      for (std::size_t y = 0, i = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
          for (std::size_t c = 0; c < channels; ++c, ++i) {
            const std::size_t to = y * row + x * pixel + c;
            if (to < result.size()) result[to] = clamp_to_range(sums[i]);
          }
        }
      }
      mistakes.push_back(
          {{"wrong-destination-stride",
            fmt::format("results seem to be stored with rows {} and pixels {} {} apart; right is "
                        "{} and {}",
                        row, pixel, value_word(data), right, channels),
            "the destination is not extended: value (y, x, c) is number " +
                value_number(data, "y * imgWidth + x")},
           look_up(data, std::move(result))});
    }
  }
}

void add_transposed(const ConvolutionData& data, const Values& sums,
                    std::vector<Mistake>& mistakes) {
  Values result(sums.size());
  for (std::size_t y = 0, i = 0; y < static_cast<std::size_t>(data.height); ++y) {
    for (std::size_t x = 0; x < static_cast<std::size_t>(data.width); ++x) {
      for (int c = 0; c < data.channels; ++c, ++i) {
        result[(x * data.height + y) * data.channels + c] = clamp_to_range(sums[i]);
      }
    }
  }
  mistakes.push_back({{"image-transposed", "x and y of the destination seem to be swapped",
                       "rows lie one after the other: the pixel at (x, y) is number "
                       "y * imgWidth + x"},
                      look_up(data, std::move(result))});
}

// --- Channels and borders that are not computed ---

struct Stand {
  const char* text;  // what is there instead of the result
  Prediction (*value)(const ConvolutionData& data, const Point& at);
};

constexpr Stand stands[] = {
    {"0", [](const ConvolutionData&, const Point&) -> Prediction { return 0; }},
    {"255", [](const ConvolutionData&, const Point&) -> Prediction { return max_value; }},
    {"the source's value",
     [](const ConvolutionData& data, const Point& at) -> Prediction {
       return source_value(
           data, source_index(data, at.x + FILTER_RADIUS, at.y + FILTER_RADIUS, at.channel));
     }},
};

// As the result of `data`, except where `replaced` holds.
template <typename Replaced>
Predictor replace_some(const ConvolutionData& data, const Stand& stand, Replaced replaced) {
  return [&data, value = stand.value, replaced](const Point& at) -> Prediction {
    return replaced(at) ? value(data, at) : clamp_to_range(window_sum(data, at));
  };
}

void add_uncomputed(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const Stand& stand : stands) {
    for (int c = 0; c < data.channels; ++c) {
      const bool alpha = c == 3;
      mistakes.push_back(
          {{alpha ? "alpha-wrong" : "channel-missing",
            fmt::format("channel {} holds {} instead of its result", "RGBA"[c], stand.text),
            filter_all_channels(data)},
           replace_some(data, stand, [c](const Point& at) { return at.channel == c; })});
    }
    mistakes.push_back(
        {{"border-skipped",
          fmt::format("a frame of 2 pixels along the edges holds {} instead of its result",
                      stand.text),
          "the source is extended already: all imgHeight x imgWidth pixels have a whole window"},
         replace_some(data, stand, [&data](const Point& at) {
           return at.x < FILTER_RADIUS || at.y < FILTER_RADIUS ||
                  at.x >= data.width - FILTER_RADIUS || at.y >= data.height - FILTER_RADIUS;
         })});
  }
}

}  // namespace

std::vector<Mistake> storing_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  add_uncomputed(data, mistakes);
  if (data.result_values() <= most_values_to_run) {
    const Values sums = all_sums(data);
    add_transposed(data, sums, mistakes);
    add_destination_strides(data, sums, mistakes);
    add_carries(data, sums, mistakes);
  }
  return mistakes;
}

std::vector<Mistake> fitted_mistakes(const ConvolutionData& data, const Survey& survey) {
  std::vector<Mistake> mistakes;
  const double low = survey.smallest_got;
  const double high = survey.largest_got;
  const Explanation wrong_range = {
      "wrong-range", fmt::format("results are clamped to {:g}..{:g} instead of 0..255", low, high),
      "the limits are 0 and 255"};
  mistakes.push_back({wrong_range, [&data, low, high](const Point& at) -> Prediction {
                        return std::fmin(std::fmax(window_sum(data, at), low), high);
                      }});
  mistakes.push_back({wrong_range, [&data, low, high](const Point& at) -> Prediction {
                        const double rounded = std::nearbyint(window_sum(data, at));
                        return std::fmin(std::fmax(rounded, low), high);
                      }});
  mistakes.push_back({wrong_range, [&data, low, high](const Point& at) -> Prediction {
                        const double cut = std::trunc(window_sum(data, at));
                        return std::fmin(std::fmax(cut, low), high);
                      }});
  // A factor and an offset, from the sample whose sum is largest while nothing is clamped.
  const Sample* largest = nullptr;
  double largest_sum = 0;
  for (const Sample& sample : survey.wrong_samples) {
    const double sum = window_sum(data, sample.at);
    if (sample.got > 0 && sample.got < max_value && std::abs(sum) > std::abs(largest_sum)) {
      largest = &sample;
      largest_sum = sum;
    }
  }
  if (largest != nullptr) {
    // What is lost when a fraction is cut off, here and where the factor is read from.
    const double cut = data.integers ? 2 : 0;
    const double factor = largest->got / largest_sum;
    if (survey.largest_error > cut) {
      mistakes.push_back(
          {{"scaled", fmt::format("results are {:.4g} times what they should be", factor),
            "the coefficients are used as they are: no division by their sum or by 25"},
           [&data, factor](const Point& at) -> Prediction {
             return clamp_to_range(factor * window_sum(data, at));
           },
           cut});
    }
    const double offset = largest->got - largest_sum;
    mistakes.push_back({{"offset", fmt::format("{:.4g} is added to every result", offset),
                         "the sum starts at 0, and nothing but the 25 products is added to it"},
                        [&data, offset](const Point& at) -> Prediction {
                          return clamp_to_range(offset + window_sum(data, at));
                        }});
  }
  return mistakes;
}

}  // namespace warplab
