// Mistakes in where results are stored and in what is left over from one to the next: see
// mistakes.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "autograder/problems/compare.h"
#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

constexpr double unwritten = std::numeric_limits<double>::quiet_NaN();

// Some mistakes can only be predicted by running the whole loop; that is done on images up to this
// many values. Larger ones fail after smaller ones with the same mistake.
constexpr std::size_t most_values_to_run = 200'000;
constexpr std::size_t most_values_to_share = 10'000;  // for each number of threads

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
  bool between_channels = false;  // one accumulator for all channels, else one for each
  bool between_rows = false;      // it goes on from row to row, else it is reset at each row
  bool between_pixels = false;    // it goes on from pixel to pixel, else it is reset at each pixel
};

constexpr Carry carries[] = {
    {.sentence = "each channel continues with the sum of the channel before",
     .between_channels = true},
    {.sentence = "each value continues with the sum of the one before, along a row",
     .between_channels = true,
     .between_pixels = true},
    {.sentence = "each value goes on with the sum of the one before",
     .between_channels = true,
     .between_rows = true,
     .between_pixels = true},
    {.sentence = "each pixel continues with the sums of its left neighbour",
     .between_pixels = true},
    {.sentence = "each pixel continues with the sums of the pixel before",
     .between_rows = true,
     .between_pixels = true},
};

// Whether one of `threads` begins here with its share of `iterations`, by OpenMP's static
// schedule: the first iterations % threads of them have one more.
bool is_share_begin(int iteration, int iterations, int threads) {
  const int share = iterations / threads, larger = iterations % threads;
  const int in_larger = larger * (share + 1);
  if (iteration < in_larger) return iteration % (share + 1) == 0;
  return share > 0 && (iteration - in_larger) % share == 0;
}

// With several threads, each has sums of its own, which are 0 where its share begins: of the rows
// where sums go on between rows, else of each row.
Values run_with_carry(const ConvolutionData& data, const Values& sums, const Carry& carry,
                      bool clamped_in_place, int threads = 1) {
  Values result(sums.size());
  std::array<double, most_channels> accumulator{};
  std::size_t i = 0;
  for (int y = 0; y < data.height; ++y) {
    if (!carry.between_rows || is_share_begin(y, data.height, threads)) accumulator.fill(0);
    for (int x = 0; x < data.width; ++x) {
      if (!carry.between_pixels || (!carry.between_rows && is_share_begin(x, data.width, threads)))
        accumulator.fill(0);
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
      mistakes.push_back(
          {{cause::sum_not_reset, carry.sentence,
            "set the sum to 0 for every value of the result, just before the window's loops"},
           look_up(data, run_with_carry(data, sums, carry, clamped_in_place))});
    }
  }
}

// On the CPU a loop may be shared among threads, however many there are.
void add_carries_of_threads(const ConvolutionData& data, const Values& sums,
                            std::vector<Mistake>& mistakes) {
  constexpr int most_threads = 64;
  for (const Carry& carry : carries) {
    if (!carry.between_pixels) continue;
    const int turns = carry.between_rows ? data.height : data.width;
    for (int threads = 2; threads <= std::min(most_threads, turns / 2); ++threads)
      mistakes.push_back(
          {{cause::sum_not_reset,
            fmt::format("{}; it is 0 only where each of {} threads starts its share of the {}",
                        carry.sentence, threads, carry.between_rows ? "rows" : "row"),
            "firstprivate, or a sum declared before the shared loop, is 0 once for each thread: "
            "set the sum to 0 for every value of the result"},
           look_up(data, run_with_carry(data, sums, carry, false, threads))});
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
          {{cause::wrong_destination_stride,
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
  mistakes.push_back({{cause::image_transposed, "x and y of the destination seem to be swapped",
                       "rows lie one after the other: the pixel at (x, y) is number "
                       "y * imgWidth + x"},
                      look_up(data, std::move(result))});
}

// Results as planes; `reads_planes`: of a source that was taken for planes, too.
void add_stored_planes(const ConvolutionData& data, const Values& sums, bool reads_planes,
                       std::vector<Mistake>& mistakes) {
  const std::size_t pixels = std::size_t(data.width) * data.height;
  const std::ptrdiff_t width = data.extended_width(), height = data.extended_height();
  Values result(sums.size());
  std::size_t i = 0;
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x)
      for (int c = 0; c < data.channels; ++c, ++i) {
        const Prediction sum =
            reads_planes
                ? sum_window(data, right_coefficient(data),
                             [&](int fy, int fx) {
                               return source_value(data, (c * height + y + fy) * width + x + fx);
                             })
                : sums[i];
        result[c * pixels + std::size_t(y) * data.width + x] = clamp_to_range(sum.value_or(0));
      }
  mistakes.push_back(
      {{cause::planes,
        reads_planes ? "source and result seem to be taken for planes: all of R first, then all of "
                       "G, and so on"
                     : "results seem to be stored as planes: all of R first, then all of G, and so "
                       "on",
        fmt::format("the {} channels of a pixel lie side by side: ", number_of_channels(data)) +
            value_number(data, "y * imgWidth + x")},
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
           data, source_index(data, at.x + data.radius(), at.y + data.radius(), at.channel));
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
          {{alpha ? cause::alpha_wrong : cause::channel_missing,
            fmt::format("channel {} holds {} instead of its result", "RGBA"[c], stand.text),
            filter_all_channels(data)},
           replace_some(data, stand, [c](const Point& at) { return at.channel == c; })});
    }
    mistakes.push_back(
        {{cause::border_skipped,
          fmt::format("a frame of {} along the edges holds {} instead of its result",
                      counted(data.radius(), "1 pixel", "{} pixels"), stand.text),
          "the source is extended already: all imgHeight x imgWidth pixels have a whole window"},
         replace_some(data, stand, [&data](const Point& at) {
           return at.x < data.radius() || at.y < data.radius() ||
                  at.x >= data.width - data.radius() || at.y >= data.height - data.radius();
         })});
  }
}

// --- Rows of a length that is written into the program ---

constexpr int longest_row = 8192;  // pixels

// Whether nothing in the survey contradicts the mistake, which says of enough wrong values what
// they are. 0 and 255 do not count: they are right by chance too often.
bool fits_survey(const Survey& survey, double tolerance, const Predictor& predict) {
  constexpr std::size_t fewest_to_tell = 10;
  std::size_t told = 0;
  for (const std::vector<Sample>* samples : {&survey.wrong_samples, &survey.right_samples})
    for (const Sample& sample : *samples) {
      const Prediction value = predict(sample.at);
      if (!value) continue;
      const bool agrees =
          std::isnan(*value) ? sample.unwritten : is_close(sample.got, *value, tolerance);
      if (!agrees) return false;
      told += samples == &survey.wrong_samples && *value > 0 && *value < max_value;
    }
  return told >= fewest_to_tell;
}

// The source's rows are taken to be `pixels` long. Where that is outside the source it says
// nothing.
Predictor read_with_rows_of(const ConvolutionData& data, int pixels) {
  return [&data, pixels](const Point& at) -> Prediction {
    const Prediction sum = sum_window(data, right_coefficient(data), [&](int fy, int fx) {
      return source_value(
          data, (std::ptrdiff_t{pixels} * (at.y + fy) + at.x + fx) * data.channels + at.channel);
    });
    return sum ? Prediction(clamp_to_range(*sum)) : std::nullopt;
  };
}

// The result's rows are taken to be `pixels` long, and no shorter than they are.
Predictor store_with_rows_of(const ConvolutionData& data, int pixels) {
  return [&data, pixels](const Point& at) -> Prediction {
    const std::size_t pixel = std::size_t(at.y) * data.width + at.x;
    const int x = static_cast<int>(pixel % pixels), y = static_cast<int>(pixel / pixels);
    if (x >= data.width || y >= data.height) return unwritten;
    return clamp_to_range(window_sum(data, {x, y, at.channel}));
  };
}

// --- A number read from the result ---

// Results that are clamped to the smallest and the largest of them, as they are, rounded or cut
// off.
void add_other_ranges(const ConvolutionData& data, const Survey& survey,
                      std::vector<Mistake>& mistakes) {
  const double low = survey.smallest_got;
  const double high = survey.largest_got;
  const Explanation wrong_range = {
      cause::wrong_range,
      fmt::format("results are clamped to {:g}..{:g} instead of 0..255", low, high),
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
}

// A factor and an offset, from the sample whose sum is largest while nothing is clamped.
void add_factor_and_offset(const ConvolutionData& data, const Survey& survey,
                           std::vector<Mistake>& mistakes) {
  const Sample* largest = nullptr;
  double largest_sum = 0;
  for (const Sample& sample : survey.wrong_samples) {
    const double sum = window_sum(data, sample.at);
    if (sample.got > 0 && sample.got < max_value && std::abs(sum) > std::abs(largest_sum)) {
      largest = &sample;
      largest_sum = sum;
    }
  }
  if (largest == nullptr) return;
  // What is lost when a fraction is cut off, here and where the factor is read from.
  const double cut = data.integers ? 2 : 0;
  const double factor = largest->got / largest_sum;
  if (survey.largest_error > cut) {
    mistakes.push_back(
        {{cause::scaled, fmt::format("results are {:.4g} times what they should be", factor),
          fmt::format("the coefficients are used as they are: no division by their sum or by {}",
                      data.taps())},
         {[&data, factor](const Point& at) -> Prediction {
            return clamp_to_range(factor * window_sum(data, at));
          },
          cut}});
  }
  const double offset = largest->got - largest_sum;
  const Explanation is_one_less = {
      cause::rounded, "results are 1 too small, all but those that are clamped",
      "is a sum scaled, to 0..1 and back, and then cut off? Whole numbers stay exact in int and "
      "in float; or else the sum starts at -1"};
  const float of_taps = std::accumulate(data.filter.begin(), data.filter.end(), 0.0f);
  const Explanation of_signed_bytes = {
      cause::offset,
      fmt::format("{:.4g} is added to every result: -128 times the sum of the coefficients",
                  offset),
      "is 128 taken off each pixel, to make signed bytes of them? Then add 128 times the sum of "
      "the "
      "coefficients to each result"};
  mistakes.push_back(
      {data.integers && offset == -1 ? is_one_less
       : data.integers && offset == -128.0 * of_taps
           ? of_signed_bytes
           : Explanation{cause::offset, fmt::format("{:.4g} is added to every result", offset),
                         fmt::format("the sum starts at 0, and nothing but the {} products is "
                                     "added to it",
                                     data.taps())},
       [&data, offset](const Point& at) -> Prediction {
         return clamp_to_range(offset + window_sum(data, at));
       }});
}

// A coefficient that counts as another number, which the wrong sample tells that has the largest
// pixel there.
void add_other_coefficients(const ConvolutionData& data, const Survey& survey,
                            std::vector<Mistake>& mistakes) {
  constexpr std::ptrdiff_t fewest_to_tell = 10;
  const auto is_inside = [](const Sample& sample) {
    return sample.got > 0 && sample.got < max_value;
  };
  if (std::ranges::count_if(survey.wrong_samples, is_inside) < fewest_to_tell) return;
  for (int fy = 0; fy < data.filter_size; ++fy)
    for (int fx = 0; fx < data.filter_size; ++fx) {
      const auto pixel = [&data, fy, fx](const Point& at) {
        return *right_pixel(data, at)(fy, fx);
      };
      const Sample* clearest = nullptr;
      for (const Sample& sample : survey.wrong_samples)
        if (is_inside(sample) && pixel(sample.at) > 0 &&
            (clearest == nullptr || pixel(sample.at) > pixel(clearest->at)))
          clearest = &sample;
      if (clearest == nullptr) continue;
      const double more = (clearest->got - window_sum(data, clearest->at)) / pixel(clearest->at);
      const double right = right_coefficient(data)(fy, fx);
      mistakes.push_back(
          {{cause::other_coefficient,
            fmt::format(
                "the coefficient in row {} and column {} of the filter seems to count {:.4g} "
                "instead of {:.4g}",
                fy, fx, right + more, right),
            "each product is added once: where sums are shared, or one filter has a path of its "
            "own, is that pixel in one of them already?"},
           [&data, pixel, more](const Point& at) -> Prediction {
             return clamp_to_range(window_sum(data, at) + more * pixel(at));
           }});
    }
}

// Each of the first 65,536 pixels, or values, is stored again by every later one whose number has the same 16 bits: the last
// one stays, if they are stored in turn.
void add_narrow_stores(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const auto channels = static_cast<std::size_t>(data.channels);
  for (const std::size_t values : {channels, std::size_t{1}}) {  // that have one index
    const std::size_t count = data.result_values() / values;
    if (count <= numbers_in_16_bits) continue;
    mistakes.push_back(
        {explain_narrow_index(destination_name(data)),
         [&data, values, count, channels](const Point& at) -> Prediction {
           const std::size_t number = value_index(data, at) / values;
           if (number >= numbers_in_16_bits) return unwritten;
           const std::size_t last =
               number + (count - 1 - number) / numbers_in_16_bits * numbers_in_16_bits;
           const std::size_t value = last * values + value_index(data, at) % values;
           const std::size_t pixel = value / channels, width = data.width;
           return clamp_to_range(
               window_sum(data, {static_cast<int>(pixel % width), static_cast<int>(pixel / width),
                                 static_cast<int>(value % channels)}));
         }});
  }
}

}  // namespace

std::optional<Explanation> find_fixed_row(const ConvolutionData& data, const Survey& survey,
                                          double tolerance) {
  // Beyond that no window lies in the source.
  const int longest_read = data.extended_width() * data.extended_height() / (data.filter_size - 1);
  for (int pixels = 1; pixels <= longest_row; ++pixels) {
    const bool is_read = pixels != data.extended_width() && pixels <= longest_read &&
                         fits_survey(survey, tolerance, read_with_rows_of(data, pixels));
    const bool is_stored =
        pixels > data.width && fits_survey(survey, tolerance, store_with_rows_of(data, pixels));
    if (!is_read && !is_stored) continue;
    return Explanation{
        is_read ? cause::wrong_source_stride : cause::wrong_destination_stride,
        fmt::format("the {} rows seem to be taken {} pixels apart, and they are {}",
                    is_read ? "source's" : "result's", pixels,
                    is_read ? data.extended_width() : data.width),
        fmt::format("is that number written into the program? A row is {} pixels long, whatever "
                    "the image",
                    is_read ? "imgWidthF" : "imgWidth")};
  }
  return std::nullopt;
}

std::vector<Mistake> storing_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  add_narrow_stores(data, mistakes);
  add_uncomputed(data, mistakes);
  if (data.result_values() <= most_values_to_run) {
    const Values sums = all_sums(data);
    add_transposed(data, sums, mistakes);
    add_destination_strides(data, sums, mistakes);
    for (const bool reads_planes : {false, true})
      add_stored_planes(data, sums, reads_planes, mistakes);
    add_carries(data, sums, mistakes);
    if (!data.integers && data.result_values() <= most_values_to_share)
      add_carries_of_threads(data, sums, mistakes);
  }
  return mistakes;
}

std::vector<Mistake> fitted_mistakes(const ConvolutionData& data, const Survey& survey) {
  std::vector<Mistake> mistakes;
  add_other_ranges(data, survey, mistakes);
  add_factor_and_offset(data, survey, mistakes);
  add_other_coefficients(data, survey, mistakes);
  return mistakes;
}

}  // namespace warplab
