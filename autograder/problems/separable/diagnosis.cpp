// Explains a wrong image, see diagnosis.h.
#include "autograder/problems/separable/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "autograder/problems/explanation.h"

namespace warplab {
namespace {

constexpr std::size_t most_samples = 200;

struct Wrong {
  int y = 0, x = 0;
};

// A part of the image.
struct Region {
  int first_row = 0, last_row = -1, first_column = 0, last_column = -1;

  void add(int y, int x) {
    const bool is_empty = last_row < first_row;
    first_row = is_empty ? y : std::min(first_row, y);
    last_row = is_empty ? y : std::max(last_row, y);
    first_column = is_empty ? x : std::min(first_column, x);
    last_column = is_empty ? x : std::max(last_column, x);
  }
};

// What is wrong, and where.
struct Survey {
  std::size_t wrong = 0, unwritten = 0;
  std::size_t missing = 0;  // not written, or 0 as fresh memory is
  double largest_error = 0;
  Wrong first;
  Region where, unwritten_where;
  bool all_rows_whole = true;        // in a row that has wrong values, all are
  bool unwritten_rows_whole = true;  // the same of unwritten ones
  std::vector<Wrong> samples;
};

// `is_unwritten` of the value with that number.
Survey survey(const SeparableData& data, const ExpectedImage& expected,
              std::span<const double> result,
              const std::function<bool(std::size_t)>& is_unwritten) {
  Survey s;
  for (int y = 0; y < data.height; ++y) {
    int in_row = 0, unwritten_in_row = 0;
    for (int x = 0; x < data.width; ++x) {
      const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(data.width) +
                            static_cast<std::size_t>(x);
      const double error = std::abs(result[i] - expected.values[i]);
      if (error <= expected.tolerance) continue;
      if (s.wrong++ == 0) s.first = {y, x};
      ++in_row;
      const bool is_missing = is_unwritten(i);
      s.missing += is_missing || result[i] == 0;
      s.unwritten += is_missing;
      unwritten_in_row += is_missing;
      if (is_missing) s.unwritten_where.add(y, x);
      s.where.add(y, x);
      s.largest_error = std::max(s.largest_error, std::isnan(error) ? INFINITY : error);
    }
    s.all_rows_whole &= in_row == 0 || in_row == data.width;
    s.unwritten_rows_whole &= unwritten_in_row == 0 || unwritten_in_row == data.width;
  }
  const std::size_t every = std::max<std::size_t>(1, s.wrong / most_samples);
  std::size_t number = 0;
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x) {
      const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(data.width) +
                            static_cast<std::size_t>(x);
      if (!(std::abs(result[i] - expected.values[i]) <= expected.tolerance) &&
          number++ % every == 0)
        s.samples.push_back({y, x});
    }
  return s;
}

// The sum that a mistake would make of one pixel.
using Mistake = std::function<double(const SeparableData& data, int y, int x)>;

double tap(const SeparableData& data, int i) { return data.filter[static_cast<std::size_t>(i)]; }

double row_sum(const SeparableData& data, int y, int x, int first, int last) {
  double sum = 0;
  for (int i = first; i < last; ++i) sum += tap(data, i) * data.at(y, x + i);
  return sum;
}

struct NamedMistake {
  Explanation explanation;
  Mistake value;
};

const std::vector<NamedMistake>& mistakes() {
  static const std::vector<NamedMistake> all = {
      {{"row-pass-only", "the rows are filtered, the columns are not",
        "the column pass has to read what the row pass wrote, and write to the result"},
       [](const SeparableData& d, int y, int x) {
         return row_sum(d, y + d.radius, x, 0, d.taps());
       }},
      {{"row-pass-only", "the rows are filtered, the columns are not",
        "the column pass has to read what the row pass wrote, and write to the result"},
       [](const SeparableData& d, int y, int x) { return row_sum(d, y, x, 0, d.taps()); }},
      {{"column-pass-only", "the columns are filtered, the rows are not",
        "the row pass has to write to the memory that the column pass reads"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j < d.taps(); ++j) sum += tap(d, j) * d.at(y + j, x + d.radius);
         return sum;
       }},
      {{"filter-reversed", "the coefficients are applied in the reverse order",
        "filter[i] belongs to src(y, x + i), with i from 0"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j < d.taps(); ++j)
           for (int i = 0; i < d.taps(); ++i)
             sum += tap(d, d.taps() - 1 - j) * tap(d, d.taps() - 1 - i) * d.at(y + j, x + i);
         return sum;
       }},
      {{"filter-reversed", "the coefficients are applied in the reverse order in the column pass",
        "filter[j] belongs to row y + j of the sums, with j from 0"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j < d.taps(); ++j)
           sum += tap(d, d.taps() - 1 - j) * row_sum(d, y + j, x, 0, d.taps());
         return sum;
       }},
      {{"filter-reversed", "the coefficients are applied in the reverse order in the row pass",
        "filter[i] belongs to src(y, x + i), with i from 0"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j < d.taps(); ++j)
           for (int i = 0; i < d.taps(); ++i)
             sum += tap(d, j) * tap(d, d.taps() - 1 - i) * d.at(y + j, x + i);
         return sum;
       }},
      {{"taps-missing", "the last coefficient of the filter is left out",
        "there are 2 * radius + 1 coefficients: i <= 2 * radius"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j + 1 < d.taps(); ++j)
           sum += tap(d, j) * row_sum(d, y + j, x, 0, d.taps() - 1);
         return sum;
       }},
      {{"taps-missing", "the last coefficient of the filter is left out in one pass",
        "there are 2 * radius + 1 coefficients: i <= 2 * radius"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j < d.taps(); ++j)
           sum += tap(d, j) * row_sum(d, y + j, x, 0, d.taps() - 1);
         return sum;
       }},
      {{"taps-missing", "the last coefficient of the filter is left out in one pass",
        "there are 2 * radius + 1 coefficients: j <= 2 * radius"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j + 1 < d.taps(); ++j)
           sum += tap(d, j) * row_sum(d, y + j, x, 0, d.taps());
         return sum;
       }},
  };
  return all;
}

// Whether nearly all wrong values are what the mistake makes of them.
bool explains(const SeparableData& data, const ExpectedImage& expected,
              std::span<const double> result, const Survey& s, const Mistake& mistake) {
  std::size_t agree = 0;
  for (const Wrong& at : s.samples) {
    const double got =
        result[static_cast<std::size_t>(at.y) * static_cast<std::size_t>(data.width) +
               static_cast<std::size_t>(at.x)];
    agree += std::abs(got - mistake(data, at.y, at.x)) <= 2 * expected.tolerance;
  }
  return !s.samples.empty() && 10 * agree >= 9 * s.samples.size();
}

// Right results of other pixels, dy rows and dx columns away.
std::optional<Explanation> find_shift(const SeparableData& data, const ExpectedImage& expected,
                                      std::span<const double> result, const Survey& s) {
  const auto value = [&](std::span<const double> of, int y, int x) {
    return of[static_cast<std::size_t>(y) * static_cast<std::size_t>(data.width) +
              static_cast<std::size_t>(x)];
  };
  const auto matches = [&](int dy, int dx) {
    std::size_t agree = 0, count = 0;
    for (const Wrong& at : s.samples) {
      const int y = at.y + dy, x = at.x + dx;
      if (y < 0 || y >= data.height || x < 0 || x >= data.width) continue;
      ++count;
      agree += std::abs(value(result, at.y, at.x) - value(expected.values, y, x)) <=
               2 * expected.tolerance;
    }
    return count >= 3 && 4 * count >= s.samples.size() && agree >= count * 9 / 10;
  };
  for (int distance = 1; distance <= std::max(data.width, data.height); ++distance)
    for (const int sign : {1, -1}) {
      for (const auto& [dy, dx] : {std::pair(sign * distance, 0), std::pair(0, sign * distance)})
        if (matches(dy, dx))
          return Explanation{
              "shifted",
              fmt::format("the values are those of pixels {} {} further {}", distance,
                          dx == 0 ? (distance == 1 ? "row" : "rows")
                                  : (distance == 1 ? "column" : "columns"),
                          dx == 0 ? (sign > 0 ? "down" : "up") : (sign > 0 ? "right" : "left")),
              "result (y, x) begins at src(y, x), the window's top left corner; in strips, rows "
              "count from the strip's first row on the device and from the image's on the host"};
    }
  return std::nullopt;
}

std::string place_of(const Region& r, const SeparableData& data) {
  const bool all_rows = r.first_row == 0 && r.last_row == data.height - 1;
  const bool all_columns = r.first_column == 0 && r.last_column == data.width - 1;
  if (all_rows && all_columns) return "all over the image";
  std::string text;
  if (!all_rows) text = fmt::format("in rows {} to {} of {}", r.first_row, r.last_row, data.height);
  if (!all_columns)
    text += fmt::format("{}in columns {} to {} of {}", text.empty() ? "" : ", ", r.first_column,
                        r.last_column, data.width);
  return text;
}

Explanation explain(const SeparableData& data, const ExpectedImage& expected,
                    std::span<const double> result, const Case::Evidence& evidence,
                    const Survey& s) {
  if (s.unwritten == expected.values.size())
    return {"nothing-written", "nothing was written to dst",
            "copy the result to the host: cudaMemcpy(dst, ..., cudaMemcpyDeviceToHost)"};
  if (evidence.is_stale)
    return {"stale", "it is the result of the image before this one",
            "copy and compute in every call: nothing stays on the device"};
  if (std::all_of(result.begin(), result.end(), [](double value) { return value == 0; }))
    return {"all-zero", "all values are 0",
            "are the coefficients where the kernel reads them? cudaMemcpyToSymbol(coefficients, "
            "filter, bytes) fills an array in constant memory"};
  if (s.unwritten > 0 && s.unwritten_rows_whole)
    return {"rows-missing", "whole rows were never written, " + place_of(s.unwritten_where, data),
            "does the last strip have fewer rows than the others? The number of strips is rounded "
            "up, and each is copied back to its own rows of dst"};
  if (s.missing == s.wrong)
    return {s.all_rows_whole ? "rows-missing" : "columns-missing",
            "some values were never computed, " + place_of(s.where, data),
            "the grid has to be rounded up in x and y: (width + BLOCK - 1) / BLOCK"};
  if (evidence.differs_between_runs)
    return {"race", "the same image has another result when it is filtered again",
            "threads seem to read what others have not written yet: a tile needs __syncthreads() "
            "after it is loaded"};
  for (const NamedMistake& mistake : mistakes())
    if (explains(data, expected, result, s, mistake.value)) return mistake.explanation;
  if (auto shift = find_shift(data, expected, result, s)) return *shift;
  const double scale =
      *std::max_element(expected.values.begin(), expected.values.end(),
                        [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (s.largest_error < 1e-4 * std::abs(scale))
    return {"low-precision",
            fmt::format(
                "all values are nearly right, but off by up to {:.2g}, and double allows {:.2g}",
                s.largest_error, expected.tolerance),
            "is there a float among the doubles: a tile, a coefficient, a sum?"};
  if (s.where.first_row > 0 && s.all_rows_whole &&
      s.wrong == static_cast<std::size_t>(data.height - s.where.first_row) *
                     static_cast<std::size_t>(data.width))
    return {"wrong-strips",
            fmt::format("right above row {}, and wrong from there on", s.where.first_row),
            "does the second strip begin there? Its rows begin at y * (width + 2 * radius) in src "
            "and at y * width in dst, and at 0 on the device"};
  if (s.wrong < expected.values.size())
    return {
        "wrong-region", "wrong only " + place_of(s.where, data),
        "compare the size of the tile with BLOCK + 2 * radius, and a strip's rows on the device "
        "with its rows + 2 * radius: who brings the halo?"};
  return {"wrong-values", "wrong all over the image, and by no mistake that is known here",
          "try radius 1 on an image of 3x2 pixels, by hand"};
}

}  // namespace

Diagnosis explain_wrong_image(const SeparableData& data, const ExpectedImage& expected,
                              std::span<const double> result, const Case::Evidence& evidence,
                              const std::string& case_name) {
  const auto is_unwritten = [&](std::size_t value) {
    const std::size_t begin = value * sizeof(double);
    for (std::size_t b = begin; b < begin + sizeof(double); ++b)
      if (b >= evidence.unwritten.size() || evidence.unwritten[b] == std::byte{0}) return false;
    return true;
  };
  const Survey s = survey(data, expected, result, is_unwritten);
  const Explanation explanation = explain(data, expected, result, evidence, s);
  const std::size_t first =
      static_cast<std::size_t>(s.first.y) * static_cast<std::size_t>(data.width) +
      static_cast<std::size_t>(s.first.x);
  const std::string got =
      is_unwritten(first) ? "nothing (never written)" : fmt::format("{:.10g}", result[first]);
  return make_diagnosis(
      explanation,
      {fmt::format("{}: {} of {} values are wrong", case_name, s.wrong, expected.values.size()),
       fmt::format("first at x={} y={}: expected {:.10g}, got {}", s.first.x, s.first.y,
                   expected.values[first], got)});
}

}  // namespace warplab
