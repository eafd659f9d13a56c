// Mistakes in the coefficients, in the extent of the window and in how it is added up: see
// mistakes.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"

namespace warplab {
namespace {

constexpr int centre = FILTER_SIZE / 2;

// --- Coefficients in the wrong order ---

struct FilterOrder {
  Explanation explanation;       // {} stands for how a program names coefficient (fy, fx)
  int (*index)(int fy, int fx);  // of the coefficient that is used for tap (fy, fx)
  const char* on_cpu = "";       // what the next step has besides, where there is SSE
};

const std::vector<FilterOrder>& filter_orders() {
  constexpr int n = FILTER_SIZE;
  constexpr int last = FILTER_SIZE - 1;
  static const std::vector<FilterOrder> orders = {
      {{"filter-flipped", "the filter seems to be turned by 180 degrees",
        "tap (fy, fx) belongs to the pixel at (y + fy, x + fx): run both the same way"},
       [](int fy, int fx) { return (last - fy) * n + last - fx; }},
      {{"filter-transposed", "rows and columns of the filter seem to be swapped",
        "the coefficients lie row by row: {}"},
       [](int fy, int fx) { return fx * n + fy; }},
      {{"filter-mirrored", "the filter seems to be mirrored left to right",
        "tap fx belongs to the pixel at x + fx: run both the same way"},
       [](int fy, int fx) { return fy * n + last - fx; },
       "; _mm_set_ps takes its last argument as the lowest lane"},
      {{"filter-mirrored", "the filter seems to be mirrored top to bottom",
        "tap fy belongs to the pixel at y + fy: run both the same way"},
       [](int fy, int fx) { return (last - fy) * n + fx; }},
      {{"filter-rotated", "the filter seems to be turned by 90 degrees",
        "the coefficients lie row by row: {}"},
       [](int fy, int fx) { return (last - fx) * n + fy; }},
      {{"filter-rotated", "the filter seems to be turned by 90 degrees",
        "the coefficients lie row by row: {}"},
       [](int fy, int fx) { return fx * n + last - fy; }},
      {{"filter-row-repeated", "every row of the window gets the filter's first row",
        "the index of the coefficient needs both: {}; load each row's own "
        "coefficients"},
       [](int, int fx) { return fx; }},
      {{"filter-row-repeated", "every row of the window gets the filter's last row",
        "load the coefficients of each row anew: {}"},
       [](int, int fx) { return last * n + fx; }},
      {{"filter-row-repeated", "every row of the window gets the filter's middle row",
        "load the coefficients of each row anew: {}"},
       [](int, int fx) { return centre * n + fx; }},
      {{"filter-column-repeated", "every column of the window gets the filter's first column",
        "the index of the coefficient needs both: {}"},
       [](int fy, int) { return fy * n; }},
      {{"wrong-filter-stride", "the index of the coefficient seems to be fy + fx",
        "a row of the filter has 5 coefficients: {}"},
       [](int fy, int fx) { return fy + fx; }},
      {{"wrong-filter-stride", "the filter's rows seem to be taken 4 coefficients apart",
        "a row of the filter has 5 coefficients: {}"},
       [](int fy, int fx) { return fy * 4 + fx; }},
      {{"wrong-filter-stride", "the filter's rows seem to be taken 3 coefficients apart",
        "a row of the filter has 5 coefficients: {}"},
       [](int fy, int fx) { return fy * 3 + fx; }},
  };
  return orders;
}

void add_filter_orders(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const FilterOrder& order : filter_orders()) {
    Explanation explanation = order.explanation;
    explanation.next_step =
        fmt::format(fmt::runtime(explanation.next_step), coefficient_name(data));
    if (!data.integers) explanation.next_step += order.on_cpu;
    mistakes.push_back({explanation, [&data, index = order.index](const Point& at) {
                          const auto coefficient = [&](int fy, int fx) -> double {
                            return data.filter[index(fy, fx)];
                          };
                          return sum_window(coefficient, right_pixel(data, at));
                        }});
  }
  mistakes.push_back({{"filter-ignored", "the result is the Laplace filter's, whatever the filter",
                       "use the coefficients in `filter`: the cases here have other ones than the "
                       "photograph"},
                      [&data](const Point& at) {
                        const auto laplace = [](int fy, int fx) -> double {
                          return fy == centre && fx == centre ? filter_taps - 1 : -1;
                        };
                        return sum_window(laplace, right_pixel(data, at));
                      }});
  mistakes.push_back(
      {{"filter-ignored", "all coefficients seem to be 1: a plain sum",
        std::string("multiply each pixel by its coefficient, ") + coefficient_name(data)},
       [&data](const Point& at) {
         const auto one = [](int, int) { return 1.0; };
         return sum_window(one, right_pixel(data, at));
       }});
}

void add_rounded_coefficients(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back({{"rounded", "the coefficients seem to be cut down to whole numbers",
                       "keep the coefficients in float: a conversion to int drops the fraction"},
                      [&data](const Point& at) {
                        const auto whole = [&](int fy, int fx) -> double {
                          return std::trunc(data.filter[fy * FILTER_SIZE + fx]);
                        };
                        return sum_window(whole, right_pixel(data, at));
                      }});
}

// --- Coefficients in too few bits, or not all of them ---

// The filter with other coefficients: coefficient `i` as changed(i, value) has it.
template <typename Changed>
Predictor with_coefficients(const ConvolutionData& data, Changed changed) {
  return [&data, changed](const Point& at) {
    const auto coefficient = [&](int fy, int fx) -> double {
      const int i = fy * FILTER_SIZE + fx;
      return changed(i, static_cast<int>(data.filter[i]));
    };
    return sum_window(coefficient, right_pixel(data, at));
  };
}

void add_narrow_coefficients(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  struct Narrowing {
    Explanation explanation;
    int (*narrow)(int);
  };
  static const char* const next_step =
      "coefficients lie between -1000 and 1000, signed bytes between -128 and 127: look at them on "
      "the host, and take a general kernel for those that do not fit, or split them into bytes";
  static const Narrowing narrowings[] = {
      {{"coefficients-narrowed", "coefficients seem to be cut down to signed bytes: 200 is -56",
        next_step},
       [](int value) -> int { return static_cast<std::int8_t>(value); }},
      {{"coefficients-narrowed", "coefficients above 127 seem to become 127", next_step},
       [](int value) { return std::clamp(value, -128, 127); }},
      {{"coefficients-narrowed", "coefficients above 127 seem to become 127", next_step},
       [](int value) { return std::clamp(value, -127, 127); }},
  };
  for (const Narrowing& each : narrowings) {
    mistakes.push_back({each.explanation,
                        with_coefficients(data, [narrow = each.narrow](int, int value) -> double {
                          return narrow(value);
                        })});
  }
}

// A copy of the coefficients that ends too early, with zeros where it did not come to. Of floats
// that are whole numbers the lowest bytes are 0.
void add_missing_coefficients(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const auto add = [&](int whole, int mask_of_next) {
    mistakes.push_back(
        {{"coefficients-missing",
          fmt::format("only the first {} of the {} coefficients seem to count", whole, filter_taps),
          "the size of a copy is in bytes: 25 * sizeof(float), or sizeof the whole array; or else "
          "check where coefficients are copied one by one"},
         with_coefficients(data, [whole, mask_of_next](int i, int value) -> double {
           return i < whole ? value : i == whole ? value & mask_of_next : 0;
         })});
  };
  add(25 / 4, 0);  // 25 bytes of floats
  add(25 / 4, 0xff);
  add(50 / 4, 0);  // 50 bytes, as if one had two
  add(50 / 4, 0xffff);
}

// --- Parts of the window ---

Explanation explain_part(int fy0, int fy1, int fx0, int fx1) {
  const bool full_width = fx1 - fx0 == FILTER_SIZE;
  const bool last_row = fy0 == FILTER_SIZE - 1;
  if (last_row && full_width) {
    return {"sum-reset-too-often", "only the last row of the window counts",
            "set the sum to 0 once a value, ahead of the window's loops, not inside them"};
  }
  if (last_row && fx0 == FILTER_SIZE - 1) {
    return {"sum-overwritten", "only the last tap of the window counts",
            "add each product to the sum (+=), which is set to 0 ahead of the window's loops"};
  }
  return {"window-too-small",
          fmt::format("only rows {} to {} and columns {} to {} of the window (0 to 4) count", fy0,
                      fy1 - 1, fx0, fx1 - 1),
          "the window has FILTER_SIZE = 5 rows and columns: check where both loops begin and end"};
}

void add_window_mistakes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (int fy0 = 0; fy0 < FILTER_SIZE; ++fy0) {
    for (int fy1 = fy0 + 1; fy1 <= FILTER_SIZE; ++fy1) {
      for (int fx0 = 0; fx0 < FILTER_SIZE; ++fx0) {
        for (int fx1 = fx0 + 1; fx1 <= FILTER_SIZE; ++fx1) {
          if ((fy1 - fy0) * (fx1 - fx0) == filter_taps) continue;  // that is the right one
          mistakes.push_back({explain_part(fy0, fy1, fx0, fx1), [=, &data](const Point& at) {
                                const auto coefficient = [&](int fy, int fx) -> double {
                                  const bool inside =
                                      fy >= fy0 && fy < fy1 && fx >= fx0 && fx < fx1;
                                  return inside ? data.filter[fy * FILTER_SIZE + fx] : 0;
                                };
                                return sum_window(coefficient, right_pixel(data, at));
                              }});
        }
      }
    }
  }
}

// --- Sums that are cut on the way ---

// Adds up as plain code does, with `cut` applied to the sum after each tap, or after each row.
template <typename Cut>
double sum_with_cuts(const ConvolutionData& data, const Point& at, bool each_tap, Cut cut) {
  double sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
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
        {{"sum-too-narrow", "the sum seems to be kept in half precision (16 bits)",
          "a half has 11 significant bits: beyond 2048 it skips whole numbers, and 65504 is its "
          "largest; add up in int or in float, or on tensor cores with such accumulators"},
         [&data, rounds_products](const Point& at) -> Prediction {
           const auto coefficient = right_coefficient(data);
           const auto pixel = right_pixel(data, at);
           double sum = 0;
           for (int fy = 0; fy < FILTER_SIZE; ++fy) {
             for (int fx = 0; fx < FILTER_SIZE; ++fx) {
               const double product = coefficient(fy, fx) * *pixel(fy, fx);
               sum = round_to_half(sum + (rounds_products ? round_to_half(product) : product));
             }
           }
           return std::isnan(sum) ? 0 : sum;  // as a conversion to int has it
         }});
  }
}

void add_cut_sums(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const bool each_tap : {true, false}) {
    mistakes.push_back({{"clamped-too-early",
                         each_tap ? "the sum seems to be clamped after every tap"
                                  : "the sum seems to be clamped after every row of the window",
                         "clamp once, when all 25 products are added up: parts of the sum may well "
                         "lie outside 0..255"},
                        [&data, each_tap](const Point& at) {
                          return sum_with_cuts(data, at, each_tap, clamp_to_range);
                        }});
  }
  if (data.integers) {
    mistakes.push_back({{"sum-too-narrow", "the sum seems to be kept in 16 bits",
                         "make the sum an int: it may lie far outside -32768..32767"},
                        [&data](const Point& at) {
                          return sum_with_cuts(data, at, true, [](double sum) -> double {
                            return static_cast<std::int16_t>(static_cast<std::int32_t>(sum));
                          });
                        }});
    return;
  }
  mistakes.push_back({{"rounded", "the sum seems to be kept as a whole number",
                       "make the sum a float: an int drops the fraction at every addition"},
                      [&data](const Point& at) {
                        return sum_with_cuts(data, at, true,
                                             [](double sum) { return std::trunc(sum); });
                      }});
  mistakes.push_back({{"rounded", "the source's values seem to be cut down to whole numbers",
                       "keep the pixels in float: a conversion to int drops the fraction"},
                      [&data](const Point& at) {
                        const auto whole = [&](int fy, int fx) -> std::optional<double> {
                          return std::trunc(*right_pixel(data, at)(fy, fx));
                        };
                        return sum_window(right_coefficient(data), whole);
                      }});
}

}  // namespace

double window_sum(const ConvolutionData& data, const Point& at) {
  return *sum_window(right_coefficient(data), right_pixel(data, at));
}

std::vector<Mistake> narrow_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  if (!data.integers) return mistakes;
  add_narrow_coefficients(data, mistakes);
  add_half_sums(data, mistakes);
  return mistakes;
}

std::vector<Mistake> filter_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  add_filter_orders(data, mistakes);
  if (!data.integers) add_rounded_coefficients(data, mistakes);
  if (data.integers) add_missing_coefficients(data, mistakes);
  add_window_mistakes(data, mistakes);
  add_cut_sums(data, mistakes);
  return mistakes;
}

}  // namespace warplab
