// Explanations by blocks of threads, see blocks.h.
#include "autograder/problems/convolution/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/places.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

bool is_wrong(const ConvolutionData& data, const Survey& survey, int x, int y) {
  return survey.wrong_in_pixel[std::size_t(y) * data.width + x] != 0;
}

bool nothing_else_is_wrong(const Survey& survey) {
  return survey.unwritten.count == survey.wrong.count;
}

int blocks_for(int pixels, int threads) { return (pixels + threads - 1) / threads; }

std::string shape_name(const BlockShape& block) {
  return fmt::format("{}x{}", block.width, block.height);
}

// "the last column", "the first 3 rows".
std::string counted_lines(const char* which, int count, const char* line) {
  return count == 1 ? fmt::format("the {} {}", which, line)
                    : fmt::format("the {} {} {}s", which, count, line);
}

std::string joined(const std::string& one, const std::string& two) {
  return one.empty() ? two : two.empty() ? one : one + " and " + two;
}

// --- Blocks that are missing ---

// The part of the image at the top left that has no wrong pixel, where all other pixels are wrong.
struct Extent {
  int width = 0;
  int height = 0;
};

std::optional<Extent> find_right_extent(const ConvolutionData& data, const Survey& survey) {
  constexpr int probes = 4;  // rows and columns; a wrong pixel may have the right value by chance
  constexpr double share_of_wrong = 0.9;
  Extent right = {data.width, data.height};
  for (int x = 0; x < std::min(probes, data.width); ++x) {
    for (int y = 0; y < right.height; ++y) {
      if (is_wrong(data, survey, x, y)) right.height = y;
    }
  }
  for (int y = 0; y < std::min(probes, right.height); ++y) {
    for (int x = 0; x < right.width; ++x) {
      if (is_wrong(data, survey, x, y)) right.width = x;
    }
  }
  if (right.width == 0 || right.height == 0) return std::nullopt;
  double outside = 0, wrong_outside = 0;
  for (int y = 0; y < data.height; ++y) {
    for (int x = 0; x < data.width; ++x) {
      const bool wrong = is_wrong(data, survey, x, y);
      if (x < right.width && y < right.height) {
        if (wrong) return std::nullopt;
        continue;
      }
      ++outside;
      wrong_outside += wrong;
    }
  }
  if (wrong_outside < share_of_wrong * outside) return std::nullopt;
  return right;
}

constexpr const char* pixel_of_thread =
    "a thread's pixel is at blockIdx.x * blockDim.x + threadIdx.x, y likewise";

struct MissingBlocks {
  const ConvolutionData& data;
  Extent right;

  bool all_columns() const { return right.width == data.width; }
  bool all_rows() const { return right.height == data.height; }
  bool is(int columns, int rows) const {
    return right.width == std::min(columns, data.width) &&
           right.height == std::min(rows, data.height);
  }

  // The number of blocks is rounded down, in x, in y or both.
  bool is_rounded_down(const BlockShape& block) const {
    const int columns = data.width / block.width * block.width;
    const int rows = data.height / block.height * block.height;
    return columns > 0 && rows > 0 && (all_columns() || right.width == columns) &&
           (all_rows() || right.height == rows);
  }
  bool is_swapped(const BlockShape& block) const {
    return is(blocks_for(data.height, block.height) * block.width,
              blocks_for(data.width, block.width) * block.height);
  }
  // As many blocks as if each were twice as wide, or as high, as it is.
  bool is_halved(const BlockShape& block) const {
    const int columns = blocks_for(data.width, 2 * block.width) * block.width;
    const int rows = blocks_for(data.height, 2 * block.height) * block.height;
    return is(columns, data.height) || is(data.width, rows) || is(columns, rows);
  }
  bool is_one_block(const BlockShape& block) const {
    return is(block.width, block.height) || is(block.width, data.height) ||
           is(data.width, block.height);
  }
};

// What a grid of such blocks must look like for these pixels to be wrong, or never written; nothing
// where none would do. `where` says which they are.
std::optional<Explanation> explain_missing_block(const MissingBlocks& missing,
                                                 const BlockShape& block, bool unwritten,
                                                 const std::string& where) {
  if (missing.is_rounded_down(block) && !unwritten) {
    return Explanation{
        cause::tail_blocks_wrong,
        fmt::format("{}, which belong to blocks of {} that reach beyond the image", where,
                    shape_name(block)),
        "in such a block some threads have no pixel: they must not store, but they load their "
        "part of a tile and reach every barrier like the others"};
  }
  if (missing.is_rounded_down(block)) {
    return Explanation{
        cause::tail_blocks_missing,
        fmt::format("{}, where no whole block of {} fits: the grid seems to be rounded down", where,
                    shape_name(block)),
        "round the number of blocks up: (imgWidth + blockDim.x - 1) / blockDim.x, y likewise; "
        "then threads outside the image must not store"};
  }
  const bool swapped = missing.is_swapped(block), one_block = missing.is_one_block(block);
  if (swapped && !one_block) {
    return Explanation{
        cause::grid_swapped,
        fmt::format("{}: x and y of the grid, or of blockIdx, seem to be swapped{}", where,
                    missing.is_halved(block) ? ", or the grid is one for larger blocks" : ""),
        std::string("x counts columns: dim3 grid(blocks in a row, blocks in a column), both from "
                    "the block's own size; ") +
            pixel_of_thread};
  }
  if (one_block) {
    return Explanation{
        cause::blocks_missing,
        fmt::format("{}: only the first blocks of {} seem to count, in x or in y{}", where,
                    shape_name(block),
                    unwritten ? "" : ", or the others take their tiles from another place"),
        std::string(pixel_of_thread) +
            (unwritten ? "; the grid needs (imgWidth + blockDim.x - 1) / blockDim.x blocks in x, y "
                         "likewise"
                       : "; a block's tile begins at pixel blockIdx.x * blockDim.x of row "
                         "blockIdx.y * blockDim.y of the source")};
  }
  return std::nullopt;
}

std::optional<Explanation> explain_missing_blocks(const ConvolutionData& data,
                                                  const Survey& survey) {
  const auto right = find_right_extent(data, survey);
  if (!right) return std::nullopt;
  const MissingBlocks missing = {data, *right};
  const bool unwritten = nothing_else_is_wrong(survey);
  const int columns = data.width - right->width, rows = data.height - right->height;
  const std::string where =
      fmt::format("{}: {}", unwritten ? "never written" : "wrong",
                  joined(missing.all_columns() ? "" : counted_lines("last", columns, "column"),
                         missing.all_rows() ? "" : counted_lines("last", rows, "row")));
  const bool one_line = columns + rows == 1;
  if (right->height == 1 && rows > 1) {
    return Explanation{
        cause::one_row,
        fmt::format("{}: only the first row counts, as if y were 0 in every thread", where),
        "a plain number between <<< and >>> is a size in x alone, and (16, 16) is 16: write dim3 "
        "block(16, 16), dim3 "
        "grid(columns, rows) and <<<grid, block>>>; " +
            std::string(pixel_of_thread)};
  }
  for (const BlockShape& block : block_shapes) {
    if (one_line) break;  // more likely a condition on x or y that is off by one
    if (block.width * block.height < 32) continue;  // pixels that a thread takes, not a block
    if (auto found = explain_missing_block(missing, block, unwritten, where)) return found;
  }
  const bool is_column_guard = missing.all_rows() && right->width == data.height;
  if (is_column_guard || (missing.all_columns() && right->height == data.width)) {
    return Explanation{
        cause::guard_swapped,
        fmt::format("{}: as many as the image has {} are right", where,
                    is_column_guard ? "rows" : "columns"),
        "only threads with x < imgWidth and y < imgHeight store: is x compared with the width, and "
        "y with the height?"};
  }
  if (unwritten && columns == 1 && rows == 1) {
    return Explanation{cause::missing_last_column, where,
                       "x runs from 0 to imgWidth - 1, y from 0 to imgHeight - 1: check which "
                       "threads are switched off"};
  }
  return std::nullopt;
}

// --- Blocks that lie closer together, or further apart, than they are wide ---

// Pixels between the first ones of two blocks, in x and in y.
struct Distance {
  int x = 0, y = 0;
};

// Whether blocks along one side reach a pixel.
bool reaches(int pixel, int distance, int threads, int blocks) {
  const int last = (blocks - 1) * distance;
  return pixel >= last ? pixel < last + threads : pixel % distance < threads;
}

// Whether the pixels that are wrong are those that no block reaches.
bool explains(const Distance& distance, const LaunchShape& launch, const ConvolutionData& data,
              const Survey& survey) {
  const auto of = [](std::uint32_t count) { return static_cast<int>(count); };
  for (int y = 0; y < data.height; ++y) {
    const bool row = reaches(y, distance.y, of(launch.block[1]), of(launch.grid[1]));
    for (int x = 0; x < data.width; ++x) {
      const bool column = reaches(x, distance.x, of(launch.block[0]), of(launch.grid[0]));
      if (is_wrong(data, survey, x, y) == (row && column)) return false;
    }
  }
  return true;
}

// A number, or another block's size, where blockDim belongs. The only launch has a thread for each pixel.
std::optional<Explanation> explain_distance(const ConvolutionData& data, const Survey& survey,
                                            const LaunchShape& launch) {
  constexpr int most = 128;
  const Distance right = {static_cast<int>(launch.block[0]), static_cast<int>(launch.block[1])};
  const auto found = [&](const Distance& distance) -> std::optional<Explanation> {
    if (!explains(distance, launch, data, survey)) return std::nullopt;
    const bool in_x = distance.x != right.x, in_y = distance.y != right.y;
    const auto part = [](const char* side, int pixels, int threads) {
      return fmt::format("{} apart in {} and have {}", counted(pixels, "1 pixel", "{} pixels"),
                         side, counted(threads, "1 thread", "{} threads"));
    };
    return Explanation{
        cause::blocks_apart,
        fmt::format("blocks seem to lie {}: what no block reaches was never written",
                    joined(in_x ? part("x", distance.x, right.x) : "",
                           in_y ? part("y", distance.y, right.y) : "")),
        std::string(pixel_of_thread) + ": is there a number where blockDim belongs?"};
  };
  for (int distance = 1; distance <= most; ++distance)
    if (distance != right.x)
      if (auto explanation = found({distance, right.y})) return explanation;
  for (int distance = 1; distance <= most; ++distance)
    if (distance != right.y)
      if (auto explanation = found({right.x, distance})) return explanation;
  for (int distance = 1; distance <= most; ++distance)
    if (distance != right.x && distance != right.y)
      if (auto explanation = found({distance, distance})) return explanation;
  return std::nullopt;
}

bool has_a_thread_for_each_pixel(const LaunchShape& launch, const ConvolutionData& data) {
  const auto threads = [&](int side) {
    return std::uint64_t{launch.grid[side]} * launch.block[side];
  };
  return threads(0) >= static_cast<std::uint64_t>(data.width) &&
         threads(1) >= static_cast<std::uint64_t>(data.height);
}

// --- Parts of every block ---

// Threads of a block from column x0 to x1 - 1 and row y0 to y1 - 1.
struct Rectangle {
  int x0 = 0, x1 = 0;
  int y0 = 0, y1 = 0;
};

// All blocks of the image laid over each other.
struct Fold {
  BlockShape block;
  std::vector<std::size_t> wrong;   // pixels, of each thread of a block
  std::vector<std::size_t> pixels;  // all of them

  std::size_t sum(const std::vector<std::size_t>& counts, const Rectangle& area) const {
    std::size_t sum = 0;
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) sum += counts[std::size_t(y) * block.width + x];
    }
    return sum;
  }
};

Fold fold_blocks(const ConvolutionData& data, const Survey& survey, const BlockShape& block) {
  const std::size_t threads = std::size_t(block.width) * block.height;
  Fold fold = {block, std::vector<std::size_t>(threads), std::vector<std::size_t>(threads)};
  for (int y = 0; y < data.height; ++y) {
    for (int x = 0; x < data.width; ++x) {
      const std::size_t thread = std::size_t(y % block.height) * block.width + x % block.width;
      ++fold.pixels[thread];
      fold.wrong[thread] += is_wrong(data, survey, x, y);
    }
  }
  return fold;
}

// A part of every block that holds all wrong pixels: a rectangle, or all around one.
struct BlockPart {
  BlockShape block;
  Rectangle rectangle;
  bool is_around = false;
  std::size_t pixels = 0;  // of the part in the whole image
};

// The narrowest edges of blocks that hold all wrong pixels.
std::optional<BlockPart> find_edges(const Fold& fold, std::size_t all_pixels, int radius) {
  const int widest = 2 * radius;
  const auto [width, height] = fold.block;
  const int most_x = std::min(widest, width), most_y = std::min(widest, height);
  std::optional<BlockPart> best;
  for (int left = 0; left <= most_x; ++left) {
    for (int right = 0; right <= most_x && left + right < width; ++right) {
      for (int top = 0; top <= most_y; ++top) {
        for (int bottom = 0; bottom <= most_y && top + bottom < height; ++bottom) {
          const Rectangle inside = {left, width - right, top, height - bottom};
          if (fold.sum(fold.wrong, inside) != 0) continue;
          const std::size_t pixels = all_pixels - fold.sum(fold.pixels, inside);
          if (!best || pixels < best->pixels) best = {fold.block, inside, true, pixels};
        }
      }
    }
  }
  return best;
}

// The smallest rectangle of threads that holds all wrong pixels; nothing where that is the whole
// block, or where the image has it only once.
std::optional<BlockPart> find_rectangle(const ConvolutionData& data, const Fold& fold) {
  const auto [width, height] = fold.block;
  Rectangle area = {width, 0, height, 0};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (fold.wrong[std::size_t(y) * width + x] == 0) continue;
      area = {std::min(area.x0, x), std::max(area.x1, x + 1), std::min(area.y0, y),
              std::max(area.y1, y + 1)};
    }
  }
  const bool part_of_x = area.x1 - area.x0 < std::min(width, data.width);
  const bool part_of_y = area.y1 - area.y0 < std::min(height, data.height);
  if (!part_of_x && !part_of_y) return std::nullopt;
  if (part_of_x && data.width <= width + area.x0) return std::nullopt;
  if (part_of_y && data.height <= height + area.y0) return std::nullopt;
  if (!part_of_x) {
    area.x0 = 0;
    area.x1 = width;
  }
  if (!part_of_y) {
    area.y0 = 0;
    area.y1 = height;
  }
  return BlockPart{fold.block, area, false, fold.sum(fold.pixels, area)};
}

// "the first 2 and last 4 columns"; empty where there are none.
std::string name_edges(int first, int last, const char* line) {
  if (first == 0 && last == 0) return "";
  if (last == 0) return counted_lines("first", first, line);
  if (first == 0) return counted_lines("last", last, line);
  if (first == 1 && last == 1) return fmt::format("the first and last {}", line);
  return fmt::format("the first {} and last {} {}s", first, last, line);
}

Explanation explain_edges(const BlockPart& part, int radius) {
  const auto [width, height] = part.block;
  const Rectangle& inside = part.rectangle;
  return {cause::block_edges_wrong,
          fmt::format("wrong only at the edges of blocks of {}: in {}", shape_name(part.block),
                      joined(name_edges(inside.x0, width - inside.x1, "column"),
                             name_edges(inside.y0, height - inside.y1, "row"))),
          fmt::format("the window reaches {} beyond the block: its tile has {}x{} pixels and "
                      "begins at the block's first pixel of the extended source; check that every "
                      "byte of it is loaded",
                      counted(radius, "1 pixel", "{} pixels"), width + 2 * radius,
                      height + 2 * radius)};
}

// "columns 8 to 31".
std::string name_range(const char* line, int first, int end) {
  return end - first == 1 ? fmt::format("{} {}", line, first)
                          : fmt::format("{}s {} to {}", line, first, end - 1);
}

Explanation explain_rectangle(const BlockPart& part, bool unwritten) {
  const auto [width, height] = part.block;
  const Rectangle& area = part.rectangle;
  const bool all_columns = area.x0 == 0 && area.x1 == width;
  const bool all_rows = area.y0 == 0 && area.y1 == height;
  const std::string where =
      fmt::format("{} {} of every block of {}", unwritten ? "never written:" : "wrong only in",
                  joined(all_columns ? "" : name_range("column", area.x0, area.x1),
                         all_rows ? "" : name_range("row", area.y0, area.y1)),
                  shape_name(part.block));
  // Threads of a block of 32x8 that take pixels as those of one of 8x32 leave out columns 8 to 31.
  const bool swapped = (all_rows && area.x0 == height && area.x1 == width) ||
                       (all_columns && area.y0 == width && area.y1 == height);
  if (unwritten && swapped) {
    return {cause::thread_index_swapped, where + ": x and y of threadIdx seem to be swapped",
            "x = blockIdx.x * blockDim.x + threadIdx.x, and y likewise with .y: neighbours in "
            "threadIdx.x take neighbours in a row"};
  }
  return {cause::block_part_wrong, where,
          "print x, y and what they load of the threads of one block: each pixel of the block and "
          "each byte of its tile needs one thread"};
}

// Whether a region has nothing to do with blocks: an edge of the image, or a single row or column.
bool is_at_one_place(const Region& region) {
  switch (region.shape) {
    case Shape::last_columns:
    case Shape::first_columns:
    case Shape::last_rows:
    case Shape::first_rows:
    case Shape::frame:
      return true;
    case Shape::row_band:
    case Shape::column_band:
      return region.count == 1;
    default:
      return false;
  }
}

std::optional<Explanation> explain_block_part(const ConvolutionData& data, const Survey& survey) {
  constexpr double least_share_of_edges = 0.3;  // of wrong pixels: the image's own edges are right
  constexpr double least_share_of_rectangle = 0.6;
  constexpr double most_chance = 1e-4;
  if (is_at_one_place(find_region(survey.wrong, data))) return std::nullopt;
  const std::size_t all_pixels = std::size_t(data.width) * data.height;
  const std::size_t wrong =
      all_pixels - std::count(survey.wrong_in_pixel.begin(), survey.wrong_in_pixel.end(), 0);
  // Whether this many wrong pixels lie in the part, and hardly by chance.
  const auto is_plausible = [&](const BlockPart& part) {
    const auto pixels = static_cast<double>(part.pixels), n = static_cast<double>(wrong);
    return n >= (part.is_around ? least_share_of_edges : least_share_of_rectangle) * pixels &&
           std::pow(pixels / static_cast<double>(all_pixels), n) < most_chance;
  };
  const bool unwritten = nothing_else_is_wrong(survey);
  std::optional<BlockPart> best;
  const auto consider = [&](const std::optional<BlockPart>& part) {
    if (part && is_plausible(*part) && (!best || part->pixels < best->pixels)) best = part;
  };
  for (const BlockShape& block : block_shapes) {
    if (data.width <= block.width && data.height <= block.height) continue;
    const Fold fold = fold_blocks(data, survey, block);
    // What is missing from a tile makes wrong values, not unwritten ones.
    if (survey.unwritten.count == 0) consider(find_edges(fold, all_pixels, data.radius()));
    consider(find_rectangle(data, fold));
  }
  if (!best) return std::nullopt;
  // Blocks of other sizes than these, or no blocks at all.
  if (const auto set = places_of(data, survey); set && 2 * set->places <= best->pixels)
    return std::nullopt;
  return best->is_around ? explain_edges(*best, data.radius())
                         : explain_rectangle(*best, unwritten);
}

}  // namespace

std::optional<Explanation> explain_stray_threads(const ConvolutionData& data,
                                                 const Survey& survey) {
  const Region region = find_region(survey.wrong, data);
  if (region.shape != Shape::first_columns || survey.wrong.in_row[0] != 0) return std::nullopt;
  const bool fits =
      std::any_of(std::begin(block_shapes), std::end(block_shapes), [&](const BlockShape& block) {
        return region.count <= blocks_for(data.width, block.width) * block.width - data.width;
      });
  if (!fits) return std::nullopt;
  return Explanation{
      cause::stray_threads,
      fmt::format("wrong {}, and not in the first row: threads to the right of "
                  "the image seem to store too",
                  describe_region(region)),
      "(imgWidth, y) is the same place as (0, y + 1): only threads with x < imgWidth and y < "
      "imgHeight may store"};
}

std::optional<Explanation> explain_by_block(const ConvolutionData& data, const Survey& survey,
                                            std::span<const LaunchShape> launches) {
  if (launches.size() == 1 && nothing_else_is_wrong(survey) &&
      has_a_thread_for_each_pixel(launches.front(), data))
    if (auto distance = explain_distance(data, survey, launches.front())) return distance;
  if (auto missing = explain_missing_blocks(data, survey)) return missing;
  return explain_block_part(data, survey);
}

}  // namespace warplab
