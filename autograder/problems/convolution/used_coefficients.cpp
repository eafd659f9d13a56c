#include "autograder/problems/convolution/used_coefficients.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "autograder/problems/compare.h"
#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

constexpr double share_to_agree = 0.99;
// Values for each unknown factor: what noise gives by chance does not hold for so many.
constexpr std::size_t values_per_factor = 4;

using Factors = std::vector<double>;  // of the window's pixels, row by row

// The pixels of a sample's window, row by row.
Factors window_of(const ConvolutionData& data, const Point& at) {
  Factors pixels;
  for (int fy = 0; fy < data.filter_size; ++fy)
    for (int fx = 0; fx < data.filter_size; ++fx)
      pixels.push_back(
          source_value(data, source_index(data, at.x + fx, at.y + fy, at.channel)).value_or(0));
  return pixels;
}

double sum_of(const Factors& factors, const Factors& pixels) {
  double sum = 0;
  for (std::size_t i = 0; i < factors.size(); ++i) sum += factors[i] * pixels[i];
  return sum;
}

// A clamped value tells nothing of its sum.
bool shows_its_sum(const Sample& sample) {
  return !sample.unwritten && std::isfinite(sample.got) && sample.got > 0 && sample.got < max_value;
}

// The normal equations of a least squares fit, a row of coefficients and its right side each.
struct Equations {
  std::vector<Factors> rows;
  std::size_t values = 0;

  explicit Equations(std::size_t unknowns) : rows(unknowns, Factors(unknowns + 1)) {}

  void add(const Factors& pixels, double value) {
    ++values;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) rows[i][j] += pixels[i] * pixels[j];
      rows[i].back() += pixels[i] * value;
    }
  }

  // Gauss's elimination with the largest pivot of each column; nothing where it tells no unknown apart from the others.
  std::optional<Factors> solve() {
    constexpr double least_pivot = 1e-9;  // of the largest entry
    const std::size_t n = rows.size();
    double largest = 0;
    for (const Factors& row : rows)
      for (const double entry : row) largest = std::max(largest, std::abs(entry));
    for (std::size_t column = 0; column < n; ++column) {
      const auto pivot =
          std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(column), rows.end(),
                           [column](const Factors& one, const Factors& two) {
                             return std::abs(one[column]) < std::abs(two[column]);
                           });
      if (std::abs((*pivot)[column]) <= least_pivot * largest) return std::nullopt;
      std::swap(rows[column], *pivot);
      for (std::size_t i = 0; i < n; ++i) {
        if (i == column) continue;
        const double times = rows[i][column] / rows[column][column];
        for (std::size_t j = column; j <= n; ++j) rows[i][j] -= times * rows[column][j];
      }
    }
    Factors solution(n);
    for (std::size_t i = 0; i < n; ++i) solution[i] = rows[i][n] / rows[i][i];
    return solution;
  }
};

std::vector<Sample> samples_of(const Survey& survey) {
  std::vector<Sample> all = survey.wrong_samples;
  all.insert(all.end(), survey.right_samples.begin(), survey.right_samples.end());
  return all;
}

std::optional<Factors> fit_factors(const ConvolutionData& data, const Survey& survey,
                                   double tolerance) {
  const std::vector<Sample> samples = samples_of(survey);
  const auto taps = static_cast<std::size_t>(data.taps());
  Equations equations(taps);
  for (const Sample& sample : samples)
    if (shows_its_sum(sample)) equations.add(window_of(data, sample.at), sample.got);
  if (equations.values < values_per_factor * taps) return std::nullopt;
  std::optional<Factors> factors = equations.solve();
  if (!factors) return std::nullopt;
  if (data.integers)
    for (double& factor : *factors) factor = std::nearbyint(factor);
  const auto agreeing = std::ranges::count_if(samples, [&](const Sample& sample) {
    return !sample.unwritten &&
           is_close(sample.got, clamp_to_range(sum_of(*factors, window_of(data, sample.at))),
                    tolerance);
  });
  const bool fits =
      static_cast<double>(agreeing) >= share_to_agree * static_cast<double>(samples.size());
  return fits ? factors : std::nullopt;
}

// Of the window's places, by number.
using Places = std::vector<std::size_t>;

// Comparisons of factors with coefficients, and what a program calls a place.
struct Window {
  const ConvolutionData& data;
  double tolerance;  // of a factor

  bool is_same(double factor, double coefficient) const {
    return std::abs(factor - coefficient) <= tolerance;
  }
  std::string name(std::size_t place) const {
    const auto side = static_cast<std::size_t>(data.filter_size);
    return fmt::format("fy = {}, fx = {}", place / side, place % side);
  }
};

// The rows or the columns that are left out, if those are all places that are: "column 2 of the window is left out".
std::string lines_left_out(const ConvolutionData& data, const Places& places, bool columns) {
  const int side = data.filter_size;
  const auto line_of = [&](std::size_t place) {
    const auto number = static_cast<int>(place);
    return columns ? number % side : number / side;
  };
  std::vector<int> lines;
  for (int line = 0; line < side; ++line)
    if (std::ranges::count(places, line, line_of) > 0) lines.push_back(line);
  std::size_t of_lines = 0;
  for (std::size_t place = 0; place < data.filter.size(); ++place)
    of_lines += data.filter[place] != 0 && std::ranges::find(lines, line_of(place)) != lines.end();
  if (of_lines != places.size()) return {};
  const bool is_one = lines.size() == 1;
  return fmt::format("{}{} {} of the window {} left out", columns ? "column" : "row",
                     is_one ? "" : "s", fmt::join(lines, ", "), is_one ? "is" : "are");
}

std::string others_text(std::size_t others) {
  return others == 0 ? "" : counted(others, ", and 1 more likewise", ", and {} more likewise");
}

Explanation explain_left_out(const Window& window, const Places& places) {
  std::string sentence = lines_left_out(window.data, places, true);
  if (sentence.empty()) sentence = lines_left_out(window.data, places, false);
  if (sentence.empty())
    sentence = fmt::format("the window's pixel at {} is left out{}", window.name(places.front()),
                           others_text(places.size() - 1));
  return {cause::window_too_small, sentence,
          fmt::format("all {} products count: print fy and fx where they are added up",
                      window.data.taps())};
}

Explanation explain_changed(const Window& window, const Factors& factors, const Places& places) {
  const std::vector<float>& filter = window.data.filter;
  const std::size_t place = places.front();
  const auto taken = std::ranges::find_if(
      filter, [&](float coefficient) { return window.is_same(factors[place], coefficient); });
  const std::string factor =
      taken != filter.end()
          ? fmt::format("the coefficient of {}",
                        window.name(static_cast<std::size_t>(taken - filter.begin())))
          : fmt::format("{:.4g}, and its coefficient is {:.4g}", factors[place], filter[place]);
  return {cause::other_coefficients,
          fmt::format("the window's pixel at {} is multiplied by {}{}", window.name(place), factor,
                      others_text(places.size() - 1)),
          fmt::format("print {} and the pixel that it is multiplied by, for that fy and fx",
                      coefficient_name(window.data))};
}

}  // namespace

std::optional<Explanation> explain_used_coefficients(const ConvolutionData& data,
                                                     const Survey& survey, double tolerance) {
  if (survey.unwritten.count > 0 || survey.not_finite.count > 0) return std::nullopt;
  const std::optional<Factors> factors = fit_factors(data, survey, tolerance);
  if (!factors) return std::nullopt;
  double largest = 0;
  for (const float coefficient : data.filter)
    largest = std::max(largest, std::abs(double{coefficient}));
  const Window window = {data, data.integers ? 0 : 1e-3 * largest};
  Places changed, left_out;
  for (std::size_t i = 0; i < factors->size(); ++i) {
    if (window.is_same((*factors)[i], data.filter[i])) continue;
    changed.push_back(i);
    if (window.is_same((*factors)[i], 0)) left_out.push_back(i);
  }
  if (changed.empty()) return std::nullopt;
  if (left_out.size() == changed.size()) return explain_left_out(window, left_out);
  return explain_changed(window, *factors, changed);
}

}  // namespace warplab
