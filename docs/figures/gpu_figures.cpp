// Chapters 4 and 5: threads over an image, the sectors that a warp touches, a tile and its loading.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr int block = 16;  // threads of a block in x and y
constexpr int warp = 32;
constexpr int channels = 3;
constexpr int tile = 20;                   // pixels of a tile in x and y
constexpr int tile_row = tile * channels;  // bytes
constexpr int sector = 32;                 // bytes

// A line of a legend: a small cell, a text, and a paler text below it.
void legend_entry(Canvas& canvas, double x, double y, Colour fill, const std::string& first,
                  const std::string& second) {
  canvas.cell(x, y, 22, 22, fill);
  canvas.text(x + 32, y + 10, first, {.size = 13});
  canvas.text(x + 32, y + 28, second, {.size = 13, .colour = muted});
}

// The thin lines between cells that are drawn as one rectangle.
void grid_lines(Canvas& canvas, double x, double y, int columns, int rows, double size) {
  const LineStyle thin{.colour = muted, .width = 0.75};
  for (int column = 0; column <= columns; ++column)
    canvas.line(x + column * size, y, x + column * size, y + rows * size, thin);
  for (int row = 0; row <= rows; ++row)
    canvas.line(x, y + row * size, x + columns * size, y + row * size, thin);
}

// A row of the tile with one byte per thread, cut where one warp ends and the next begins.
void threads_of_row(Canvas& canvas, double left, double y, double size, double height, int row) {
  const Colour fills[] = {image_light, orange_light, green_light, violet_light};
  const Colour inks[] = {blue, orange, green, violet};
  for (int first = row * tile_row; first < (row + 1) * tile_row;) {
    const int number = first / warp;
    const int end = std::min((number + 1) * warp, (row + 1) * tile_row);
    const double x = left + first % tile_row * size;
    const double width = (end - first) * size;
    canvas.cell(x, y, width, height, fills[number % 4]);
    for (int byte = 1; byte < end - first; ++byte)
      canvas.line(x + byte * size, y + height - 4, x + byte * size, y + height,
                  {.colour = muted, .width = 0.75});
    const bool has_room = end - first > 10;
    if (has_room)
      canvas.text(x + width / 2, y + 16, fmt::format("warp {}", number),
                  {.size = 13, .colour = inks[number % 4], .align = Align::centre, .bold = true});
    first = end;
  }
}

}  // namespace

void draw_grid_of_blocks(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "grid-of-blocks.svg", figure_width, 386);
  const int width = 41, height = 27;  // pixels of the image
  const int columns = (width + block - 1) / block;
  const int rows = (height + block - 1) / block;
  const int chosen_x = 37, chosen_y = 19;
  const double left = 34;
  const double top = 56;
  const double size = 9;
  canvas.fill_rectangle(left, top, columns * block * size, rows * block * size, orange_light);
  canvas.fill_rectangle(left, top, width * size, height * size, image_light);
  canvas.fill_rectangle(left + block * size, top, block * size, warp / block * size, violet_light);
  canvas.fill_rectangle(left + chosen_x * size, top + chosen_y * size, size, size, green);
  grid_lines(canvas, left, top, columns * block, rows * block, size);
  const double side = block * size;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      canvas.stroke_rectangle(left + column * side, top + row * side, side, side, {.width = 2});
  canvas.text(left, top - 34, "blockIdx.x across, blockIdx.y down", {.size = 13, .mono = true});
  for (int column = 0; column < columns; ++column)
    canvas.text(left + (column + 0.5) * side, top - 10, fmt::format("{}", column),
                {.size = 13, .align = Align::centre, .mono = true});
  for (int row = 0; row < rows; ++row)
    canvas.text(left - 14, top + (row + 0.5) * side + 5, fmt::format("{}", row),
                {.size = 13, .align = Align::centre, .mono = true});

  const double notes = left + columns * side + 26;
  legend_entry(canvas, notes, top, image_light, fmt::format("{} x {} pixels", width, height),
               "a thread for each");
  legend_entry(canvas, notes, top + 54, orange_light, "threads without a pixel",
               "they must not store");
  legend_entry(canvas, notes, top + 108, violet_light, "a warp: 32 threads", "two rows of a block");
  legend_entry(canvas, notes, top + 162, green, "block (2, 1), thread (5, 3)",
               fmt::format("x = 2 * 16 + 5 = {}", chosen_x));
  canvas.text(notes + 32, top + 208, fmt::format("y = 1 * 16 + 3 = {}", chosen_y),
              {.size = 13, .colour = muted});
  canvas.text(
      left, top + rows * side + 28,
      fmt::format("({} + 15) / 16 = {} blocks in a row, ({} + 15) / 16 = {} rows of them: "
                  "{} threads for {} pixels",
                  width, columns, height, rows, columns * rows * block * block, width * height),
      {.size = 13});
  canvas.finish();
}

void draw_sectors(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "sectors.svg", figure_width, 330);
  const double left = 30;
  const double size = 5;  // of a byte
  const int sectors_shown = 4;
  const int bytes_shown = sectors_shown * sector;
  const int row_bytes = 4996 * channels;
  int touched = 0;
  // One strip per row of pixels; the lanes' bytes begin at `first`.
  const auto strip = [&](double y, int lanes, int first, const std::string& label) {
    std::set<int> hit;
    for (int lane = 0; lane < lanes; ++lane) hit.insert((first + lane * channels) / sector);
    touched += static_cast<int>(hit.size());
    canvas.text(left, y - 10, label, {.size = 13});
    for (int i = 0; i < sectors_shown; ++i)
      canvas.fill_rectangle(left + i * sector * size, y, sector * size, 26,
                            hit.contains(i) ? image_light : white);
    for (int lane = 0; lane < lanes; ++lane)
      canvas.fill_rectangle(left + (first + lane * channels) * size, y + 4, size, 18, blue);
    for (int i = 0; i < sectors_shown; ++i)
      canvas.stroke_rectangle(left + i * sector * size, y, sector * size, 26, {.width = 1.5});
  };
  const int first = 13;
  const double width = bytes_shown * size;
  canvas.text(left, 24, "one warp of a 16x16 block loads the R of its 32 pixels",
              {.size = 14, .bold = true});
  strip(62, block, first, "row y: lanes 0 to 15, 3 bytes apart");
  strip(122, block, (first + row_bytes) % sector,
        fmt::format("row y + 1, {} bytes further on: lanes 16 to 31", row_bytes));
  canvas.text(left + width, 168, fmt::format("{} sectors for 32 bytes", touched),
              {.size = 13, .colour = orange, .align = Align::right, .bold = true});
  touched = 0;
  canvas.text(left, 204, "one warp of a 32x8 block", {.size = 14, .bold = true});
  strip(242, warp, first, "row y: lanes 0 to 31");
  canvas.text(left + width, 288, fmt::format("{} sectors for 32 bytes", touched),
              {.size = 13, .colour = orange, .align = Align::right, .bold = true});
  canvas.cell(left, 302, 18, 18, image_light);
  canvas.text(left + 26, 316, "a sector of 32 bytes that the request touches", {.size = 13});
  canvas.fill_rectangle(left + 360, 302, size, 18, blue);
  canvas.text(left + 374, 316, "a byte that a lane asks for", {.size = 13});
  canvas.finish();
}

void draw_tile_with_halo(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "tile-with-halo.svg", figure_width, 390);
  const int radius = 2, window = 5;
  const double left = 34;
  const double top = 54;
  const double size = 15;
  const double inner = radius * size;  // from the tile's edge to the results
  canvas.fill_rectangle(left, top, tile * size, tile * size, green_light);
  canvas.fill_rectangle(left + inner, top + inner, block * size, block * size, image_light);
  canvas.fill_rectangle(left + inner, top + inner, size, size, blue);
  const double last = inner + (block - 1) * size;
  canvas.fill_rectangle(left + last, top + last, size, size, orange);
  grid_lines(canvas, left, top, tile, tile, size);
  const double far = (tile - window) * size;
  canvas.stroke_rectangle(left + 1, top + 1, window * size - 1, window * size - 1,
                          {.colour = blue, .width = 3, .dashed = true});
  canvas.stroke_rectangle(left + far, top + far, window * size - 1, window * size - 1,
                          {.colour = orange, .width = 3, .dashed = true});
  canvas.dimension(left, top - 18, left + tile * size, top - 18, "16 + 4 = 20 pixels");

  const double notes = left + tile * size + 28;
  legend_entry(canvas, notes, top, image_light, "where the block's 256 results lie",
               "a pixel of the tile below each");
  legend_entry(canvas, notes, top + 54, green_light, "halo: 2 pixels on every side",
               "neighbouring blocks load them too");
  legend_entry(canvas, notes, top + 108, blue, "thread (0, 0) and its window",
               "tile rows 0..4, columns 0..4");
  legend_entry(canvas, notes, top + 162, orange, "thread (15, 15) and its window",
               "tile rows 15..19, columns 15..19");
  canvas.text(notes, top + 228, "pixels that the threads ask for:", {.size = 13});
  canvas.text(notes, top + 250, "256 threads * 25 = 6400", {.size = 13, .mono = true});
  canvas.text(notes, top + 278, "pixels of the tile:", {.size = 13});
  canvas.text(notes, top + 300, "20 * 20 = 400", {.size = 13, .mono = true});
  canvas.text(left, top + tile * size + 26,
              "As bytes: 20 rows of 60. The tile begins at row 16 * blockIdx.y, column "
              "16 * blockIdx.x of the source.",
              {.size = 13});
  canvas.finish();
}

void draw_tile_loading(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "tile-loading.svg", figure_width, 376);
  const int rows_at_once = block * block / tile_row;
  const double left = 62;
  const double top = 54;
  const double size = 10;
  const double height = 28;
  canvas.text(left, 22, "round 1: threads 0 to 239, one byte each", {.size = 14, .bold = true});
  for (int column = 0; column <= tile_row; column += 10)
    canvas.text(left + column * size, top - 8, fmt::format("{}", column),
                {.size = 12, .colour = muted, .align = Align::centre, .mono = true});
  for (int row = 0; row < rows_at_once; ++row)
    threads_of_row(canvas, left, top + row * height, size, height - 5, row);
  for (int row = 0; row < rows_at_once; ++row)
    canvas.text(left - 10, top + row * height + 17, fmt::format("row {}", row),
                {.size = 12, .colour = muted, .align = Align::right});

  // The other rounds, as bands of four rows.
  const double below = top + rows_at_once * height + 8;
  const double band = 30;
  const int rounds = tile / rows_at_once;
  for (int round = 1; round < rounds; ++round) {
    const double y = below + (round - 1) * (band + 4);
    canvas.cell(left, y, tile_row * size, band, white);
    for (int row = 1; row < rows_at_once; ++row)
      canvas.line(left, y + row * band / rows_at_once, left + tile_row * size,
                  y + row * band / rows_at_once, {.colour = extension, .width = 1});
    const std::string text = fmt::format("round {}: the same threads, rows {} to {}", round + 1,
                                         round * rows_at_once, (round + 1) * rows_at_once - 1);
    const TextStyle style{.size = 13, .align = Align::centre};
    const double room = canvas.text_width(text, style) + 12;
    canvas.fill_rectangle(left + (tile_row * size - room) / 2, y + 5, room, band - 10, white);
    canvas.text(left + tile_row * size / 2, y + 20, text, style);
    canvas.text(left - 10, y + 20,
                fmt::format("{}-{}", round * rows_at_once, (round + 1) * rows_at_once - 1),
                {.size = 12, .colour = muted, .align = Align::right});
  }
  const double notes = below + (rounds - 1) * (band + 4) + 26;
  canvas.text(left, notes, "thread = threadIdx.y * 16 + threadIdx.x", {.size = 13, .mono = true});
  canvas.text(left, notes + 22, "row = thread / 60, column = thread % 60",
              {.size = 13, .mono = true});
  canvas.text(left + 350, notes + 22, "threads 240 to 255 load nothing",
              {.size = 12, .colour = muted});
  canvas.finish();
}

}  // namespace warplab::figures
