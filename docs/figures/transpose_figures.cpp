// Chapter 11: the sectors that a warp's load touches, the place of a tile after a transpose, and
// the banks of its columns.
#include <fmt/format.h>

#include <set>
#include <string>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr int lanes = 32;
constexpr int sector = 32;  // bytes

// One load of a warp: lane k loads `width` bytes at first + k * stride.
struct Load {
  std::string what;
  int first, stride, width;
};

void draw_load(Canvas& canvas, double y, const Load& load) {
  const double left = 30, size = 0.98, height = 20;  // of a byte, of a strip
  constexpr int sectors = 17;
  std::set<int> touched;
  for (int lane = 0; lane < lanes; ++lane)
    for (int byte = 0; byte < load.width; ++byte)
      touched.insert((load.first + lane * load.stride + byte) / sector);
  canvas.text(left, y - 6, load.what, {.size = 13});
  for (int i = 0; i < sectors; ++i)
    canvas.fill_rectangle(left + i * sector * size, y, sector * size, height,
                          touched.contains(i) ? image_light : white);
  for (int lane = 0; lane < lanes; ++lane)
    canvas.fill_rectangle(left + (load.first + lane * load.stride) * size, y + 4,
                          load.width * size - 0.4, height - 8, blue);
  for (int i = 0; i < sectors; ++i)
    canvas.stroke_rectangle(left + i * sector * size, y, sector * size, height, {.width = 1});
  const int used = 100 * lanes * load.width / (static_cast<int>(touched.size()) * sector);
  canvas.text(left + sectors * sector * size + 10, y + 15,
              fmt::format("{} sectors, {} %", touched.size(), used),
              {.size = 13, .colour = used == 100 ? ink : orange});
}

// A matrix of whole tiles. One of them is marked, and in it the eighth that contains a row.
void draw_matrix(Canvas& canvas, double x, double y, int columns, int rows, int column, int row,
                 int eighth, Colour colour) {
  const double size = 40;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      canvas.cell(x + c * size, y + r * size, size, size,
                  r == row && c == column ? extension : white);
  canvas.fill_rectangle(x + column * size, y + row * size + eighth * size / 8, size, size / 8,
                        colour);
}

// A tile of 8x8 words and 8 banks, whose rows begin `pitch` words apart.
void draw_banks(Canvas& canvas, double x, double y, int pitch, const std::string& title) {
  constexpr int banks = 8;
  const double size = 27;
  canvas.text(x, y - 12, title, {.size = 14, .bold = true});
  for (int row = 0; row < banks; ++row)
    for (int column = 0; column < pitch; ++column) {
      const bool is_chosen = column == 2;
      canvas.cell(x + column * size, y + row * size, size, size,
                  is_chosen         ? orange_light
                  : column >= banks ? extension
                                    : white);
      canvas.text(x + (column + 0.5) * size, y + row * size + 18,
                  fmt::format("{}", (row * pitch + column) % banks),
                  {.size = 13,
                   .colour = is_chosen ? orange : muted,
                   .align = Align::centre,
                   .bold = is_chosen,
                   .mono = true});
    }
}

}  // namespace

void draw_coalescing(const Folder& folder) {
  const Load loads[] = {
      {"float, side by side", 0, 4, 4},
      {"float, one element further: a multiple of 4, not of 32", 4, 4, 4},
      {"float, every second one", 0, 8, 4},
      {"float, every fourth one: the x of a float4", 0, 16, 4},
      {"the x of a float3; y and z are requests of their own", 0, 12, 4},
      {"float2", 0, 8, 8},
      {"float4", 0, 16, 16},
  };
  Canvas canvas = Canvas::svg(folder, "coalescing.svg", figure_width, 372);
  canvas.text(30, 24,
              "one request of a warp: the bytes of its 32 lanes, and the sectors they are in",
              {.size = 14, .bold = true});
  double y = 58;
  for (const Load& load : loads) {
    draw_load(canvas, y, load);
    y += 44;
  }
  canvas.text(30, y + 2, "%: share of the bytes that come which this request asked for",
              {.size = 13, .colour = muted});
  canvas.finish();
}

void draw_transpose_tiles(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "transpose-tiles.svg", figure_width, 290);
  const double left = 20, top = 50, tile = 290, dst = 560, cell = 20;
  const int row = 2, column = 5;  // of the tile, eighths
  canvas.text(left, 28, "src", {.size = 14, .bold = true});
  draw_matrix(canvas, left, top, 5, 3, 3, 1, row, blue);
  canvas.text(left, top + 144, "a warp reads along a row of src", {.size = 13, .colour = blue});
  canvas.text(left, top + 162, "and fills a row of the tile", {.size = 13, .colour = blue});

  canvas.text(tile, 28, "tile, in shared memory", {.size = 14, .bold = true});
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c)
      canvas.cell(tile + c * cell, top + r * cell, cell, cell,
                  c == column ? orange_light
                  : r == row  ? image_light
                              : white);
  canvas.arrow(left + 168, top + 53, tile - 6, top + (row + 0.5) * cell, {.colour = blue});

  canvas.text(dst, 28, "dst", {.size = 14, .bold = true});
  draw_matrix(canvas, dst, top, 3, 5, 1, 3, column, orange);
  canvas.arrow(tile + (column + 0.5) * cell, top + 8 * cell + 4, dst + 34, top + 148,
               {.colour = orange});
  canvas.text(tile - 36, 252, "a warp takes a column of the tile", {.size = 13, .colour = orange});
  canvas.text(tile - 36, 270, "and writes along a row of dst", {.size = 13, .colour = orange});
  canvas.finish();
}

void draw_transpose_banks(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "transpose-banks.svg", figure_width, 308);
  draw_banks(canvas, 30, 48, 8, "rows of 8 words");
  draw_banks(canvas, 330, 48, 9, "rows of 9 words");
  canvas.text(30, 286, "column 2 is in bank 2: eight wavefronts", {.size = 13, .colour = orange});
  canvas.text(330, 286, "column 2 is in all eight banks: one wavefront",
              {.size = 13, .colour = orange});
  canvas.finish();
}

}  // namespace warplab::figures
