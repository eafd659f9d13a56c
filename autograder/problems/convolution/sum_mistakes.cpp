// Mistakes that make another sum of a window: see mistakes.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "autograder/problems/convolution/mistakes.h"

namespace warplab {
namespace {

constexpr int centre = FILTER_SIZE / 2;

// The float of the extended source at `index`, as memory has it; nothing outside the buffer.
std::optional<double> source_float(const ConvolutionData& data, std::ptrdiff_t index) {
  if (index < 0 || index >= static_cast<std::ptrdiff_t>(data.source.size())) return std::nullopt;
  return data.source[index];
}

// The float of channel `c` of pixel (x, y) of the extended source.
std::ptrdiff_t source_index(const ConvolutionData& data, int x, int y, int c) {
  return y * static_cast<std::ptrdiff_t>(data.source_stride()) + x * CHANNELS + c;
}

// Adds up coefficient(fy, fx) * pixel(fy, fx) over a window; nothing if a pixel is nothing.
template <typename Coefficient, typename Pixel>
Prediction sum_window(Coefficient coefficient, Pixel pixel) {
  double sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      const std::optional<double> value = pixel(fy, fx);
      if (!value) return std::nullopt;
      sum += coefficient(fy, fx) * *value;
    }
  }
  return sum;
}

// The right pixels and coefficients, to vary one of them.
auto right_pixel(const ConvolutionData& data, const Point& at) {
  return [&data, at](int fy, int fx) {
    return source_float(data, source_index(data, at.x + fx, at.y + fy, at.channel));
  };
}

auto right_coefficient(const ConvolutionData& data) {
  return [&data](int fy, int fx) -> double { return data.filter[fy * FILTER_SIZE + fx]; };
}

// --- Coefficients in the wrong order ---

struct FilterOrder {
  Explanation explanation;
  int (*index)(int fy, int fx);  // of the coefficient that is used for tap (fy, fx)
};

const std::vector<FilterOrder>& filter_orders() {
  constexpr int n = FILTER_SIZE;
  constexpr int last = FILTER_SIZE - 1;
  static const std::vector<FilterOrder> orders = {
      {{"filter-flipped", "the filter seems to be turned by 180 degrees",
        "tap (fy, fx) belongs to the pixel at (y + fy, x + fx): run both the same way"},
       [](int fy, int fx) { return (last - fy) * n + last - fx; }},
      {{"filter-transposed", "rows and columns of the filter seem to be swapped",
        "the coefficients lie row by row: filter[fy * 5 + fx]"},
       [](int fy, int fx) { return fx * n + fy; }},
      {{"filter-mirrored", "the filter seems to be mirrored left to right",
        "tap fx belongs to the pixel at x + fx: run both the same way (_mm_set_ps takes its "
        "last argument as the lowest lane)"},
       [](int fy, int fx) { return fy * n + last - fx; }},
      {{"filter-mirrored", "the filter seems to be mirrored top to bottom",
        "tap fy belongs to the pixel at y + fy: run both the same way"},
       [](int fy, int fx) { return (last - fy) * n + fx; }},
      {{"filter-rotated", "the filter seems to be turned by 90 degrees",
        "the coefficients lie row by row: filter[fy * 5 + fx]"},
       [](int fy, int fx) { return (last - fx) * n + fy; }},
      {{"filter-rotated", "the filter seems to be turned by 90 degrees",
        "the coefficients lie row by row: filter[fy * 5 + fx]"},
       [](int fy, int fx) { return fx * n + last - fy; }},
      {{"filter-row-repeated", "every row of the window gets the filter's first row",
        "the index of the coefficient needs both: filter[fy * 5 + fx]; load each row's own "
        "coefficients"},
       [](int, int fx) { return fx; }},
      {{"filter-row-repeated", "every row of the window gets the filter's last row",
        "load the coefficients of each row anew: filter[fy * 5 + fx]"},
       [](int, int fx) { return last * n + fx; }},
      {{"filter-row-repeated", "every row of the window gets the filter's middle row",
        "load the coefficients of each row anew: filter[fy * 5 + fx]"},
       [](int, int fx) { return centre * n + fx; }},
      {{"filter-column-repeated", "every column of the window gets the filter's first column",
        "the index of the coefficient needs both: filter[fy * 5 + fx]"},
       [](int fy, int) { return fy * n; }},
      {{"wrong-filter-stride", "the index of the coefficient seems to be fy + fx",
        "a row of the filter has 5 coefficients: filter[fy * 5 + fx]"},
       [](int fy, int fx) { return fy + fx; }},
      {{"wrong-filter-stride", "the filter's rows seem to be taken 4 coefficients apart",
        "a row of the filter has 5 coefficients: filter[fy * 5 + fx]"},
       [](int fy, int fx) { return fy * 4 + fx; }},
      {{"wrong-filter-stride", "the filter's rows seem to be taken 3 coefficients apart",
        "a row of the filter has 5 coefficients: filter[fy * 5 + fx]"},
       [](int fy, int fx) { return fy * 3 + fx; }},
  };
  return orders;
}

void add_filter_mistakes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const FilterOrder& order : filter_orders()) {
    mistakes.push_back({order.explanation, [&data, index = order.index](const Point& at) {
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
  mistakes.push_back({{"filter-ignored", "all coefficients seem to be 1: a plain sum",
                       "multiply each pixel by its coefficient, filter[fy * 5 + fx]"},
                      [&data](const Point& at) {
                        const auto one = [](int, int) { return 1.0; };
                        return sum_window(one, right_pixel(data, at));
                      }});
  mistakes.push_back({{"rounded", "the coefficients seem to be cut down to whole numbers",
                       "keep the coefficients in float: a conversion to int drops the fraction"},
                      [&data](const Point& at) {
                        const auto whole = [&](int fy, int fx) -> double {
                          return std::trunc(data.filter[fy * FILTER_SIZE + fx]);
                        };
                        return sum_window(whole, right_pixel(data, at));
                      }});
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

// --- Source pixels from the wrong place ---

// "2 pixels to the right and 1 above".
std::string describe_shift(int dx, int dy) {
  const auto along = [](int pixels, const char* forward, const char* backward) {
    const int distance = std::abs(pixels);
    return fmt::format("{} pixel{} {}", distance, distance == 1 ? "" : "s",
                       pixels < 0 ? backward : forward);
  };
  const std::string horizontal = along(dx, "to the right", "to the left");
  const std::string vertical = along(dy, "below", "above");
  return dy == 0 ? horizontal : dx == 0 ? vertical : horizontal + " and " + vertical;
}

void add_shifts(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  constexpr int farthest = FILTER_SIZE;  // pixels
  for (int dy = -farthest; dy <= farthest; ++dy) {
    for (int dx = -farthest; dx <= farthest; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const Explanation explanation = {
          "shifted-source",
          "the window seems to lie " + describe_shift(dx, dy) + " of where it belongs",
          "the source is extended already: the window of pixel (x, y) begins at (x, y) of the "
          "extended image, and its centre is at (x + imgFOffsetW, y + imgFOffsetH)"};
      // As memory has it: beyond the end of a row comes the next row.
      mistakes.push_back({explanation, [=, &data](const Point& at) {
                            const Point moved = {at.x + dx, at.y + dy, at.channel};
                            return sum_window(right_coefficient(data), right_pixel(data, moved));
                          }});
      // With a check for the image's edges: pixels outside count as black.
      mistakes.push_back({explanation, [=, &data](const Point& at) {
                            const auto pixel = [&](int fy, int fx) -> std::optional<double> {
                              const int x = at.x + fx + dx;
                              const int y = at.y + fy + dy;
                              const bool inside = x >= 0 && y >= 0 && x < data.extended_width() &&
                                                  y < data.extended_height();
                              return inside
                                         ? source_float(data, source_index(data, x, y, at.channel))
                                         : 0.0;
                            };
                            return sum_window(right_coefficient(data), pixel);
                          }});
    }
  }
}

// Strides in floats: from row to row of the image, from row to row of the window, from pixel to
// pixel.
struct SourceLayout {
  std::ptrdiff_t image_row;
  std::ptrdiff_t window_row;
  std::ptrdiff_t pixel;
};

Explanation explain_layout(const ConvolutionData& data, const SourceLayout& layout) {
  const auto right = static_cast<std::ptrdiff_t>(data.source_stride());
  if (layout.pixel != CHANNELS) {
    return {"wrong-pixel-stride",
            fmt::format("the source's pixels seem to be taken {} floats apart, and they are {}",
                        layout.pixel, int{CHANNELS}),
            "a pixel is 4 floats: the index of channel c is 4 * (row * imgWidthF + column) + c"};
  }
  const bool in_window_only = layout.image_row == right;
  const std::ptrdiff_t used = in_window_only ? layout.window_row : layout.image_row;
  const char* hint = used == static_cast<std::ptrdiff_t>(data.row_values()) ? " (imgWidth)" : "";
  return {
      "wrong-source-stride",
      fmt::format("{} seem to be taken {} floats apart{}, and they are {}",
                  in_window_only ? "the window's rows" : "the source's rows", used, hint, right),
      "the source is the extended image: its rows are imgWidthF pixels of 4 floats"};
}

void add_layouts(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const std::ptrdiff_t width = data.width, height = data.height;
  const std::ptrdiff_t extended_width = data.extended_width();
  const std::ptrdiff_t extended_height = data.extended_height();
  const auto right = static_cast<std::ptrdiff_t>(data.source_stride());
  const std::ptrdiff_t rows[] = {width * CHANNELS,
                                 (width + FILTER_RADIUS) * CHANNELS,
                                 extended_height * CHANNELS,
                                 height * CHANNELS,
                                 extended_width,
                                 width,
                                 extended_width * (CHANNELS - 1),
                                 0,
                                 right};
  const auto add = [&](const SourceLayout& layout) {
    mistakes.push_back({explain_layout(data, layout), [layout, &data](const Point& at) {
                          const auto pixel = [&](int fy, int fx) {
                            return source_float(data, at.y * layout.image_row +
                                                          fy * layout.window_row +
                                                          (at.x + fx) * layout.pixel + at.channel);
                          };
                          return sum_window(right_coefficient(data), pixel);
                        }});
  };
  for (const std::ptrdiff_t pixel : {CHANNELS + 0, CHANNELS - 1, 1}) {
    for (const std::ptrdiff_t row : rows) {
      if (row == right && pixel == CHANNELS) continue;
      add({row, row, pixel});
      if (row == right) continue;
      add({right, row, pixel});
      add({row, right, pixel});
    }
  }
  mistakes.push_back({{"image-transposed", "x and y of the source seem to be swapped",
                       "rows lie one after the other: the pixel at (x, y) is number "
                       "y * imgWidthF + x"},
                      [&data, extended_height](const Point& at) {
                        const auto pixel = [&](int fy, int fx) {
                          return source_float(
                              data,
                              ((at.x + fx) * extended_height + at.y + fy) * CHANNELS + at.channel);
                        };
                        return sum_window(right_coefficient(data), pixel);
                      }});
}

// --- Borders other than black ---

struct BorderRule {
  Explanation explanation;
  int (*inside)(int i, int n);  // the index in 0..n-1 that stands for `i`
};

const std::vector<BorderRule>& border_rules() {
  static const std::string next_step =
      "the source is extended with black already: just read it, with no rule of your own";
  static const std::vector<BorderRule> rules = {
      {{"border-replicated", "at the edges, the outermost pixels seem to be repeated", next_step},
       [](int i, int n) { return std::clamp(i, 0, n - 1); }},
      {{"border-mirrored", "at the edges, the image seems to be mirrored", next_step},
       [](int i, int n) {
         const int reflected = i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i;
         return std::clamp(reflected, 0, n - 1);
       }},
      {{"border-mirrored", "at the edges, the image seems to be mirrored", next_step},
       [](int i, int n) {
         const int reflected = i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i;
         return std::clamp(reflected, 0, n - 1);
       }},
      {{"border-wrapped", "at the edges, the window seems to go on at the other side", next_step},
       [](int i, int n) { return ((i % n) + n) % n; }},
  };
  return rules;
}

void add_borders(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const BorderRule& rule : border_rules()) {
    mistakes.push_back({rule.explanation, [&data, inside = rule.inside](const Point& at) {
                          const auto pixel = [&](int fy, int fx) {
                            const int x =
                                inside(at.x + fx - FILTER_RADIUS, data.width) + FILTER_RADIUS;
                            const int y =
                                inside(at.y + fy - FILTER_RADIUS, data.height) + FILTER_RADIUS;
                            return source_float(data, source_index(data, x, y, at.channel));
                          };
                          return sum_window(right_coefficient(data), pixel);
                        }});
  }
}

// --- Channels ---

void add_channel_mistakes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  std::array<int, CHANNELS> from = {0, 1, 2, 3};
  while (std::next_permutation(from.begin(), from.end())) {
    const bool reversed = from == std::array{3, 2, 1, 0};
    const Explanation explanation = {
        reversed ? "channels-reversed" : "channels-swapped",
        reversed ? std::string("R, G, B, A come out in the order A, B, G, R")
                 : fmt::format("R, G, B, A come out in the order {}, {}, {}, {}", "RGBA"[from[0]],
                               "RGBA"[from[1]], "RGBA"[from[2]], "RGBA"[from[3]]),
        "channel c of the result comes from channel c of the source; _mm_set_ps takes the highest "
        "lane first"};
    mistakes.push_back({explanation, [from, &data](const Point& at) {
                          return window_sum(data, {at.x, at.y, from[at.channel]});
                        }});
  }
  for (int c = 0; c < CHANNELS; ++c) {
    mistakes.push_back(
        {{"channels-equal", fmt::format("all four channels hold the result of {}", "RGBA"[c]),
          "channel c of the result comes from channel c of the source: "
          "4 * (row * imgWidthF + column) + c"},
         [c, &data](const Point& at) {
           return window_sum(data, {at.x, at.y, c});
         }});
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

std::vector<Mistake> sum_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  add_filter_mistakes(data, mistakes);
  add_window_mistakes(data, mistakes);
  add_layouts(data, mistakes);
  add_shifts(data, mistakes);
  add_borders(data, mistakes);
  add_channel_mistakes(data, mistakes);
  add_cut_sums(data, mistakes);
  mistakes.push_back({{"copies-input", "the result is the source itself, not filtered",
                       "add up the 25 products of the window and store the sum"},
                      [&data](const Point& at) -> Prediction {
                        return data.source[source_index(data, at.x + FILTER_RADIUS,
                                                        at.y + FILTER_RADIUS, at.channel)];
                      }});
  return mistakes;
}

}  // namespace warplab
