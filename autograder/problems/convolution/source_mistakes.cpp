// Mistakes in which values of the source are added up: see mistakes.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/problems/convolution/words.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

// --- Source pixels from the wrong place ---

// "2 pixels to the right and 1 above".
std::string describe_shift(int dx, int dy) {
  const auto along = [](int pixels, const char* forward, const char* backward) {
    return counted(std::abs(pixels), "1 pixel ", "{} pixels ") + (pixels < 0 ? backward : forward);
  };
  const std::string horizontal = along(dx, "to the right", "to the left");
  const std::string vertical = along(dy, "below", "above");
  return dy == 0 ? horizontal : dx == 0 ? vertical : horizontal + " and " + vertical;
}

constexpr int farthest_shift = 7;  // pixels

void add_shifts(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const int farthest = std::min(data.filter_size, farthest_shift);
  for (int dy = -farthest; dy <= farthest; ++dy) {
    for (int dx = -farthest; dx <= farthest; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const Explanation explanation = {
          cause::shifted_source,
          "the window seems to lie " + describe_shift(dx, dy) + " of where it belongs",
          "the source is extended already: the window of pixel (x, y) begins at (x, y) of the "
          "extended image, and its centre is at (x + imgFOffsetW, y + imgFOffsetH)"};
      // As memory has it: beyond the end of a row comes the next row.
      mistakes.push_back(
          {explanation, with_pixels(data, [=, &data](const Point& at, int fy, int fx) {
             return right_pixel(data, {at.x + dx, at.y + dy, at.channel})(fy, fx);
           })});
      // With a check for the image's edges: pixels outside count as black.
      mistakes.push_back(
          {explanation, with_pixels(data, [=, &data](const Point& at, int fy, int fx) {
             const int x = at.x + fx + dx, y = at.y + fy + dy;
             const bool inside =
                 x >= 0 && y >= 0 && x < data.extended_width() && y < data.extended_height();
             return inside ? source_value(data, source_index(data, x, y, at.channel)) : 0.0;
           })});
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
    return {cause::wrong_pixel_stride,
            fmt::format("the source's pixels seem to be taken {} {} apart, and they are {}",
                        layout.pixel, values, data.channels),
            fmt::format("a pixel is {} {}: the index of channel c is {}", data.channels, values,
                        value_number(data, "row * imgWidthF + column"))};
  }
  const bool in_window_only = layout.image_row == right;
  const std::ptrdiff_t used = in_window_only ? layout.window_row : layout.image_row;
  const char* hint = used == static_cast<std::ptrdiff_t>(data.row_values()) ? " (imgWidth)" : "";
  return {cause::wrong_source_stride,
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
                                 (width + data.radius()) * channels,
                                 extended_height * channels,
                                 height * channels,
                                 extended_width,
                                 width,
                                 extended_width * other,
                                 0,
                                 right};
  const auto add = [&](const SourceLayout& layout) {
    mistakes.push_back({explain_layout(data, layout),
                        with_pixels(data, [layout, &data](const Point& at, int fy, int fx) {
                          return source_value(data, at.y * layout.image_row +
                                                        fy * layout.window_row +
                                                        (at.x + fx) * layout.pixel + at.channel);
                        })});
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
  mistakes.push_back(
      {{cause::image_transposed, "x and y of the source seem to be swapped",
        "rows lie one after the other: the pixel at (x, y) is number "
        "y * imgWidthF + x"},
       with_pixels(data, [&data, channels, extended_height](const Point& at, int fy, int fx) {
         return source_value(data,
                             ((at.x + fx) * extended_height + at.y + fy) * channels + at.channel);
       })});
}

// Rows of a window that are kept, each in a variable of its own, and handed on from row to row of
// the image: row fy takes over what row fy + 1 held, for fy from `begin` to `end` - 1, and a new
// row may come in as the last one. What is not handed on, stays.
struct KeptRows {
  int begin, end;
  bool has_new;

  bool are_right(int rows) const { return begin == 0 && end == rows - 1 && has_new; }
  bool is_handed_on(int fy) const { return fy >= begin && fy < end; }
  // The row that ends up in row fy, by and by; all rows of the image for the new ones.
  std::optional<int> last_of(int fy, int rows) const {
    const int last = is_handed_on(fy) ? end : fy;
    return last == rows - 1 && has_new ? std::nullopt : std::optional(last);
  }
};

// "rows 0 to 3 of the window seem to end at the source's row 3; row 4 ...".
std::string describe(const KeptRows& kept, int rows) {
  std::string text;
  for (int fy = 0, next = 0; fy < rows; fy = next) {
    const std::optional<int> last = kept.last_of(fy, rows);
    for (next = fy + 1; next < rows && kept.last_of(next, rows) == last;) ++next;
    if (!last) continue;
    if (!text.empty()) text += "; ";
    text += next == fy + 1
                ? fmt::format("row {} of the window seems to stay at", fy)
                : fmt::format("rows {} to {} of the window seem to end at", fy, next - 1);
    text += fmt::format(" the source's row {}", *last);
  }
  return text;
}

// Rows of the window that do not go down the image with the others, or one that holds what another
// does.
void add_window_rows(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const int rows = data.filter_size;
  const auto add = [&](const std::string& sentence, auto y_of) {
    mistakes.push_back(
        {{cause::wrong_window_row, sentence,
          fmt::format("row fy of the window is the source's row y + fy: where rows are kept from "
                      "pixel to pixel, all {} of them go on",
                      rows)},
         with_pixels(data, [&data, y_of](const Point& at, int fy, int fx) {
           return source_value(data, source_index(data, at.x + fx, y_of(at, fy), at.channel));
         })});
  };
  const auto add_one = [&](int row, const std::string& sentence, auto y_of_row) {
    add(fmt::format("row {} of the window {}", row, sentence),
        [row, y_of_row](const Point& at, int fy) { return fy == row ? y_of_row(at) : at.y + fy; });
  };
  for (int row = 0; row < rows; ++row) {
    add_one(row, fmt::format("seems to stay at the source's row {}", row),
            [row](const Point&) { return row; });
    for (int other = 0; other < rows; ++other)
      if (other != row)
        add_one(row, fmt::format("seems to hold what row {} does", other),
                [other](const Point& at) { return at.y + other; });
  }
  for (int begin = 0; begin < rows; ++begin)
    for (int end = begin; end < rows; ++end)
      for (const bool has_new : {true, false}) {
        const KeptRows kept{begin, end, has_new};
        if (kept.are_right(rows) || (begin == end && begin > 0)) continue;
        add(describe(kept, rows), [kept, rows](const Point& at, int fy) {
          const std::optional<int> last = kept.last_of(fy, rows);
          return last ? std::min(at.y + fy, *last) : at.y + fy;
        });
      }
}

// All of R, then all of G, and so on.
void add_planes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back(
      {{cause::planes,
        "the source seems to be read as planes: all of R first, then all of G, and so on",
        fmt::format("the {} channels of a pixel lie side by side: ", number_of_channels(data)) +
            value_number(data, "row * imgWidthF + column")},
       with_pixels(data, [&data](const Point& at, int fy, int fx) {
         const std::ptrdiff_t width = data.extended_width(), height = data.extended_height();
         return source_value(data, (at.channel * height + at.y + fy) * width + at.x + fx);
       })});
}

// Four bytes of a word are taken for four columns of the window, as __dp4a has them.
void add_neighbouring_bytes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back(
      {{cause::wrong_pixel_stride,
        fmt::format("the window's columns seem to be taken 1 byte apart, and they are {}",
                    data.channels),
        "the next column is the next pixel: + fx * CHANNELS. Neighbouring bytes are R, G and B of "
        "one pixel: for __dp4a, sort those of one channel together (__byte_perm)"},
       with_pixels(data, [&data](const Point& at, int fy, int fx) {
         return source_value(data, source_index(data, at.x, at.y + fy, at.channel) + fx);
       })});
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
      {{cause::border_replicated, "at the edges, the outermost pixels seem to be repeated",
        next_step},
       [](int i, int n) { return std::clamp(i, 0, n - 1); }},
      {{cause::border_mirrored, "at the edges, the image seems to be mirrored", next_step},
       [](int i, int n) {
         const int reflected = i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i;
         return std::clamp(reflected, 0, n - 1);
       }},
      {{cause::border_mirrored, "at the edges, the image seems to be mirrored", next_step},
       [](int i, int n) {
         const int reflected = i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i;
         return std::clamp(reflected, 0, n - 1);
       }},
      {{cause::border_wrapped, "at the edges, the window seems to continue at the other side",
        next_step},
       [](int i, int n) { return ((i % n) + n) % n; }},
  };
  return rules;
}

void add_borders(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  for (const BorderRule& rule : border_rules()) {
    mistakes.push_back(
        {rule.explanation,
         with_pixels(data, [&data, inside = rule.inside](const Point& at, int fy, int fx) {
           const int x = inside(at.x + fx - data.radius(), data.width) + data.radius();
           const int y = inside(at.y + fy - data.radius(), data.height) + data.radius();
           return source_value(data, source_index(data, x, y, at.channel));
         })});
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
        reversed ? cause::channels_reversed : cause::channels_swapped,
        fmt::format("{} come out in the order {}", channel_order(data), order),
        fmt::format("channel c of the result comes from channel c of the source{}",
                    data.integers ? "" : "; _mm_set_ps takes the highest lane first")};
    mistakes.push_back({explanation, [from, &data](const Point& at) {
                          return window_sum(data, {at.x, at.y, from[at.channel]});
                        }});
  }
  for (int c = 0; c < data.channels; ++c) {
    mistakes.push_back(
        {{cause::channels_equal,
          fmt::format("all {} channels hold the result of {}", number_of_channels(data), "RGBA"[c]),
          "channel c of the result comes from channel c of the source: " +
              value_number(data, "row * imgWidthF + column")},
         [c, &data](const Point& at) {
           return window_sum(data, {at.x, at.y, c});
         }});
  }
}

void add_signed_bytes(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  mistakes.push_back({{cause::signed_source, "the source's bytes seem to be taken as signed",
                       "pixels are unsigned char: as a char, 200 is -56; __dp4a of two ints takes "
                       "both as signed, and PTX has dp4a.u32.s32"},
                      with_pixels(data, [&data](const Point& at, int fy, int fx) {
                        const double value = *right_pixel(data, at)(fy, fx);
                        return value < 128 ? value : value - 256;
                      })});
}

// --- Numbers of pixels in 16 bits ---

void add_narrow_indices(const ConvolutionData& data, std::vector<Mistake>& mistakes) {
  const std::ptrdiff_t width = data.extended_width();
  if (width * data.extended_height() <= numbers_in_16_bits) return;
  const Explanation explanation = explain_narrow_index("the source");
  // Of the window's first pixel, of each of its pixels, of each value.
  mistakes.push_back(
      {explanation, with_pixels(data, [&data, width](const Point& at, int fy, int fx) {
         const std::ptrdiff_t first = (at.y + fy) * width + at.x;
         return source_value(data, (first % numbers_in_16_bits + fx) * data.channels + at.channel);
       })});
  mistakes.push_back(
      {explanation, with_pixels(data, [&data, width](const Point& at, int fy, int fx) {
         const std::ptrdiff_t pixel = (at.y + fy) * width + at.x + fx;
         return source_value(data, pixel % numbers_in_16_bits * data.channels + at.channel);
       })});
  mistakes.push_back({explanation, with_pixels(data, [&data](const Point& at, int fy, int fx) {
                        return source_value(data,
                                            source_index(data, at.x + fx, at.y + fy, at.channel) %
                                                numbers_in_16_bits);
                      })});
}

}  // namespace

std::vector<Mistake> source_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  add_layouts(data, mistakes);
  add_window_rows(data, mistakes);
  add_planes(data, mistakes);
  add_shifts(data, mistakes);
  add_borders(data, mistakes);
  add_channel_mistakes(data, mistakes);
  add_narrow_indices(data, mistakes);
  if (data.integers) {
    add_signed_bytes(data, mistakes);
    add_neighbouring_bytes(data, mistakes);
  }
  mistakes.push_back(
      {{cause::copies_input, "the result is the source itself, not filtered",
        fmt::format("add up the {} products of the window and store the sum", data.taps())},
       [&data](const Point& at) {
         return source_value(
             data, source_index(data, at.x + data.radius(), at.y + data.radius(), at.channel));
       }});
  return mistakes;
}

}  // namespace warplab
