// Chapter 1: the window, the border, the memory, and why results must be clamped.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr int window = 5;  // the filter window is window x window pixels
constexpr int radius = 2;

}  // namespace

void draw_coefficients(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "coefficients.svg", figure_width, 320);
  const double left = 90;
  const double top = 50;
  const double size = 48;
  for (int row = 0; row < window; ++row) {
    for (int column = 0; column < window; ++column) {
      const bool centre = row == radius && column == radius;
      const double x = left + column * size;
      const double y = top + row * size;
      canvas.cell(x, y, size, size, centre ? orange_light : image_light);
      canvas.text(x + size / 2, y + size / 2 + 6, centre ? "24" : "\u22121",
                  {.size = 17, .align = Align::centre, .bold = centre});
    }
    canvas.text(left - 14, top + row * size + size / 2 + 5, fmt::format("{}", row),
                {.colour = muted, .align = Align::right, .mono = true});
    canvas.text(left + row * size + size / 2, top - 12, fmt::format("{}", row),
                {.colour = muted, .align = Align::centre, .mono = true});
  }
  canvas.text(left + 2.5 * size, top - 32, "fx", {.align = Align::centre, .mono = true});
  canvas.text(left - 62, top + 2.5 * size + 5, "fy", {.mono = true});
  const double notes = left + 5 * size + 45;
  canvas.text(notes, top + 26, "filter[fy*5 + fx]", {.size = 16, .mono = true});
  canvas.text(notes, top + 66, "centre: filter[12] = 24", {.colour = orange});
  canvas.text(notes, top + 92, "all others: \u22121", {.colour = blue});
  canvas.text(notes, top + 136, "24 \u2212 24\u00b71 = 0, so a flat area");
  canvas.text(notes, top + 156, "becomes black. Only where");
  canvas.text(notes, top + 176, "brightness changes, at an");
  canvas.text(notes, top + 196, "edge, is something left.");
  canvas.finish();
}

void draw_top_left_corner(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "top-left-corner.svg", figure_width, 340);
  const double left = 40;
  const double top = 48;
  const double size = 38;
  const int columns = 9;
  const int rows = 7;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const bool outside = row < radius || column < radius;
      const bool written = row == radius && column == radius;
      canvas.cell(left + column * size, top + row * size, size, size,
                  written   ? orange
                  : outside ? extension
                            : image_light);
    }
  }
  canvas.stroke_rectangle(left, top, window * size, window * size, {.width = 3, .dashed = true});
  canvas.text(left, top - 12, "top left corner of the extended source",
              {.size = 13, .colour = muted});

  const double legend = left + columns * size + 36;
  const auto entry = [&](double y, Colour fill, const char* first, const char* second) {
    canvas.cell(legend, y, 26, 26, fill);
    canvas.text(legend + 40, y + 11, first, {.size = 13});
    canvas.text(legend + 40, y + 29, second, {.size = 13, .colour = muted});
  };
  entry(top, extension, "extension: black pixels", "around the photograph");
  entry(top + 62, image_light, "photograph", "its pixel (0, 0) is at (2, 2)");
  entry(top + 124, orange, "where output pixel (0, 0) lies", "over source pixel (2, 2)");
  canvas.stroke_rectangle(legend, top + 186, 26, 26, {.width = 3, .dashed = true});
  canvas.text(legend + 40, top + 197, "its window in the source:", {.size = 13});
  canvas.text(legend + 40, top + 215, "rows 0..4, columns 0..4", {.size = 13, .colour = muted});
  canvas.finish();
}

void draw_extended_source(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "extended-source.svg", figure_width, 350);
  const double border = 26;  // 2 pixels, much enlarged
  const double width = 220;
  const double height = 165;
  const double left = 70;
  const double top = 70;
  canvas.cell(left, top, width + 2 * border, height + 2 * border, extension);
  canvas.cell(left + border, top + border, width, height, image_light);
  canvas.dimension(left, top - 18, left + width + 2 * border, top - 18, "imgWidthF = 4992+4");
  canvas.text(left + border + width / 2, top + border + height / 2 - 6, "imgFloatSrc",
              {.align = Align::centre, .bold = true, .mono = true});
  canvas.text(left + border + width / 2, top + border + height / 2 + 16, "extended source, read",
              {.size = 13, .align = Align::centre});
  canvas.text(left + border + width / 2, top + border + height / 2 + 34, "imgHeightF = 3744+4 rows",
              {.size = 13, .align = Align::centre});
  // Offsets: from the extended corner to the photograph's corner.
  const double below = top + height + 2 * border;
  canvas.line(left, below + 4, left, below + 22, {.width = 1});
  canvas.line(left + border, top + border + height, left + border, below + 22,
              {.width = 1, .dashed = true});
  canvas.text(left, below + 40, "imgFOffsetW = 2 columns, imgFOffsetH = 2 rows", {.size = 13});
  canvas.arrow(left, below + 16, left + border, below + 16, {.width = 1.2});

  const double right = 430;
  canvas.cell(right, top + border, width, height, orange_light);
  canvas.dimension(right, top + border - 18, right + width, top + border - 18, "imgWidth = 4992");
  canvas.text(right + width / 2, top + border + height / 2 - 6, "imgFloatDst",
              {.align = Align::centre, .bold = true, .mono = true});
  canvas.text(right + width / 2, top + border + height / 2 + 16, "destination, written",
              {.size = 13, .align = Align::centre});
  canvas.text(right + width / 2, top + border + height / 2 + 34, "imgHeight = 3744 rows",
              {.size = 13, .align = Align::centre});
  canvas.arrow(left + width + 2 * border + 14, top + border + height / 2, right - 14,
               top + border + height / 2, {.width = 2});
  canvas.text((left + width + 2 * border + right) / 2, top + border + height / 2 - 12,
              "conv_filter", {.size = 11, .align = Align::centre, .mono = true});
  canvas.finish();
}

void draw_scan_order(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "scan-order.svg", figure_width, 350);
  const double left = 40;
  const double top = 60;
  const double size = 44;
  const int columns = 8;
  for (int row = 0; row < window; ++row) {
    for (int column = 0; column < columns; ++column) {
      const bool inside = column >= 1 && column <= window;
      canvas.cell(left + column * size, top + row * size, size, size, inside ? image_light : white);
    }
  }
  const double first = left + 1.5 * size;
  const double last = left + 5.5 * size;
  for (int row = 0; row < window; ++row) {
    const double y = top + (row + 0.5) * size;
    for (int column = 0; column < window; ++column) {
      canvas.disc(first + column * size, y, 3.5, blue);
    }
    canvas.arrow(first, y, last - 5, y, {.colour = blue, .width = 2.5});
    if (row + 1 < window) {
      canvas.arrow(last - 4, y + 6, first + 6, y + size - 7,
                   {.colour = orange, .width = 1.5, .dashed = true});
    }
  }
  canvas.disc(first, top + 0.5 * size, 7, green);
  canvas.stroke_rectangle(left + size, top, window * size, window * size,
                          {.width = 3, .dashed = true});
  canvas.text(left, top - 34, "part of five rows of the source", {.size = 13, .colour = muted});
  canvas.text(first, top - 10, "start", {.size = 13, .colour = green, .align = Align::centre});

  const double notes = left + columns * size + 30;
  canvas.text(notes, top + 20, "along the row", {.colour = blue, .bold = true});
  canvas.text(notes, top + 40, "next pixel: index + 1", {.size = 13});
  canvas.text(notes, top + 60, "in floats: + 4", {.size = 13});
  canvas.text(notes, top + 100, "to the next row", {.colour = orange, .bold = true});
  canvas.text(notes, top + 120, "from the row's first pixel:", {.size = 13});
  canvas.text(notes, top + 140, "index + imgWidthF", {.size = 13, .mono = true});
  canvas.text(notes, top + 166, "from just past its fifth:", {.size = 13});
  canvas.text(notes, top + 186, "index + imgWidthF - 5", {.size = 13, .mono = true});
  canvas.text(left, top + 5 * size + 34,
              "One addition per row. The multiplication y * imgWidthF is needed only once per row "
              "of pixels.",
              {.size = 13});
  canvas.finish();
}

void draw_memory_layout(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "memory-layout.svg", figure_width, 330);
  const double left = 30;
  const char* names[] = {"R", "G", "B", "A"};
  const Colour fills[] = {{0.98, 0.80, 0.80}, green_light, image_light, extension};

  // Three pixels, float by float.
  canvas.text(left, 24, "one row of pixels, float by float", {.size = 13, .colour = muted});
  const double size = 42;
  const double top = 38;
  for (int pixel = 0; pixel < 3; ++pixel) {
    for (int channel = 0; channel < 4; ++channel) {
      const double x = left + (pixel * 4 + channel) * size;
      canvas.cell(x, top, size, 36, fills[channel]);
      canvas.text(x + size / 2, top + 24, names[channel],
                  {.size = 15, .align = Align::centre, .bold = true});
      canvas.text(x + size / 2, top + 54, fmt::format("{}", pixel * 4 + channel),
                  {.size = 12, .colour = muted, .align = Align::centre, .mono = true});
    }
    canvas.stroke_rectangle(left + pixel * 4 * size, top, 4 * size, 36, {.width = 2.5});
    canvas.text(left + (pixel * 4 + 2) * size, top + 76, fmt::format("pixel {}: 16 bytes", pixel),
                {.size = 13, .align = Align::centre});
  }
  canvas.text(left + 12 * size + 14, top + 24, "...", {.size = 18});
  canvas.text(left + 12 * size + 14, top + 54, "float", {.size = 12, .colour = muted});

  // Rows one after another, a window in them.
  const double strip = 186;
  const double pixel = 8;
  const int pixels_a_row = 26;
  const int rows = 3;
  canvas.text(left, strip - 16,
              "rows lie one behind the other; a window is five short runs, one row apart",
              {.size = 13, .colour = muted});
  for (int row = 0; row < rows; ++row) {
    const double x = left + row * pixels_a_row * pixel;
    canvas.cell(x, strip, pixels_a_row * pixel, 34,
                row % 2 == 0 ? white : Colour{0.95, 0.96, 0.97});
    canvas.cell(x + 6 * pixel, strip, window * pixel, 34, orange_light);
    canvas.stroke_rectangle(x + 6 * pixel, strip, window * pixel, 34,
                            {.colour = orange, .width = 2});
    canvas.text(x + 19 * pixel, strip + 22, row == 0 ? "row y" : fmt::format("row y+{}", row),
                {.size = 13, .align = Align::centre});
  }
  canvas.text(left + rows * pixels_a_row * pixel + 6, strip + 22, "...", {.size = 18});
  const double from = left + 6 * pixel;
  const double to = from + pixels_a_row * pixel;
  canvas.line(from, strip + 38, from, strip + 66, {.width = 1});
  canvas.line(to, strip + 38, to, strip + 66, {.width = 1});
  canvas.dimension(from, strip + 58, to, strip + 58, "imgWidthF * 4");
  canvas.text(to + 12, strip + 63, "floats from one row of the window to the next", {.size = 13});
  canvas.text(left, strip + 108, "first float of pixel (y, x):", {.size = 14});
  canvas.text(left + 204, strip + 108, "(y * imgWidthF + x) * 4",
              {.size = 14, .bold = true, .mono = true});
  canvas.text(left + 428, strip + 108, "counted in the source", {.size = 14, .colour = muted});
  canvas.finish();
}

void draw_clamping(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "clamping.svg", figure_width, 350);
  // The plot: sums -512..768 along x, bytes 0..255 along y.
  const double left = 80;
  const double right = 660;
  const double top = 70;
  const double bottom = 270;
  const auto x_of = [&](double sum) { return left + (sum + 512) / 1280 * (right - left); };
  const auto y_of = [&](double byte) { return bottom - byte / 255 * (bottom - top); };
  for (const int sum : {-512, -256, 0, 256, 512, 768}) {
    canvas.line(x_of(sum), top, x_of(sum), bottom, {.colour = extension, .width = 1});
    canvas.text(x_of(sum), bottom + 22, fmt::format("{}{}", sum < 0 ? "\u2212" : "", std::abs(sum)),
                {.size = 13, .colour = muted, .align = Align::centre});
  }
  for (int start = -512; start < 768; start += 256) {
    canvas.line(x_of(start), y_of(0), x_of(start + 255), y_of(255),
                {.colour = orange, .width = 2, .dashed = true});
  }
  canvas.line(x_of(-512), y_of(0), x_of(0), y_of(0), {.colour = blue, .width = 4});
  canvas.line(x_of(0), y_of(0), x_of(255), y_of(255), {.colour = blue, .width = 4});
  canvas.line(x_of(255), y_of(255), x_of(768), y_of(255), {.colour = blue, .width = 4});
  canvas.line(left, bottom, right + 15, bottom);
  canvas.line(left, bottom, left, top - 10);
  canvas.text(left - 12, y_of(255) + 5, "255", {.size = 13, .align = Align::right});
  canvas.text(left - 12, y_of(0) + 5, "0", {.size = 13, .align = Align::right});
  canvas.text((left + right) / 2, bottom + 48, "sum over the window", {.align = Align::centre});
  canvas.text(left - 60, top - 38, "value in the picture");
  canvas.line(390, top - 43, 420, top - 43, {.colour = blue, .width = 4});
  canvas.text(430, top - 38, "clamped", {.colour = blue, .bold = true});
  canvas.line(510, top - 43, 540, top - 43, {.colour = orange, .width = 2, .dashed = true});
  canvas.text(550, top - 38, "low 8 bits only", {.colour = orange, .bold = true});
  for (const auto& [sum, byte] : {std::pair{300, 44}, std::pair{-10, 246}}) {
    canvas.line(x_of(sum), y_of(byte), x_of(sum), y_of(std::clamp(sum, 0, 255)),
                {.colour = muted, .width = 1.2});
    canvas.disc(x_of(sum), y_of(byte), 5, orange);
    canvas.disc(x_of(sum), y_of(std::clamp(sum, 0, 255)), 5, blue);
  }
  canvas.text(x_of(300) - 12, y_of(44) + 5, "300 \u2192 44",
              {.size = 13, .colour = orange, .align = Align::right});
  canvas.text(x_of(-10), y_of(246) - 14, "\u221210 \u2192 246",
              {.size = 13, .colour = orange, .align = Align::centre});
  canvas.finish();
}

}  // namespace warplab::figures
