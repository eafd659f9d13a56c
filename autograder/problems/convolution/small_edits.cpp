// Small edits of the plain algorithm, see small_edits.h.
#include "autograder/problems/convolution/small_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "autograder/problems/compare.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"
#include "autograder/problems/explanation.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

// The plain algorithm's numbers. Indices are sums of products, so that each of these can be wrong
// by itself:
//   source[y * row + fy * window_row + x * column + fx * window_column + c + offset]
//   filter[fy * tap_row + fx * tap_column + first_tap]
struct Recipe {
  std::ptrdiff_t row, window_row, column, window_column;
  std::ptrdiff_t offset = 0;
  int tap_row, tap_column, first_tap = 0;
  int fy_begin = 0, fy_end, fx_begin = 0, fx_end;
  int stored_right = 0, stored_below = 0;  // pixels from where a result belongs
  double (*finish)(double sum) = clamp_to_range;

  explicit Recipe(const ConvolutionData& data)
      : row(static_cast<std::ptrdiff_t>(data.source_stride())),
        window_row(row),
        column(data.channels),
        window_column(data.channels),
        tap_row(data.filter_size),
        tap_column(1),
        fy_end(data.filter_size),
        fx_end(data.filter_size) {}
};

struct Edit {
  std::string clause;  // follows "your output is what comes out if"
  std::function<void(Recipe&)> apply;
};

// Edits of the same numbers: no two of them go together.
struct Part {
  std::string next_step;
  std::vector<Edit> edits;
};

constexpr int farthest = 2;  // rows, columns or values

Part source_offsets(const ConvolutionData& data) {
  Part part{
      "the window of pixel (x, y) begins at pixel (x, y) of the source, which is extended "
      "already, and channel c of the result comes from channel c",
      {}};
  const auto row = static_cast<std::ptrdiff_t>(data.source_stride());
  for (int dy = -farthest; dy <= farthest; ++dy)
    for (int dx = -farthest; dx <= farthest; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const std::ptrdiff_t offset = dy * row + std::ptrdiff_t{dx} * data.channels;
      part.edits.push_back({"the source is read " + describe_offset(dx, dy),
                            [offset](Recipe& recipe) { recipe.offset = offset; }});
    }
  for (int values = -farthest; values <= farthest; ++values) {
    if (values == 0) continue;
    part.edits.push_back(
        {fmt::format("the source is read {} further {}",
                     counted(std::size_t(std::abs(values)), data.integers ? "1 byte" : "1 float",
                             data.integers ? "{} bytes" : "{} floats"),
                     values > 0 ? "on" : "back"),
         [values](Recipe& recipe) { recipe.offset = values; }});
  }
  return part;
}

Part source_rows(const ConvolutionData& data) {
  const std::ptrdiff_t width = data.width, height = data.height, channels = data.channels;
  const std::ptrdiff_t extended = data.extended_width(), below = data.extended_height();
  const auto right = static_cast<std::ptrdiff_t>(data.source_stride());
  const char* const values = value_word(data);
  Part part{fmt::format("the source's rows are imgWidthF pixels of {} {}, where a window begins "
                        "and inside it",
                        channels, values),
            {}};
  std::vector<std::ptrdiff_t> pitches = {0,
                                         width,
                                         extended,
                                         width * channels,
                                         height * channels,
                                         below * channels,
                                         (width + data.radius()) * channels,
                                         extended * other_channels(data),
                                         2 * right};
  for (const int by : {1, 2})
    for (const std::ptrdiff_t step : {channels, std::ptrdiff_t{1}}) {
      pitches.push_back(right + by * step);
      pitches.push_back(right - by * step);
    }
  std::ranges::sort(pitches);
  pitches.erase(std::ranges::unique(pitches).begin(), pitches.end());
  std::erase(pitches, right);
  for (const std::ptrdiff_t pitch : pitches) {
    const std::string apart = fmt::format("taken {} {} apart, not {}", pitch, values, right);
    part.edits.push_back({"the source's rows are " + apart,
                          [pitch](Recipe& recipe) { recipe.row = recipe.window_row = pitch; }});
    part.edits.push_back({"the rows in which windows begin are " + apart,
                          [pitch](Recipe& recipe) { recipe.row = pitch; }});
    part.edits.push_back({"the rows of a window are " + apart,
                          [pitch](Recipe& recipe) { recipe.window_row = pitch; }});
  }
  return part;
}

Part source_columns(const ConvolutionData& data) {
  const char* const values = value_word(data);
  Part part{
      fmt::format("a pixel is {} {}, where a window begins and inside it", data.channels, values),
      {}};
  // By itself it would be found as two others, of which neither was made.
  const auto diagonal = static_cast<std::ptrdiff_t>(data.source_stride()) + data.channels;
  part.edits.push_back(
      {"one number counts both the rows and the columns of a window, so it goes along its diagonal",
       [diagonal](Recipe& recipe) {
         recipe.window_row = 0;
         recipe.window_column = diagonal;
       }});
  const std::ptrdiff_t others[] = {0, 1, 2, other_channels(data),
                                   std::ptrdiff_t{2} * data.channels};
  for (const std::ptrdiff_t other : others) {
    if (other == data.channels) continue;
    const std::string apart =
        fmt::format("taken {} {} apart, not {}", other, values, data.channels);
    part.edits.push_back({"the source's pixels are " + apart, [other](Recipe& recipe) {
                            recipe.column = recipe.window_column = other;
                          }});
    part.edits.push_back({"the pixels at which windows begin are " + apart,
                          [other](Recipe& recipe) { recipe.column = other; }});
    part.edits.push_back({"the columns of a window are " + apart,
                          [other](Recipe& recipe) { recipe.window_column = other; }});
  }
  return part;
}

Part coefficients(const ConvolutionData& data) {
  const int n = data.filter_size, last = n - 1;
  struct Order {
    const char* clause;
    int row, column, first;
  };
  const Order orders[] = {
      {"the filter is turned by 180 degrees", -n, -1, n * n - 1},
      {"the filter's rows and columns change places", 1, n, 0},
      {"the filter's rows and columns change places, and it is turned by 180 degrees", -1, -n,
       n * n - 1},
      {"the filter is mirrored left to right", n, -1, last},
      {"the filter is mirrored top to bottom", -n, 1, last * n},
      {"the filter is turned by 90 degrees to the right", 1, -n, last * n},
      {"the filter is turned by 90 degrees to the left", -1, n, last},
      {"each row of the window gets the filter's first row", 0, 1, 0},
      {"each column of the window gets the filter's first column", n, 0, 0},
      {"the filter's rows are taken one coefficient too close together", n - 1, 1, 0},
      {"the filter's rows are taken 1 coefficient apart", 1, 1, 0},
  };
  Part part{"the coefficients lie row by row: " + coefficient_name(data), {}};
  for (const Order& order : orders)
    part.edits.push_back({order.clause, [order](Recipe& recipe) {
                            recipe.tap_row = order.row;
                            recipe.tap_column = order.column;
                            recipe.first_tap = order.first;
                          }});
  return part;
}

Part window_bounds(const ConvolutionData& data) {
  return {fmt::format("both loops over the window go from 0 to FILTER_SIZE - 1 = {}",
                      data.filter_size - 1),
          {{"the window's first row is left out", [](Recipe& recipe) { ++recipe.fy_begin; }},
           {"the window's last row is left out", [](Recipe& recipe) { --recipe.fy_end; }},
           {"the window's first column is left out", [](Recipe& recipe) { ++recipe.fx_begin; }},
           {"the window's last column is left out", [](Recipe& recipe) { --recipe.fx_end; }}}};
}

Part destinations(const ConvolutionData& data) {
  Part part{fmt::format("the result of pixel (x, y) is stored at pixel (x, y) of {}, which is not "
                        "extended",
                        destination_name(data)),
            {}};
  for (int dy = -farthest; dy <= farthest; ++dy)
    for (int dx = -farthest; dx <= farthest; ++dx) {
      if (dx == 0 && dy == 0) continue;
      part.edits.push_back(
          {"results are stored " + describe_offset(dx, dy), [dx, dy](Recipe& recipe) {
             recipe.stored_right = dx;
             recipe.stored_below = dy;
           }});
    }
  return part;
}

// By themselves they are known mistakes, and tried before any edit.
Part finishes(const ConvolutionData& data) {
  Part part{"a sum below 0 becomes 0, one above 255 becomes 255, and nothing else is done to it",
            {}};
  for (const Finish& finish : finish_mistakes(data))
    part.edits.push_back({finish.explanation.sentence,
                          [how = finish.effect](Recipe& recipe) { recipe.finish = how; }});
  return part;
}

Prediction follow(const ConvolutionData& data, const Recipe& recipe, const Point& at) {
  const std::ptrdiff_t x = at.x - recipe.stored_right, y = at.y - recipe.stored_below;
  if (y < 0 || y >= data.height) return std::numeric_limits<double>::quiet_NaN();
  // A neighbouring row's, or nobody's.
  if (x < 0 || x >= data.width) return std::nullopt;
  const std::ptrdiff_t begin = y * recipe.row + x * recipe.column + at.channel + recipe.offset;
  double sum = 0;
  for (int fy = recipe.fy_begin; fy < recipe.fy_end; ++fy)
    for (int fx = recipe.fx_begin; fx < recipe.fx_end; ++fx) {
      const auto value =
          source_value(data, begin + fy * recipe.window_row + fx * recipe.window_column);
      if (!value) return std::nullopt;
      const int tap = fy * recipe.tap_row + fx * recipe.tap_column + recipe.first_tap;
      sum += data.filter[std::size_t(tap)] * *value;
    }
  return recipe.finish(sum);
}

// How much of the samples a recipe tells, and whether it contradicts none.
struct Fit {
  bool agrees = true;
  std::size_t told = 0;         // samples of which it says something
  std::size_t informative = 0;  // of these, neither 0 nor 255, which are right by chance too often
};

Fit fit(const ConvolutionData& data, const Recipe& recipe, std::span<const Sample> samples,
        std::size_t every, double tolerance) {
  Fit fit;
  for (std::size_t i = 0; i < samples.size(); i += every) {
    const Sample& sample = samples[i];
    const Prediction value = follow(data, recipe, sample.at);
    if (!value) continue;
    fit.agrees = std::isnan(*value) ? sample.unwritten : is_close(sample.got, *value, tolerance);
    if (!fit.agrees) return fit;
    ++fit.told;
    fit.informative += *value > 0 && *value < max_value;
  }
  return fit;
}

class Search {
 public:
  Search(const ConvolutionData& data, const Survey& survey, double tolerance)
      : data_(data), survey_(survey), tolerance_(tolerance) {}

  void offer(const Recipe& recipe, const std::string& clauses, const std::string& next_step) {
    constexpr std::size_t fewest_to_tell = 10, at_first = 32;
    const std::vector<Sample>& wrong = survey_.wrong_samples;
    // Most recipes are contradicted by the first sample; one that says little is not worth more.
    const std::size_t every = std::max<std::size_t>(1, wrong.size() / at_first);
    const Fit some = fit(data_, recipe, wrong, every, tolerance_);
    if (!some.agrees || 2 * every * some.told < wrong.size()) return;
    const Fit all = fit(data_, recipe, wrong, 1, tolerance_);
    if (!all.agrees || all.informative < fewest_to_tell || 2 * all.told < wrong.size()) return;
    const bool everywhere = fit(data_, recipe, survey_.right_samples, 1, tolerance_).agrees;
    // In a part of the image, results of other pixels look like windows of other pixels.
    if (!everywhere && (recipe.stored_right != 0 || recipe.stored_below != 0)) return;
    const std::pair rank(everywhere, all.told);
    if (best_ && rank < rank_) return;
    is_only_one_ = !best_ || rank > rank_;
    rank_ = rank;
    best_ = {"your output is what comes out if " + clauses, next_step, everywhere};
  }

  bool has_any() const { return best_.has_value(); }
  std::optional<SmallEdit> take() const { return is_only_one_ ? best_ : std::nullopt; }

 private:
  const ConvolutionData& data_;
  const Survey& survey_;
  const double tolerance_;
  std::optional<SmallEdit> best_;
  std::pair<bool, std::size_t> rank_;
  bool is_only_one_ = false;
};

}  // namespace

std::optional<SmallEdit> find_small_edit(const ConvolutionData& data, const Survey& survey,
                                         double tolerance) {
  const std::array parts = {source_offsets(data), source_rows(data),   source_columns(data),
                            coefficients(data),   window_bounds(data), destinations(data),
                            finishes(data)};
  Search search(data, survey, tolerance);
  for (const Part& part : std::span(parts).first(parts.size() - 1))
    for (const Edit& edit : part.edits) {
      Recipe recipe(data);
      edit.apply(recipe);
      search.offer(recipe, edit.clause, part.next_step);
    }
  if (search.has_any()) return search.take();
  for (std::size_t a = 0; a < parts.size(); ++a)
    for (std::size_t b = a + 1; b < parts.size(); ++b)
      for (const Edit& one : parts[a].edits)
        for (const Edit& other : parts[b].edits) {
          Recipe recipe(data);
          one.apply(recipe);
          other.apply(recipe);
          search.offer(recipe, one.clause + ", and " + other.clause,
                       parts[a].next_step + "; " + parts[b].next_step);
        }
  return search.take();
}

}  // namespace warplab
