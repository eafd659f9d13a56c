// Mistakes in the tiles that blocks of threads load into shared memory: see mistakes.h.
#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <utility>

#include "autograder/problems/convolution/blocks.h"
#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/mistakes.h"
#include "autograder/problems/convolution/window.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

constexpr BlockShape tiled_shapes[] = {{16, 16}, {32, 8}};

// A tile as it should be: the source from the block's first pixel, with radius() pixels more on
// each side.
struct Tile {
  const ConvolutionData& data;
  BlockShape block;

  int row_values() const { return (block.width + 2 * data.radius()) * data.channels; }
  int rows() const { return block.height + 2 * data.radius(); }
  // The block's number and the pixel's place in it.
  int block_x(const Point& at) const { return at.x / block.width; }
  int block_y(const Point& at) const { return at.y / block.height; }
  int in_x(const Point& at) const { return at.x % block.width; }
  int in_y(const Point& at) const { return at.y % block.height; }
  // Value `i` of row `row` of the right tile of the block of `at`. Outside the source it cannot be
  // said: loads are left out there, or bring 0, or what comes next in memory.
  std::optional<double> value(const Point& at, int row, int i) const {
    const int x = block_x(at) * block.width, y = block_y(at) * block.height + row;
    const bool inside = x * data.channels + i < static_cast<int>(data.source_stride());
    return inside ? source_value(data, source_index(data, x, y, 0) + i) : std::nullopt;
  }
};

// The sum over the window of `at`, where its value in row `row` of the tile, number `i` of that
// row, is cell(at, row, i).
template <typename Cell>
Predictor sum_over_tile(const Tile& tile, Cell cell) {
  return with_pixels(tile.data, [tile, cell](const Point& at, int fy, int fx) {
    return cell(tile, at, tile.in_y(at) + fy,
                (tile.in_x(at) + fx) * tile.data.channels + at.channel);
  });
}

// --- The layout in shared memory ---

void add_row_lengths(const Tile& tile, std::vector<Mistake>& mistakes) {
  const int right = tile.row_values();
  const int bare = tile.block.width * tile.data.channels;
  const int lengths[] = {right, bare, right + 4, right + 5, right + 20, 64, 128};
  for (const int stored : lengths) {
    for (const int read : lengths) {
      if (stored == read || stored < right) continue;
      mistakes.push_back(
          {{cause::wrong_tile_stride,
            fmt::format("the tile's rows seem to be stored {} values apart and read {} apart",
                        stored, read),
            "give the length of the tile's rows one name, and use it in both places"},
           // Padding that nobody wrote to is 0, as a rule.
           sum_over_tile(tile,
                         [stored, read](const Tile& t, const Point& at, int row,
                                        int i) -> std::optional<double> {
                           const int cell = row * read + i;
                           if (cell / stored >= t.rows()) return std::nullopt;
                           if (cell % stored >= t.row_values()) return 0;
                           return t.value(at, cell / stored, cell % stored);
                         })});
    }
  }
  for (const int pixel : {1, 2, 4}) {
    mistakes.push_back({{cause::wrong_tile_stride,
                         fmt::format("the tile's pixels seem to be read {} apart, and they are {}",
                                     counted(pixel, "1 value", "{} values"), tile.data.channels),
                         "channel c of column x of the tile is value 3 * x + c of its row"},
                        with_pixels(tile.data, [tile, pixel](const Point& at, int fy, int fx) {
                          return tile.value(at, tile.in_y(at) + fy,
                                            (tile.in_x(at) + fx) * pixel + at.channel);
                        })});
  }
}

// --- Where tiles come from ---

void add_origins(const Tile& tile, std::vector<Mistake>& mistakes) {
  const auto [width, height] = tile.block;
  constexpr int side = 16;  // of the blocks of the labs before
  const int channels = tile.data.channels;
  const int right_x = width * channels;
  for (const int y : {height, height + 2 * tile.data.radius(), width, side}) {
    for (const int x :
         {right_x, tile.row_values(), width, 4 * width, height * channels, side * channels}) {
      if (y == height && x == right_x) continue;
      const std::string apart =
          y == height    ? fmt::format("{} bytes apart along a row; right is {}", x, right_x)
          : x == right_x ? fmt::format("{} rows apart; right is {}", y, height)
                         : fmt::format("{} bytes and {} rows apart; right is {} and {}", x, y,
                                       right_x, height);
      const Explanation explanation = {
          cause::wrong_tile_origin, "blocks seem to take their tiles " + apart,
          "blocks are blockDim.x columns of 3 bytes and blockDim.y rows apart, however large "
          "their tiles are"};
      mistakes.push_back(
          {explanation, sum_over_tile(tile, [x, y](const Tile& t, const Point& at, int row, int i) {
             return source_value(t.data, source_index(t.data, 0, t.block_y(at) * y + row, 0) +
                                             t.block_x(at) * x + i);
           })});
      // Where nothing is loaded to the right of the source, what the tile has there cannot be said.
      mistakes.push_back(
          {explanation,
           sum_over_tile(
               tile,
               [x, y](const Tile& t, const Point& at, int row, int i) -> std::optional<double> {
                 const int column = t.block_x(at) * x + i;
                 if (column >= static_cast<int>(t.data.source_stride())) return std::nullopt;
                 return source_value(t.data,
                                     source_index(t.data, 0, t.block_y(at) * y + row, 0) + column);
               })});
    }
  }
}

// A tile is loaded some rows at a time, and each time the rows come from `step` rows further down.
void add_row_steps(const Tile& tile, std::vector<Mistake>& mistakes) {
  for (const int at_a_time : {1, 2, 4, 8}) {
    for (const int step : {0, 1, 2, 3, 4, 5, 6, 8, 16}) {
      if (step == at_a_time) continue;
      mistakes.push_back(
          {{cause::tile_rows_shifted,
            fmt::format("row {} of the tile seems to hold row {} of the source below the block's "
                        "first, row {} holds {}, and so on",
                        at_a_time, step, 2 * at_a_time, 2 * step),
            "row r of the tile holds row r below the block's first: use the same r for both"},
           sum_over_tile(tile, [at_a_time, step](const Tile& t, const Point& at, int row, int i) {
             return t.value(at, row / at_a_time * step + row % at_a_time, i);
           })});
    }
  }
}

// --- x and y swapped within blocks ---

void add_transposed_blocks(const ConvolutionData& data, const BlockShape& block,
                           std::vector<Mistake>& mistakes) {
  const Explanation explanation = {
      cause::block_transposed,
      fmt::format("x and y seem to be swapped inside every block of {}x{}", block.width,
                  block.height),
      "threadIdx.x is the column in the block and in the tile, threadIdx.y the row: "
      "tile[row][column]"};
  const auto swapped = [block](const Point& at) {
    const int first_x = at.x - at.x % block.width, first_y = at.y - at.y % block.height;
    return Point{first_x + at.y - first_y, first_y + at.x - first_x, at.channel};
  };
  mistakes.push_back({explanation, [&data, swapped](const Point& at) -> Prediction {
                        const Point from = swapped(at);
                        if (from.x >= data.width || from.y >= data.height) return std::nullopt;
                        return window_sum(data, from);
                      }});
  // The tile itself, its halo too. Beyond the source's right edge come black pixels or the next
  // row, beyond its end black.
  for (const bool black_on_the_right : {true, false}) {
    mistakes.push_back(
        {explanation,
         with_pixels(data, [&data, swapped, black_on_the_right](const Point& at, int fy, int fx) {
           const int x = swapped(at).x + fy, y = swapped(at).y + fx;
           if (black_on_the_right && x >= data.extended_width()) return 0.0;
           return source_value(data, source_index(data, x, y, at.channel)).value_or(0);
         })});
  }
}

}  // namespace

std::vector<Mistake> tile_mistakes(const ConvolutionData& data) {
  std::vector<Mistake> mistakes;
  for (const BlockShape& block : tiled_shapes) {
    const Tile tile = {data, block};
    add_row_lengths(tile, mistakes);
    add_origins(tile, mistakes);
    add_row_steps(tile, mistakes);
  }
  for (const int side : {16, 8, 32}) add_transposed_blocks(data, {side, side}, mistakes);
  return mistakes;
}

}  // namespace warplab
