// Chapter 10: which rows a warp keeps while it takes several iterations in one walk down its
// columns.
#include <fmt/format.h>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

void draw_heat_walk(const Folder& folder) {
  constexpr int rows = 11, iterations = 3, newest = 8;  // row `newest` has just been loaded
  constexpr double left = 150, top = 64, width = 118, height = 24, gap = 14;
  Canvas canvas = Canvas::svg(folder, "heat-walk.svg", figure_width, 390);
  canvas.text(20, 26, fmt::format("row {} has arrived: each iteration can do one row more", newest),
              {.size = 14, .bold = true});
  for (int n = 0; n <= iterations; ++n) {
    const double x = left + n * (width + gap);
    canvas.text(x + width / 2, top - 10,
                n == 0 ? std::string("as loaded") : fmt::format("after {}", n),
                {.size = 12, .colour = muted, .align = Align::centre});
    for (int row = 0; row < rows; ++row) {
      const int latest = newest - n;  // that this iteration has
      const bool is_new = row == latest;
      const bool is_kept = n < iterations && row < latest && row >= latest - 2;
      const bool is_written = n == iterations && row <= latest;
      const Colour fill = is_new       ? orange_light
                          : is_kept    ? image_light
                          : is_written ? green_light
                                       : white;
      canvas.cell(x, top + row * height, width, height, fill);
    }
  }
  for (int row = 0; row < rows; ++row)
    canvas.text(left - 12, top + (row + 0.7) * height, fmt::format("row {}", row),
                {.size = 12, .colour = muted, .align = Align::right});
  // The three rows that make the new one of the next iteration.
  for (int n = 0; n < iterations; ++n) {
    const double from = left + n * (width + gap) + width, to = from + gap;
    const double y = top + (newest - n - 1 + 0.5) * height;
    for (const int offset : {-1, 0, 1})
      canvas.line(from - 4, y + offset * height, to, y, {.colour = blue});
    canvas.disc(to, y, 3, blue);
  }
  const double legend = top + rows * height + 26;
  const auto entry = [&](double x, Colour fill, const std::string& text) {
    canvas.cell(x, legend - 12, 16, 16, fill);
    canvas.text(x + 24, legend + 1, text, {.size = 12});
  };
  entry(20, orange_light, "new in this step of the walk");
  entry(250, image_light, "kept in registers");
  entry(420, green_light, "written to the other plate");
  canvas.text(20, legend + 26,
              "Two rows an iteration are enough: the third has just come from the left.",
              {.size = 12, .colour = muted});
  canvas.finish();
}

}  // namespace warplab::figures
