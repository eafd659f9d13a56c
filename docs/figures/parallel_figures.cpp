// Chapters 2 and 3: which loop is divided among threads, the contents of a register, rows in
// registers, and the roofline.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr Colour thread_fill[] = {image_light, orange_light, green_light, violet_light};
constexpr Colour thread_ink[] = {blue, orange, green, violet};
constexpr int threads = 4;

// The five rows of one pixel's window are divided among threads, and the partial sums added up.
void window_rows(Canvas& canvas, double left, double top) {
  const double size = 26;
  const int owner[] = {0, 0, 1, 2, 3};  // OpenMP's static schedule of 5 rows for 4 threads
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 5; ++column) {
      canvas.cell(left + column * size, top + row * size, size, size, thread_fill[owner[row]]);
    }
    canvas.fill_rectangle(left + 1.5 * size, top + (row + 0.2) * size, 2 * size, 0.6 * size,
                          thread_fill[owner[row]]);
    canvas.text(left + 2.5 * size, top + (row + 0.5) * size + 5,
                fmt::format("thread {}", owner[row]),
                {.size = 12, .colour = thread_ink[owner[row]], .align = Align::centre});
    canvas.arrow(left + 5 * size + 3, top + (row + 0.5) * size, left + 5 * size + 36,
                 top + 2.5 * size + (row - 2) * 5, {.colour = thread_ink[owner[row]]});
  }
  canvas.text(left + 5 * size + 42, top + 2.5 * size + 6, "+", {.size = 22, .bold = true});
}

// Speed over operations per byte, both axes logarithmic.
struct LogPlot {
  struct Frame {
    double left, right, top, bottom;
  };
  static constexpr Frame frame = {90, 650, 50, 330};
  static constexpr int x_low = -3, x_high = 5;     // log2 of operations per byte
  static constexpr double y_low = -3, y_high = 4;  // log2 of speed, the scalar roof = 0

  double x_of(double log) const {
    return frame.left + (log - x_low) / (x_high - x_low) * (frame.right - frame.left);
  }
  double y_of(double log) const {
    return frame.bottom - (log - y_low) / (y_high - y_low) * (frame.bottom - frame.top);
  }
  void draw_ticks(Canvas& canvas) const {
    for (int log = x_low; log <= x_high; ++log) {
      canvas.line(x_of(log), frame.top, x_of(log), frame.bottom, {.colour = extension, .width = 1});
      const std::string tick =
          log < 0 ? fmt::format("1/{}", 1 << -log) : fmt::format("{}", 1 << log);
      canvas.text(x_of(log), frame.bottom + 20, tick,
                  {.size = 13, .colour = muted, .align = Align::centre});
    }
  }
};

}  // namespace

void draw_openmp_loops(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "openmp-loops.svg", figure_width, 350);
  const double top = 62;
  const double side = 192;
  const double lefts[] = {20, 254, 488};
  const char* titles[] = {"rows of the image", "pixels of a row", "rows of the window"};
  const char* files[] = {"outer_loop.c", "inner_loop.c", "window_loop.c"};
  const char* regions[] = {"1 parallel region", "1 parallel region per row",
                           "1 parallel region per value"};
  for (int panel = 0; panel < 3; ++panel) {
    const double centre = lefts[panel] + side / 2;
    canvas.text(centre, 24, titles[panel], {.size = 15, .align = Align::centre, .bold = true});
    canvas.text(centre, 46, files[panel],
                {.size = 13, .colour = muted, .align = Align::centre, .mono = true});
    canvas.text(centre, top + side + 28, regions[panel], {.size = 13, .align = Align::centre});
  }

  // Rows: each thread has a band of the image.
  for (int thread = 0; thread < threads; ++thread) {
    canvas.cell(lefts[0], top + thread * side / threads, side, side / threads, thread_fill[thread]);
    canvas.text(lefts[0] + side / 2, top + (thread + 0.5) * side / threads + 5,
                fmt::format("thread {}", thread),
                {.size = 13, .colour = thread_ink[thread], .align = Align::centre});
  }

  // Pixels: each row is cut into four pieces, and the team meets at its end.
  const int rows = 8;
  for (int row = 0; row < rows; ++row) {
    for (int thread = 0; thread < threads; ++thread) {
      const double y = top + row * side / rows;
      canvas.cell(lefts[1] + thread * side / threads, y, side / threads, side / rows - 4,
                  thread_fill[thread]);
      canvas.text(lefts[1] + (thread + 0.5) * side / threads, y + 15, fmt::format("{}", thread),
                  {.size = 12, .colour = thread_ink[thread], .align = Align::centre});
    }
    if (row + 1 < rows) {
      const double y = top + (row + 1) * side / rows - 2;
      canvas.line(lefts[1], y, lefts[1] + side, y, {.colour = ink, .width = 1.5});
    }
  }

  window_rows(canvas, lefts[2] + 2, top + 22);
  canvas.text(lefts[2] + side / 2, top + side - 6, "one output value",
              {.size = 13, .colour = muted, .align = Align::centre});

  canvas.text(20, 326,
              "Regions opened in one 4992x3744 image. At each thick line, and at each +, all "
              "threads wait for the last.",
              {.size = 12, .colour = muted});
  canvas.finish();
}

void draw_sse_register(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "sse-register.svg", figure_width, 380);
  const char* names[] = {"R", "G", "B", "A"};
  const double left = 190;
  const double size = 74;
  const auto row = [&](double y, const char* label, Colour fill, const char* const values[4]) {
    canvas.text(left - 16, y + 24, label, {.size = 13, .align = Align::right, .mono = true});
    for (int lane = 0; lane < 4; ++lane) {
      canvas.cell(left + lane * size, y, size, 36, fill);
      canvas.text(left + (lane + 0.5) * size, y + 24, values[lane],
                  {.size = 14, .align = Align::centre});
    }
    canvas.stroke_rectangle(left, y, 4 * size, 36, {.width = 2});
  };
  for (int lane = 0; lane < 4; ++lane) {
    canvas.text(left + (lane + 0.5) * size, 24, fmt::format("lane {}", lane),
                {.size = 13, .colour = muted, .align = Align::centre});
  }
  const double note = left + 4 * size + 18;
  const char* coefficient[] = {"h", "h", "h", "h"};
  const char* products[] = {"h\u00b7R", "h\u00b7G", "h\u00b7B", "h\u00b7A"};
  const char* sums[] = {"\u03a3 R", "\u03a3 G", "\u03a3 B", "\u03a3 A"};
  const char* clamped[] = {"0..255", "0..255", "0..255", "0..255"};
  row(36, "_mm_load_ps", image_light, names);
  canvas.text(note, 60, "one pixel, 16 bytes", {.size = 13, .colour = muted});
  row(104, "_mm_set1_ps", orange_light, coefficient);
  canvas.text(note, 128, "one coefficient, four times", {.size = 13, .colour = muted});
  canvas.text(left + 2 * size, 94, "\u00d7", {.size = 20, .align = Align::centre, .bold = true});
  canvas.arrow(left + 2 * size, 144, left + 2 * size, 168, {.width = 2});
  row(172, "_mm_mul_ps", green_light, products);
  canvas.text(note, 196, "4 products at once", {.size = 13, .colour = muted});
  canvas.arrow(left + 2 * size, 212, left + 2 * size, 236, {.width = 2});
  row(240, "_mm_add_ps", violet_light, sums);
  canvas.text(note, 256, "added to the sum that the", {.size = 13, .colour = muted});
  canvas.text(note, 274, "other 24 pixels go into", {.size = 13, .colour = muted});
  canvas.arrow(left + 2 * size, 280, left + 2 * size, 304, {.width = 2});
  row(308, "min, then max", image_light, clamped);
  canvas.text(note, 324, "once per pixel, then", {.size = 13, .colour = muted});
  canvas.text(note, 342, "_mm_store_ps", {.size = 13, .colour = muted, .mono = true});
  canvas.text(left + 2 * size, 368, "Lanes never mix, and colour components never do either.",
              {.size = 13, .align = Align::centre});
  canvas.finish();
}

void draw_row_blocking(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "row-blocking.svg", figure_width, 320);
  const double top = 56;
  const double height = 38;
  const double left = 120;
  const double width = 170;
  canvas.text(left + width / 2, 28, "source rows",
              {.size = 15, .align = Align::centre, .bold = true});
  for (int row = 0; row < 5; ++row) {
    const bool current = row == 4;
    canvas.cell(left, top + row * height, width, height - 6, current ? orange_light : image_light);
    canvas.text(left - 12, top + row * height + 21,
                current ? std::string("r") : fmt::format("r \u2212 {}", 4 - row),
                {.size = 13, .align = Align::right});
  }
  canvas.stroke_rectangle(left, top + 4 * height, width, height - 6,
                          {.colour = orange, .width = 2.5});
  canvas.text(left + width / 2, top + 4 * height + 21, "loaded now, once",
              {.size = 13, .align = Align::centre});

  const double right = 450;
  canvas.text(right + width / 2, 28, "five sums, in registers",
              {.size = 15, .align = Align::centre, .bold = true});
  for (int row = 0; row < 5; ++row) {
    const double y = top + row * height;
    canvas.cell(right, y, width, height - 6, row == 0 ? green_light : violet_light);
    canvas.text(right + width / 2, y + 21,
                row == 0 ? std::string("output r \u2212 4, complete")
                         : (row == 4 ? std::string("output r, begun")
                                     : fmt::format("output r \u2212 {}", 4 - row)),
                {.size = 13, .align = Align::centre});
    const double y0 = top + 4 * height + 16;
    canvas.arrow(left + width + 6, y0, right - 8, y + 16, {.colour = orange, .width = 1.8});
    // The label is on the arrow, near its head, where the arrows are apart.
    const double t = 0.66;
    const double x = left + width + 6 + t * (right - 8 - left - width - 6);
    const double label_y = y0 + t * (y + 16 - y0);
    canvas.fill_rectangle(x - 24, label_y - 9, 48, 18, white);
    canvas.text(x, label_y + 5, fmt::format("fy = {}", 4 - row),
                {.size = 13, .align = Align::centre});
  }
  const double below = top + 5 * height + 28;
  const double text = 60;
  canvas.text(text, below,
              "Source row r lies in the windows of five output rows. Load it once and "
              "add it to all five sums.",
              {.size = 13});
  canvas.text(text, below + 22,
              "The sum for output row r \u2212 4 is then complete: clamp it, store "
              "it, and begin one for row r + 1.",
              {.size = 13});
  canvas.finish();
}

void draw_roofline(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "roofline.svg", figure_width, 420);
  // The roofs are a sketch in relative units: the ridge of the scalar roof is at 1 operation per
  // byte, and vectors of 4 and of 8 floats raise the roof by factors of 4 and 8.
  const LogPlot plot;
  const auto [left, right, top, bottom] = plot.frame;
  const auto x_of = [&](double log) { return plot.x_of(log); };
  const auto y_of = [&](double log) { return plot.y_of(log); };
  plot.draw_ticks(canvas);
  const struct {
    double log;
    const char* label;
    Colour colour;
  } roofs[] = {
      {0, "one float at a time", blue}, {2, "SSE: 4 floats", violet}, {3, "AVX: 8 floats", green}};
  canvas.line(x_of(-3), y_of(-3), x_of(3), y_of(3), {.colour = ink, .width = 3});
  for (const auto& roof : roofs) {
    canvas.line(x_of(roof.log), y_of(roof.log), right, y_of(roof.log),
                {.colour = roof.colour, .width = 3});
    canvas.text(right, y_of(roof.log) - 8, roof.label,
                {.size = 13, .colour = roof.colour, .align = Align::right, .bold = true});
  }
  canvas.text(x_of(-2.9), y_of(-0.55), "memory roof:", {.size = 13, .bold = true});
  canvas.text(x_of(-2.9), y_of(-0.55) + 18, "bytes per second", {.size = 13});

  // 50 operations per float, or 10 with box sums; 16 bytes in and 16 bytes out per pixel.
  const double all = std::log2(200.0 / 32.0);
  const double box = std::log2(40.0 / 32.0);
  const struct {
    double log;
    const char* label;
  } counts[] = {{box, "box sums: 40 / 32"}, {all, "25 products: 200 / 32"}};
  for (const auto& count : counts) {
    canvas.line(x_of(count.log), y_of(-3), x_of(count.log), y_of(std::min(count.log, 3.0)),
                {.colour = orange, .width = 2, .dashed = true});
  }
  for (const auto& roof : roofs) {
    canvas.disc(x_of(all), y_of(std::min(roof.log, all)), 5.5, orange);
  }
  canvas.disc(x_of(box), y_of(box), 5.5, orange);
  canvas.text(x_of(all) + 8, y_of(-1.6), counts[1].label, {.size = 13, .colour = orange});
  canvas.text(x_of(box) + 8, y_of(-2.5), counts[0].label, {.size = 13, .colour = orange});
  canvas.line(left, bottom, right + 15, bottom);
  canvas.line(left, bottom, left, top - 10);
  canvas.text((left + right) / 2, bottom + 46, "operations for each byte moved (log scale)",
              {.align = Align::centre});
  canvas.text(left - 70, top - 22, "operations per second (log scale)");
  canvas.text(
      left, bottom + 76,
      "A sketch: the shape is right, the heights are not measured. A program cannot be above "
      "either roof.",
      {.size = 12, .colour = muted});
  canvas.finish();
}

}  // namespace warplab::figures
