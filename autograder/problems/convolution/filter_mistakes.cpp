// Mistakes in the coefficients, in the extent of the window and in how it is added up: see
// mistakes.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"

namespace warplab {
namespace {

// --- Coefficients in the wrong order ---

struct FilterOrder {
  // {0} stands for how a program names coefficient (fy, fx), {1} for the filter's size
  // and {2} and {3} for one and two less.
  Explanation explanation;
  int (*index)(int fy, int fx, int n);  // of the coefficient that is used for tap (fy, fx)
  const char* on_cpu = "";              // what the next step has besides, where there is SSE
};

const std::vector<FilterOrder>& filter_orders() {
  static const std::vector<FilterOrder> orders = {
      {{cause::filter_flipped, "the filter seems to be turned by 180 degrees",
        "tap (fy, fx) belongs to the pixel at (y + fy, x + fx): run both the same way"},
       [](int fy, int fx, int n) { return (n - 1 - fy) * n + n - 1 - fx; }},
      {{cause::filter_transposed, "rows and columns of the filter seem to be swapped",
        "the coefficients lie row by row: {0}"},
       [](int fy, int fx, int n) { return fx * n + fy; }},
      {{cause::filter_mirrored, "the filter seems to be mirrored left to right",
        "tap fx belongs to the pixel at x + fx: run both the same way"},
       [](int fy, int fx, int n) { return fy * n + n - 1 - fx; },
       "; _mm_set_ps takes its last argument as the lowest lane"},
      {{cause::filter_mirrored, "the filter seems to be mirrored top to bottom",
        "tap fy belongs to the pixel at y + fy: run both the same way"},
       [](int fy, int fx, int n) { return (n - 1 - fy) * n + fx; }},
      {{cause::filter_rotated, "the filter seems to be turned by 90 degrees",
        "the coefficients lie row by row: {0}"},
       [](int fy, int fx, int n) { return (n - 1 - fx) * n + fy; }},
      {{cause::filter_rotated, "the filter seems to be turned by 90 degrees",
        "the coefficients lie row by row: {0}"},
       [](int fy, int fx, int n) { return fx * n + n - 1 - fy; }},
      {{cause::filter_row_repeated, "every row of the window gets the filter's first row",
        "the index of the coefficient needs both: {0}; load each row's own "
        "coefficients"},
       [](int, int fx, int) { return fx; }},
      {{cause::filter_row_repeated, "every row of the window gets the filter's last row",
        "load the coefficients of each row: {0}"},
       [](int, int fx, int n) { return (n - 1) * n + fx; }},
      {{cause::filter_row_repeated, "every row of the window gets the filter's middle row",
        "load the coefficients of each row: {0}"},
       [](int, int fx, int n) { return n / 2 * n + fx; }},
      {{cause::filter_column_repeated, "every column of the window gets the filter's first column",
        "the index of the coefficient needs both: {0}"},
       [](int fy, int, int n) { return fy * n; }},
      {{cause::wrong_filter_stride, "the index of the coefficient seems to be fy + fx",
        "a row of the filter has {1} coefficients: {0}"},
       [](int fy, int fx, int) { return fy + fx; }},
      {{cause::wrong_filter_stride, "the filter's rows seem to be taken {2} coefficients apart",
        "a row of the filter has {1} coefficients: {0}"},
       [](int fy, int fx, int n) { return fy * (n - 1) + fx; }},
      {{cause::wrong_filter_stride, "the filter's rows seem to be taken {3} coefficients apart",
        "a row of the filter has {1} coefficients: {0}"},
       [](int fy, int fx, int n) { return fy * (n - 2) + fx; }},
  };
  return orders;
}

void add_filter_orders(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const FilterOrder& order : filter_orders()) {
    Explanation explanation = order.explanation;
    const int n = data.filter_size;
    for (std::string* text : {&explanation.sentence, &explanation.next_step})
      *text = fmt::format(fmt::runtime(*text), coefficient_name(data), n, n - 1, n - 2);
    if (!data.integers) explanation.next_step += order.on_cpu;
    mistakes.push_back(
        {explanation, with_coefficients(data, [&data, index = order.index](int fy, int fx) {
           return data.filter[index(fy, fx, data.filter_size)];
         })});
  }
  const int middle = data.radius() * data.filter_size + data.radius();
  const float centre_of_laplace = static_cast<float>(data.taps() - 1);
  mistakes.push_back(
      {data.filter[middle] == centre_of_laplace
           ? Explanation{cause::filter_mistaken,
                         "the result is the Laplace filter's, for a filter that resembles it",
                         fmt::format("a special path for one filter has to check all {} "
                                     "coefficients before it is used",
                                     data.taps())}
           : Explanation{cause::filter_ignored,
                         "the result is the Laplace filter's, whatever the filter",
                         "use the coefficients in `filter`: the cases here have other ones than "
                         "the photograph"},
       with_coefficients(data, [&data](int fy, int fx) {
         const int centre = data.radius();
         return fy == centre && fx == centre ? data.taps() - 1 : -1;
       })});
  mistakes.push_back(
      {{cause::filter_ignored, "all coefficients seem to be 1: a plain sum",
        std::string("multiply each pixel by its coefficient, ") + coefficient_name(data)},
       with_coefficients(data, [](int, int) { return 1; })});
}

// One column of the window, or row, with the coefficients of another.
void add_repeated_lines(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const int n = data.filter_size;
  const auto add = [&](bool is_column, int line, int other) {
    const char* const name = is_column ? "column" : "row";
    mistakes.push_back(
        {{is_column ? cause::filter_column_repeated : cause::filter_row_repeated,
          fmt::format("{0} {1} of the window gets the coefficients of {0} {2}", name, line, other),
          fmt::format("the index of the coefficient needs both: {}; count rows and columns from 0",
                      coefficient_name(data))},
         with_coefficients(data, [&data, is_column, line, other](int fy, int fx) {
           int& changed = is_column ? fx : fy;
           if (changed == line) changed = other;
           return data.filter[fy * data.filter_size + fx];
         })});
  };
  for (const bool is_column : {true, false})
    for (int line = 0; line < n; ++line)
      for (int other = 0; other < n; ++other)
        if (other != line) add(is_column, line, other);
}

void add_rounded_coefficients(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back({{cause::rounded, "the coefficients seem to be cut down to whole numbers",
                       "keep the coefficients in float: a conversion to int drops the fraction"},
                      with_coefficients(data, [&data](int fy, int fx) {
                        return std::trunc(data.filter[fy * data.filter_size + fx]);
                      })});
}

// A pixel's four floats are the channels, and lanes of a register where SSE is used.
void add_lanes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back(
      {{cause::first_lane_only, "channel R is filtered, and the others are 0",
        "with SSE: _mm_set_ss and _mm_load_ss fill the first lane and put 0 into the others; a "
        "coefficient belongs in all four, _mm_set1_ps(filter[i]), and instructions for all four "
        "end in _ps. In plain C: loop over c from 0 to 3"},
       [&data](const Point& at) { return at.channel == 0 ? window_sum(data, at) : 0; }});
  mistakes.push_back(
      {{cause::coefficients_in_lanes,
        "channel G seems to get the coefficient after R's, B the next, A the next",
        "_mm_loadu_ps(filter + i) loads four coefficients; one of them belongs in all four lanes, "
        "_mm_set1_ps(filter[i])"},
       [&data](const Point& at) {
         const auto coefficient = [&](int fy, int fx) {
           const int i = fy * data.filter_size + fx + at.channel;
           return i < data.taps() ? double{data.filter[i]} : 0;
         };
         return sum_window(data, coefficient, right_pixel(data, at));
       }});
}

// --- Coefficients in too few bits, or not all of them ---

// Coefficient `i` as changed(i, value) has it.
template <typename Changed>
Predictor with_changed(const ConvolutionData& data, Changed changed) {
  return with_coefficients(data, [&data, changed](int fy, int fx) -> double {
    const int i = fy * data.filter_size + fx;
    return changed(i, static_cast<int>(data.filter[i]));
  });
}

void add_narrow_coefficients(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  struct Narrowing {
    Explanation explanation;
    int (*narrow)(int);
  };
  static const char* const next_step =
      "coefficients lie between -1000 and 1000, signed bytes between -128 and 127: look at them on "
      "the host, and use a general kernel for those that do not fit, or split them into bytes";
  static const Narrowing narrowings[] = {
      {{cause::coefficients_narrowed,
        "coefficients seem to be cut down to signed bytes: 200 is -56", next_step},
       [](int value) -> int { return static_cast<std::int8_t>(value); }},
      {{cause::coefficients_narrowed, "coefficients above 127 seem to become 127", next_step},
       [](int value) { return std::clamp(value, -128, 127); }},
      {{cause::coefficients_narrowed, "coefficients above 127 seem to become 127", next_step},
       [](int value) { return std::clamp(value, -127, 127); }},
  };
  // All of them, or only those that fill whole words of four.
  const int n = data.filter_size, words = n / 4 * 4, all_words = data.taps() / 4 * 4;
  for (const Narrowing& each : narrowings)
    for (const auto& [in_row, in_all] :
         {std::pair{n, data.taps()}, std::pair{words, data.taps()}, std::pair{n, all_words}})
      mistakes.push_back(
          {each.explanation, with_changed(data, [=, narrow = each.narrow](int i, int value) {
             return i % n < in_row && i < in_all ? narrow(value) : value;
           })});
}

// A copy of the coefficients that ends too early, with zeros where it did not come to. Of floats
// that are whole numbers the lowest bytes are 0.
void add_missing_coefficients(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const auto add = [&](int whole, int mask_of_next) {
    mistakes.push_back(
        {{cause::coefficients_missing,
          fmt::format("only the first {} of the {} coefficients seem to count", whole, data.taps()),
          fmt::format("the size of a copy is in bytes: {} * sizeof(float), or sizeof the whole "
                      "array; or else check where coefficients are copied one by one",
                      data.taps())},
         with_changed(data, [whole, mask_of_next](int i, int value) -> double {
           return i < whole ? value : i == whole ? value & mask_of_next : 0;
         })});
  };
  for (const int bytes : {data.taps(), 2 * data.taps()}) {  // as if one had one byte, or two
    add(bytes / 4, 0);                                      // of floats
    add(bytes / 4, (1 << 8 * (bytes % 4)) - 1);             // of ints
  }
}

// --- A filter that is taken for a product of a column and a row ---

// Any column times any row, as it is and divided by the coefficient that they share.
void add_separated(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const Explanation explanation = {
      cause::filter_separated, "the filter seems to be taken for the product of a column and a row",
      fmt::format("few filters are: the cases here have any {0} coefficients. Add up all {0} "
                  "products, in one pass over the window",
                  data.taps())};
  const auto add = [&](auto coefficient) {
    mistakes.push_back({explanation, with_coefficients(data, coefficient)});
  };
  for (int row = 0; row < data.filter_size; ++row)
    for (int column = 0; column < data.filter_size; ++column) {
      const auto product = [&data, row, column](int fy, int fx) -> double {
        return double{data.filter[fy * data.filter_size + column]} *
               data.filter[row * data.filter_size + fx];
      };
      add(product);
      const double shared = data.filter[row * data.filter_size + column];
      if (shared == 0) continue;
      add([=](int fy, int fx) { return product(fy, fx) / shared; });
      if (data.integers) add([=](int fy, int fx) { return std::trunc(product(fy, fx) / shared); });
    }
}

// --- Parts of the window ---

Explanation explain_part(const ConvolutionData& data, int fy0, int fy1, int fx0, int fx1) {
  const int size = data.filter_size;
  const bool full_width = fx1 - fx0 == size;
  const bool last_row = fy0 == size - 1;
  if (last_row && full_width) {
    return {cause::sum_reset_too_often, "only the last row of the window counts",
            "set the sum to 0 once per value, before the window's loops, not inside them"};
  }
  if (last_row && fx0 == size - 1) {
    return {cause::sum_overwritten, "only the last tap of the window counts",
            "add each product to the sum (+=), which is set to 0 before the window's loops"};
  }
  return {
      cause::window_too_small,
      fmt::format("only rows {} to {} and columns {} to {} of the window (0 to {}) count", fy0,
                  fy1 - 1, fx0, fx1 - 1, size - 1),
      fmt::format(
          "the window has FILTER_SIZE = {} rows and columns: check where both loops begin and end",
          size)};
}

// Rows, or columns, of a window that may be all that counts. Of a large one only those that loops
// with bounds a little off leave, and the last.
std::vector<std::pair<int, int>> ranges_of_window(int size) {
  constexpr int all_up_to = 7, most_missing = 2;
  std::vector<std::pair<int, int>> ranges;
  for (int begin = 0; begin < size; ++begin)
    for (int end = begin + 1; end <= size; ++end)
      if (size <= all_up_to || end - begin >= size - most_missing || begin == size - 1)
        ranges.emplace_back(begin, end);
  return ranges;
}

void add_window_mistakes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const auto ranges = ranges_of_window(data.filter_size);
  for (const auto& [fy0, fy1] : ranges) {
    for (const auto& [fx0, fx1] : ranges) {
      if ((fy1 - fy0) * (fx1 - fx0) == data.taps()) continue;  // that is the right one
      const std::array<int, 4> part = {fy0, fy1, fx0, fx1};
      mistakes.push_back({explain_part(data, fy0, fy1, fx0, fx1),
                          with_coefficients(data, [part, &data](int fy, int fx) {
                            const bool inside =
                                fy >= part[0] && fy < part[1] && fx >= part[2] && fx < part[3];
                            return inside ? data.filter[fy * data.filter_size + fx] : 0;
                          })});
    }
  }
}

// The course's usual size of a filter as a number in the program, where the lab has another: in the
// loops over the window, in the index of the coefficient, or in both; with the window's corner
// where it belongs, or as far from the pixel as such a filter's is. Behind the coefficients memory
// holds 0.
void add_usual_size(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  constexpr int usual = 5;
  const int n = data.filter_size;
  if (n == usual) return;
  struct Size {
    int loops, row;
  };
  for (const Size& size : {Size{usual, usual}, Size{usual, n}, Size{n, usual}})
    for (const int corner : {0, data.radius() - usual / 2}) {
      const std::string where = size.loops == n ? "in the index of the coefficient"
                                : size.row == n ? "in the loops over the window"
                                                : "in the loops over the window and in the index";
      mistakes.push_back(
          {{cause::fixed_filter_size,
            fmt::format("the number {0} seems to be written {1}, and this lab's filter is {2}x{2}",
                        usual, where, n),
            fmt::format("use FILTER_SIZE, which is {} here, and FILTER_RADIUS; no numbers of your "
                        "own",
                        n)},
           [&data, size, corner](const Point& at) -> Prediction {
             double sum = 0;
             for (int fy = 0; fy < size.loops; ++fy)
               for (int fx = 0; fx < size.loops; ++fx) {
                 const auto value = source_value(
                     data, source_index(data, at.x + fx + corner, at.y + fy + corner, at.channel));
                 const int tap = fy * size.row + fx;
                 if (tap >= data.taps()) continue;
                 if (!value) return std::nullopt;
                 sum += data.filter[std::size_t(tap)] * *value;
               }
             return sum;
           }});
    }
}

// --- Sums that are cut on the way ---

// Adds up as plain code does, with `cut` applied to the sum after each tap, or after each row.
template <typename Cut>
double sum_with_cuts(const ConvolutionData& data, const Point& at, bool each_tap, Cut cut) {
  double sum = 0;
  for (int fy = 0; fy < data.filter_size; ++fy) {
    for (int fx = 0; fx < data.filter_size; ++fx) {
      sum += right_coefficient(data)(fy, fx) * *right_pixel(data, at)(fy, fx);
      if (each_tap) sum = cut(sum);
    }
    if (!each_tap) sum = cut(sum);
  }
  return sum;
}

// The nearest number that half precision has; only whole ones come here.
double round_to_half(double value) {
  constexpr int significant_bits = 11;
  constexpr double beyond = 65520;  // what is rounded to infinity
  if (std::abs(value) >= beyond)
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  int exponent = 0;
  std::frexp(value, &exponent);
  const int shift = std::max(exponent - significant_bits, 0);
  return std::ldexp(std::nearbyint(std::ldexp(value, -shift)), shift);
}

// Products are rounded too, unless they are added in the same instruction.
void add_half_sums(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const bool rounds_products : {false, true}) {
    mistakes.push_back(
        {{cause::sum_too_narrow, "the sum seems to be kept in half precision (16 bits)",
          "a half has 11 significant bits: beyond 2048 it skips whole numbers, and 65504 is its "
          "largest; add up in int or in float, or on tensor cores with such accumulators"},
         [&data, rounds_products](const Point& at) -> Prediction {
           const auto coefficient = right_coefficient(data);
           const auto pixel = right_pixel(data, at);
           double sum = 0;
           for (int fy = 0; fy < data.filter_size; ++fy) {
             for (int fx = 0; fx < data.filter_size; ++fx) {
               const double product = coefficient(fy, fx) * *pixel(fy, fx);
               sum = round_to_half(sum + (rounds_products ? round_to_half(product) : product));
             }
           }
           return std::isnan(sum) ? 0 : sum;  // as a conversion to int has it
         }});
  }
}

template <typename Sum>
void add_16_bit_sums(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back({{cause::sum_too_narrow, "the sum seems to be kept in 16 bits",
                       "make the sum an int: it may lie far outside -32768..32767"},
                      [&data](const Point& at) {
                        return sum_with_cuts(data, at, true, [](double sum) -> double {
                          return static_cast<Sum>(static_cast<std::int32_t>(sum));
                        });
                      }});
}

void add_cut_sums(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const bool each_tap : {true, false}) {
    mistakes.push_back({{cause::clamped_too_early,
                         each_tap ? "the sum seems to be clamped after every tap"
                                  : "the sum seems to be clamped after every row of the window",
                         fmt::format("clamp once, when all {} products are added up: parts of the "
                                     "sum may well lie outside 0..255",
                                     data.taps())},
                        [&data, each_tap](const Point& at) {
                          return sum_with_cuts(data, at, each_tap, clamp_to_range);
                        }});
  }
  mistakes.push_back({{cause::clamped_too_early,
                       "the sum of each row of the window seems to be clamped separately",
                       fmt::format("clamp once, when all {} products are added up: parts of the "
                                   "sum may well lie outside 0..255",
                                   data.taps())},
                      [&data](const Point& at) {
                        double sum = 0;
                        for (int fy = 0; fy < data.filter_size; ++fy) {
                          double row = 0;
                          for (int fx = 0; fx < data.filter_size; ++fx)
                            row += right_coefficient(data)(fy, fx) * *right_pixel(data, at)(fy, fx);
                          sum += clamp_to_range(row);
                        }
                        return sum;
                      }});
  if (data.integers) {
    add_16_bit_sums<std::int16_t>(data, mistakes);
    add_16_bit_sums<std::uint16_t>(data, mistakes);
    return;
  }
  mistakes.push_back({{cause::rounded, "the sum seems to be kept as a whole number",
                       "make the sum a float: an int drops the fraction at every addition"},
                      [&data](const Point& at) {
                        return sum_with_cuts(data, at, true,
                                             [](double sum) { return std::trunc(sum); });
                      }});
  mistakes.push_back({{cause::rounded, "the source's values seem to be cut down to whole numbers",
                       "keep the pixels in float: a conversion to int drops the fraction"},
                      with_pixels(data, [&data](const Point& at, int fy, int fx) {
                        return std::trunc(*right_pixel(data, at)(fy, fx));
                      })});
}

}  // namespace

double window_sum(const ConvolutionData& data, const Point& at) {
  return *sum_window(data, right_coefficient(data), right_pixel(data, at));
}

std::vector<Mistake> narrow_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  if (!data.integers) return mistakes;
  add_narrow_coefficients(data, mistakes);
  add_half_sums(data, mistakes);
  return mistakes;
}

std::vector<Mistake> kept_filter(const ConvolutionData& data, std::span<const double> earlier) {
  if (std::ssize(earlier) != data.taps() || std::ranges::equal(earlier, data.filter)) return {};
  return {{{cause::stale_filter,
            "the image is that of this call, and the filter that of an earlier one",
            data.integers
                ? "does something remember that the coefficients are there already, a static "
                  "variable or a flag? Every call has a filter of its own: copy it to where the "
                  "kernel reads it, each time"
                : "does a static variable keep the coefficients, or a flag that they are ready? "
                  "Every call has a filter of its own: read it each time"},
           with_coefficients(data, [&data, earlier](int fy, int fx) {
             return earlier[std::size_t(fy) * std::size_t(data.filter_size) + std::size_t(fx)];
           })}};
}

std::vector<Mistake> filter_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  add_usual_size(data, mistakes);
  if (!data.integers) add_lanes(data, mistakes);
  add_filter_orders(data, mistakes);
  add_repeated_lines(data, mistakes);
  if (!data.integers) add_rounded_coefficients(data, mistakes);
  if (data.integers) add_missing_coefficients(data, mistakes);
  add_window_mistakes(data, mistakes);
  add_cut_sums(data, mistakes);
  add_separated(data, mistakes);
  return mistakes;
}

}  // namespace warplab
