// Mistakes in which values of the source are added up: see mistakes.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>

#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"

namespace warplab {
namespace {

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
                                         ? source_value(data, source_index(data, x, y, at.channel))
                                         : 0.0;
                            };
                            return sum_window(right_coefficient(data), pixel);
                          }});
    }
  }
}

// Strides in values: from row to row of the image, from row to row of the window, from pixel to
// pixel.
struct SourceLayout {
  std::ptrdiff_t image_row;
  std::ptrdiff_t window_row;
  std::ptrdiff_t pixel;
};

Explanation explain_layout(const ConvolutionData& data, const SourceLayout& layout) {
  const auto right = static_cast<std::ptrdiff_t>(data.source_stride());
  const char* const values = value_word(data);
  if (layout.pixel != data.channels) {
    return {"wrong-pixel-stride",
            fmt::format("the source's pixels seem to be taken {} {} apart, and they are {}",
                        layout.pixel, values, data.channels),
            fmt::format("a pixel is {} {}: the index of channel c is {}", data.channels, values,
                        value_number(data, "row * imgWidthF + column"))};
  }
  const bool in_window_only = layout.image_row == right;
  const std::ptrdiff_t used = in_window_only ? layout.window_row : layout.image_row;
  const char* hint = used == static_cast<std::ptrdiff_t>(data.row_values()) ? " (imgWidth)" : "";
  return {"wrong-source-stride",
          fmt::format("{} seem to be taken {} {} apart{}, and they are {}",
                      in_window_only ? "the window's rows" : "the source's rows", used, values,
                      hint, right),
          fmt::format("the source is the extended image: its rows are imgWidthF pixels of {} {}",
                      data.channels, values)};
}

void add_layouts(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const std::ptrdiff_t width = data.width, height = data.height;
  const std::ptrdiff_t extended_width = data.extended_width();
  const std::ptrdiff_t extended_height = data.extended_height();
  const auto right = static_cast<std::ptrdiff_t>(data.source_stride());
  const std::ptrdiff_t channels = data.channels, other = other_channels(data);
  const std::ptrdiff_t rows[] = {width * channels,
                                 (width + FILTER_RADIUS) * channels,
                                 extended_height * channels,
                                 height * channels,
                                 extended_width,
                                 width,
                                 extended_width * other,
                                 0,
                                 right};
  const auto add = [&](const SourceLayout& layout) {
    mistakes.push_back({explain_layout(data, layout), [layout, &data](const Point& at) {
                          const auto pixel = [&](int fy, int fx) {
                            return source_value(data, at.y * layout.image_row +
                                                          fy * layout.window_row +
                                                          (at.x + fx) * layout.pixel + at.channel);
                          };
                          return sum_window(right_coefficient(data), pixel);
                        }});
  };
  for (const std::ptrdiff_t pixel : {channels, other, std::ptrdiff_t{1}}) {
    for (const std::ptrdiff_t row : rows) {
      if (row == right && pixel == channels) continue;
      add({row, row, pixel});
      if (row == right) continue;
      add({right, row, pixel});
      add({row, right, pixel});
    }
  }
  mistakes.push_back({{"image-transposed", "x and y of the source seem to be swapped",
                       "rows lie one after the other: the pixel at (x, y) is number "
                       "y * imgWidthF + x"},
                      [&data, channels, extended_height](const Point& at) {
                        const auto pixel = [&](int fy, int fx) {
                          return source_value(
                              data,
                              ((at.x + fx) * extended_height + at.y + fy) * channels + at.channel);
                        };
                        return sum_window(right_coefficient(data), pixel);
                      }});
}

// Four bytes of a word are taken for four columns of the window, as __dp4a has them.
void add_neighbouring_bytes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back(
      {{"wrong-pixel-stride",
        fmt::format("the window's columns seem to be taken 1 byte apart, and they are {}",
                    data.channels),
        "neighbouring bytes are R, G and B of a pixel: sort the bytes of one channel together "
        "(__byte_perm), or give the coefficients zeros in between"},
       [&data](const Point& at) {
         const auto pixel = [&](int fy, int fx) {
           return source_value(data, source_index(data, at.x, at.y + fy, at.channel) + fx);
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
                            return source_value(data, source_index(data, x, y, at.channel));
                          };
                          return sum_window(right_coefficient(data), pixel);
                        }});
  }
}

// --- Channels ---

void add_channel_mistakes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  std::array<int, most_channels> from = {0, 1, 2, 3};
  const auto end = from.begin() + data.channels;
  while (std::next_permutation(from.begin(), end)) {
    const bool reversed = std::is_sorted(from.begin(), end, std::greater<>());
    std::string order;
    for (auto c = from.begin(); c != end; ++c)
      order += fmt::format("{}{}", order.empty() ? "" : ", ", "RGBA"[*c]);
    const Explanation explanation = {
        reversed ? "channels-reversed" : "channels-swapped",
        fmt::format("{} come out in the order {}", channel_order(data), order),
        fmt::format("channel c of the result comes from channel c of the source{}",
                    data.integers ? "" : "; _mm_set_ps takes the highest lane first")};
    mistakes.push_back({explanation, [from, &data](const Point& at) {
                          return window_sum(data, {at.x, at.y, from[at.channel]});
                        }});
  }
  for (int c = 0; c < data.channels; ++c) {
    mistakes.push_back(
        {{"channels-equal",
          fmt::format("all {} channels hold the result of {}", number_of_channels(data), "RGBA"[c]),
          "channel c of the result comes from channel c of the source: " +
              value_number(data, "row * imgWidthF + column")},
         [c, &data](const Point& at) {
           return window_sum(data, {at.x, at.y, c});
         }});
  }
}

void add_signed_bytes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back({{"signed-source", "the source's bytes seem to be taken as signed",
                       "pixels are unsigned char: as a char, 200 is -56; __dp4a of two ints takes "
                       "both as signed, and PTX has dp4a.u32.s32"},
                      [&data](const Point& at) {
                        const auto as_signed = [&](int fy, int fx) -> std::optional<double> {
                          const double value = *right_pixel(data, at)(fy, fx);
                          return value < 128 ? value : value - 256;
                        };
                        return sum_window(right_coefficient(data), as_signed);
                      }});
}

}  // namespace

std::vector<Mistake> source_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  add_layouts(data, mistakes);
  add_shifts(data, mistakes);
  add_borders(data, mistakes);
  add_channel_mistakes(data, mistakes);
  if (data.integers) {
    add_signed_bytes(data, mistakes);
    add_neighbouring_bytes(data, mistakes);
  }
  mistakes.push_back({{"copies-input", "the result is the source itself, not filtered",
                       "add up the 25 products of the window and store the sum"},
                      [&data](const Point& at) {
                        return source_value(data, source_index(data, at.x + FILTER_RADIUS,
                                                               at.y + FILTER_RADIUS, at.channel));
                      }});
  return mistakes;
}

}  // namespace warplab
