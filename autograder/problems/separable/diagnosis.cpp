// Explains a wrong image, see separable.h. Known mistakes are rows of a table here.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "autograder/problems/compare.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/ladder.h"
#include "autograder/problems/place_set.h"
#include "autograder/problems/separable/causes.h"
#include "autograder/problems/separable/separable.h"
#include "autograder/problems/wrong_values.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

// A result beside what it should be.
struct Compared {
  const SeparableData& data;
  const ExpectedImage& expected;
  std::span<const double> result;
  WrongValues wrong;
  ValueNumbers samples;  // of the wrong ones
  ValueNumbers spread;   // samples of all, right ones too

  bool is(std::size_t i, double value) const {
    return std::abs(result[i] - value) <= 2 * expected.tolerance;
  }
};

// One of the two passes, and what may be wrong with it.
struct Pass {
  bool is_reversed = false;
  int left_out = 0;  // coefficients, the last ones
};

constexpr Pass untouched, reversed{true, 0}, cut{false, 1};

// Parts of what is to be copied, where the size counts values and not bytes, or is that of floats.
struct Part {
  int of;  // one in so many values arrives
  const char* size_of;
};

constexpr Part parts[] = {{8, "a number of bytes is given, and it is that of values"},
                          {2, "half of the bytes are given, as many as floats have"}};
constexpr const char* bytes_of_doubles =
    "the size of a copy and of memory is in bytes: the number of values times sizeof(double)";

// The sum of one pixel, by both passes.
double filtered(const SeparableData& d, int y, int x, Pass rows, Pass columns) {
  const auto tap = [&](const Pass& pass, int i) {
    return d.filter[std::size_t(pass.is_reversed ? d.taps() - 1 - i : i)];
  };
  double sum = 0;
  for (int j = 0; j < d.taps() - columns.left_out; ++j)
    for (int i = 0; i < d.taps() - rows.left_out; ++i)
      sum += tap(columns, j) * tap(rows, i) * d.at(y + j, x + i);
  return sum;
}

// The same, where only the first part of the source is there, and the rest 0.
double filtered_part(const SeparableData& d, int y, int x, std::size_t there) {
  double sum = 0;
  for (int j = 0; j < d.taps(); ++j)
    for (int i = 0; i < d.taps(); ++i)
      if (std::size_t(y + j) * std::size_t(d.source_width()) + std::size_t(x + i) < there)
        sum += d.filter[std::size_t(j)] * d.filter[std::size_t(i)] * d.at(y + j, x + i);
  return sum;
}

double row_sum(const SeparableData& d, int y, int x) {
  double sum = 0;
  for (int i = 0; i < d.taps(); ++i) sum += d.filter[std::size_t(i)] * d.at(y, x + i);
  return sum;
}

// What a mistake makes of one pixel.
using PixelValue = std::function<double(const SeparableData& data, int y, int x)>;
using PixelMistake = NamedMistake<PixelValue>;

std::vector<PixelMistake> copied_in_part() {
  std::vector<PixelMistake> all;
  for (const Part& part : parts) {
    all.push_back({{cause::bytes_missing,
                    fmt::format("only one in {} coefficients counts: {}", part.of, part.size_of),
                    bytes_of_doubles},
                   [of = part.of](const SeparableData& d, int y, int x) {
                     const Pass pass{false, d.taps() - d.taps() / of};
                     return filtered(d, y, x, pass, pass);
                   }});
    all.push_back(
        {{cause::bytes_missing,
          fmt::format("only the first of {} parts of the source counts: {}", part.of, part.size_of),
          bytes_of_doubles},
         [of = std::size_t(part.of)](const SeparableData& d, int y, int x) {
           return filtered_part(d, y, x, d.source_values() / of);
         }});
  }
  return all;
}

const std::vector<PixelMistake>& mistakes() {
  static const Explanation rows_only = {
      cause::row_pass_only, "the rows are filtered, the columns are not",
      "the column pass has to read what the row pass wrote, and write to the result"};
  static const std::vector<PixelMistake> all = {
      {rows_only, [](const SeparableData& d, int y, int x) { return row_sum(d, y + d.radius, x); }},
      {rows_only, row_sum},
      {{cause::column_pass_only, "the columns are filtered, the rows are not",
        "the row pass has to write to the memory that the column pass reads"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j < d.taps(); ++j)
           sum += d.filter[std::size_t(j)] * d.at(y + j, x + d.radius);
         return sum;
       }},
      {{cause::wrong_pitch, "src is read as if its rows had as many pixels as those of dst",
        "a row of src has width + 2 * radius pixels, on the host and in its copy on the device"},
       [](const SeparableData& d, int y, int x) {
         double sum = 0;
         for (int j = 0; j < d.taps(); ++j)
           for (int i = 0; i < d.taps(); ++i)
             sum += d.filter[std::size_t(j)] * d.filter[std::size_t(i)] *
                    d.source[std::size_t(y + j) * std::size_t(d.width) + std::size_t(x + i)];
         return sum;
       }},
      {{cause::filter_reversed, "the coefficients are applied in the reverse order",
        "filter[i] belongs to src(y, x + i), with i from 0"},
       [](const auto& d, int y, int x) { return filtered(d, y, x, reversed, reversed); }},
      {{cause::filter_reversed,
        "the coefficients are applied in the reverse order in the column pass",
        "filter[j] belongs to row y + j of the sums, with j from 0"},
       [](const auto& d, int y, int x) { return filtered(d, y, x, untouched, reversed); }},
      {{cause::filter_reversed, "the coefficients are applied in the reverse order in the row pass",
        "filter[i] belongs to src(y, x + i), with i from 0"},
       [](const auto& d, int y, int x) { return filtered(d, y, x, reversed, untouched); }},
      {{cause::taps_missing, "the last coefficient of the filter is left out",
        "there are 2 * radius + 1 coefficients: i <= 2 * radius, and so many are copied"},
       [](const auto& d, int y, int x) { return filtered(d, y, x, cut, cut); }},
      {{cause::taps_missing, "only the first radius + 1 coefficients count",
        "there are 2 * radius + 1 coefficients: i <= 2 * radius, and so many are copied"},
       [](const SeparableData& d, int y, int x) {
         const Pass half{false, d.radius};
         return filtered(d, y, x, half, half);
       }},
      {{cause::taps_missing, "the last coefficient of the filter is left out in one pass",
        "there are 2 * radius + 1 coefficients: i <= 2 * radius"},
       [](const auto& d, int y, int x) { return filtered(d, y, x, cut, untouched); }},
      {{cause::taps_missing, "the last coefficient of the filter is left out in one pass",
        "there are 2 * radius + 1 coefficients: j <= 2 * radius"},
       [](const auto& d, int y, int x) { return filtered(d, y, x, untouched, cut); }},
  };
  return all;
}

// Whether nearly all wrong values are what the mistake makes of them.
bool explains(const Compared& c, const PixelValue& mistake) {
  const auto agree = std::ranges::count_if(c.samples, [&](std::size_t i) {
    const int width = c.data.width, at = static_cast<int>(i);
    return c.is(i, mistake(c.data, at / width, at % width));
  });
  return !c.samples.empty() && 10 * std::size_t(agree) >= 9 * c.samples.size();
}

// Where only the first part of the result, or of each strip, has been copied back.
std::optional<Explanation> explain_bytes_missing(const Compared& c) {
  const ValueNumbers& unwritten = c.wrong.unwritten;
  if (unwritten.empty() || unwritten.back() + 1 != c.result.size()) return std::nullopt;
  const auto is_part = [&](const Part& part) {
    const auto of = std::size_t(part.of);
    for (std::size_t i = 0, begin = 0; i < unwritten.size();) {  // a strip at a time
      const std::size_t written = unwritten[i] - begin;
      std::size_t end = unwritten[i] + 1;
      for (++i; i < unwritten.size() && unwritten[i] == end; ++i) ++end;
      const std::size_t all = end - begin;
      if (all < 2 * of || written < all / of || written > (all + of - 1) / of) return false;
      begin = end;
    }
    return true;
  };
  for (const Part& part : parts)
    if (is_part(part))
      return Explanation{
          cause::bytes_missing,
          fmt::format("{} of {} values were written, the first one in {}: {}",
                      c.result.size() - unwritten.size(), c.result.size(), part.of, part.size_of),
          bytes_of_doubles};
  return std::nullopt;
}

// Whether the mistake makes all of the image, what is right in it too.
bool explains_all(const Compared& c, const PixelValue& mistake) {
  const auto agree = std::ranges::count_if(c.spread, [&](std::size_t i) {
    const int width = c.data.width, at = static_cast<int>(i);
    return c.is(i, mistake(c.data, at / width, at % width));
  });
  return explains(c, mistake) && 100 * std::size_t(agree) >= 99 * c.spread.size();
}

// Right results of other pixels, some rows or columns away.
std::optional<Explanation> find_shift(const Compared& c) {
  const int width = c.data.width, height = c.data.height;
  const auto matches = [&](int dy, int dx) {
    std::size_t agree = 0, count = 0;
    for (const std::size_t i : c.samples) {
      const int y = static_cast<int>(i) / width + dy, x = static_cast<int>(i) % width + dx;
      if (y < 0 || y >= height || x < 0 || x >= width) continue;
      ++count;
      agree += c.is(i, c.expected.values[std::size_t(y) * width + x]);
    }
    return count >= 3 && 4 * count >= c.samples.size() && agree >= count * 9 / 10;
  };
  for (int distance = 1; distance <= std::max(width, height); ++distance)
    for (const int by : {distance, -distance})
      for (const bool is_down : {true, false})
        if (is_down ? matches(by, 0) : matches(0, by))
          return Explanation{
              cause::shifted,
              fmt::format("the values are those of pixels {} further {}",
                          is_down ? counted(distance, "1 row", "{} rows")
                                  : counted(distance, "1 column", "{} columns"),
                          is_down ? (by > 0 ? "down" : "up") : (by > 0 ? "right" : "left")),
              "result (y, x) begins at src(y, x), the window's top left corner; in strips, rows "
              "count from the strip's first row on the device and from the image's on the host"};
  return std::nullopt;
}

Explanation explain_by_place(const Compared& c, const Area& where) {
  const std::size_t width = std::size_t(c.data.width), height = std::size_t(c.data.height);
  std::vector<bool> is_wrong(c.result.size());
  for (const std::size_t i : c.wrong.all) is_wrong[i] = true;
  const auto set = find_place_set(is_wrong, width);
  if (c.wrong.count() == c.result.size() || (!set && where.is_all(width, height)))
    return {cause::wrong_values, "wrong all over the image, and no known mistake explains it",
            fmt::format("take the first of them: print its {0} x {0} products, row sums first, and "
                        "compute them by hand",
                        c.data.taps())};
  const std::string text = set ? set->say("wrong") : "wrong only " + where.text(width, height);
  if (set && set->repeats)
    return {cause::wrong_region, text,
            "blocks of threads, and strips, repeat at regular distances. Which threads and copies "
            "load the halo: that of a tile, which is BLOCK + 2 * radius wide, and that of a strip, "
            "which begins with the last rows of the one before?"};
  return {cause::wrong_region, text,
          "which threads, which strip and which copy are these values'? Print what one of them "
          "reads: source, sums and coefficients, and whether they were all copied"};
}

std::optional<Explanation> explain_missing(const Compared& c, const Area& where) {
  const ValueNumbers& unwritten = c.wrong.unwritten;
  const std::size_t width = std::size_t(c.data.width), height = std::size_t(c.data.height);
  if (auto part = explain_bytes_missing(c)) return part;
  const auto repeated_rows = [&](const ValueNumbers& numbers,
                                 const char* what) -> std::optional<Explanation> {
    std::vector<bool> is_missing(c.result.size());
    for (const std::size_t i : numbers) is_missing[i] = true;
    const auto set = find_place_set(is_missing, width);
    if (!set || !set->repeats || !area_of(numbers, width).has_whole_rows) return std::nullopt;
    return Explanation{cause::rows_missing, set->say(what),
                       "blocks of threads, and strips, repeat at regular distances: does a strip "
                       "begin where the one before ends, and does a thread move on by THREADS_Y "
                       "until the COLUMN_Y rows of its block are done?"};
  };
  if (!unwritten.empty() && area_of(unwritten, width).has_whole_rows) {
    if (auto repeated = repeated_rows(unwritten, "never written")) return repeated;
    return Explanation{
        cause::rows_missing,
        "whole rows were never written, " + area_of(unwritten, width).text(width, height),
        "where the image is one piece, the grid has too few blocks in y; in strips, does the last "
        "have fewer rows than the others? The number of strips is rounded up, and each is copied "
        "back to its own rows of dst"};
  }
  // Fresh memory holds 0.
  const auto zeros = std::ranges::count_if(c.wrong.all, [&](std::size_t i) {
    return c.result[i] == 0 && !std::ranges::binary_search(unwritten, i);
  });
  if (unwritten.size() + std::size_t(zeros) < c.wrong.count()) return std::nullopt;
  if (auto repeated = repeated_rows(c.wrong.all, "never computed")) return repeated;
  return Explanation{where.has_whole_rows ? cause::rows_missing : cause::columns_missing,
                     "some values were never computed, " + where.text(width, height),
                     "dim3 grid(blocks along a row, blocks of rows), both rounded up: (width + "
                     "BLOCK_X - 1) / BLOCK_X and (height + BLOCK_Y - 1) / BLOCK_Y"};
}

std::optional<Explanation> find_mistake(const Compared& c) {
  if (auto mistake =
          first_that_fits(mistakes(), [&](const PixelValue& value) { return explains(c, value); }))
    return mistake;
  if (auto mistake = first_that_fits(
          copied_in_part(), [&](const PixelValue& value) { return explains_all(c, value); }))
    return mistake;
  return find_shift(c);
}

std::optional<Explanation> explain_low_precision(const Compared& c) {
  double scale = 0, largest_error = 0;
  for (const double value : c.expected.values) scale = std::max(scale, std::abs(value));
  for (const std::size_t i : c.wrong.all) {
    const double error = std::abs(c.result[i] - c.expected.values[i]);
    largest_error = std::max(largest_error, std::isnan(error) ? INFINITY : error);
  }
  if (largest_error >= 1e-4 * scale) return std::nullopt;
  return Explanation{
      cause::low_precision,
      fmt::format("all values are nearly right, but off by up to {:.2g}, and double allows {:.2g}",
                  largest_error, c.expected.tolerance),
      "is there a float among the doubles: a tile, a coefficient, a sum?"};
}

std::optional<Explanation> explain_strips(const Compared& c, const Area& where) {
  const std::size_t width = std::size_t(c.data.width), height = std::size_t(c.data.height);
  if (where.first_row == 0 || !where.has_whole_rows ||
      c.wrong.count() != (height - where.first_row) * width)
    return std::nullopt;
  return Explanation{
      cause::wrong_strips,
      fmt::format("right above row {}, and wrong from there on", where.first_row),
      "does the second strip begin there? Its rows begin at y * (width + 2 * radius) in src "
      "and at y * width in dst, and at 0 on the device"};
}

Explanation explain(const Compared& c, const Case::Evidence& evidence) {
  const Area where = area_of(c.wrong.all, std::size_t(c.data.width));
  Ladder ladder;
  ladder.nothing = [&]() -> std::optional<Explanation> {
    if (c.wrong.unwritten.size() < c.result.size()) return std::nullopt;
    return Explanation{cause::nothing_written, "nothing was written to dst",
                       "copy the result to the host: cudaMemcpy(dst, ..., cudaMemcpyDeviceToHost)"};
  };
  ladder.stale = always({cause::stale, "it is the result of the image before this one",
                         "copy and compute in every call: nothing stays on the device"});
  ladder.constant = [&]() -> std::optional<Explanation> {
    if (!std::ranges::all_of(c.result, [](double value) { return value == 0; }))
      return std::nullopt;
    return Explanation{
        cause::all_zero, "all values are 0",
        "are the coefficients where the kernel reads them? cudaMemcpyToSymbol(coefficients, "
        "filter, bytes) fills an array in constant memory, before the launch; bytes are (2 * "
        "radius + 1) * sizeof(double)"};
  };
  ladder.missing = [&] { return explain_missing(c, where); };
  ladder.known = [&] { return find_mistake(c); };
  ladder.race = always({cause::race, "the same image has another result when it is filtered again",
                        "threads seem to read what others have not written yet: a tile needs "
                        "__syncthreads() after it is loaded"});
  ladder.imprecise = [&] { return explain_low_precision(c); };
  ladder.place = [&] { return explain_strips(c, where); };
  ladder.unknown = [&] { return explain_by_place(c, where); };
  return climb(ladder, evidence);
}

}  // namespace

Diagnosis explain_wrong_image(const SeparableData& data, const ExpectedImage& expected,
                              std::span<const double> result, const Case::Evidence& evidence,
                              const std::string& case_name) {
  constexpr std::size_t most_samples = 200;
  const UnwrittenValues unwritten(evidence, result);
  Compared c{data, expected, result, {}, {}, {}};
  c.wrong = find_wrong(result.size(), unwritten, [&](std::size_t i) {
    return is_close(result[i], expected.values[i], expected.tolerance);
  });
  c.samples = sample_of(c.wrong.all, most_samples);
  ValueNumbers all(result.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  c.spread = sample_of(all, most_samples);
  const std::size_t first = c.wrong.first(), width = std::size_t(data.width);
  Diagnosis diagnosis = make_diagnosis(
      explain(c, evidence),
      {fmt::format("{}: {} of {} values are wrong", case_name, c.wrong.count(), result.size()),
       fmt::format(
           "first at x={} y={}: expected {:.10g}, got {}", first % width, first / width,
           expected.values[first],
           describe_got(unwritten.may_include(first), fmt::format("{:.10g}", result[first])))});
  diagnosis.first_wrong_byte = first * sizeof(double);
  if (diagnosis.cause == name_of(cause::low_precision)) {
    diagnosis.wrong_name = "float";
    diagnosis.why_wrong = "has 7 digits, and double 16";
  }
  return diagnosis;
}

}  // namespace warplab
