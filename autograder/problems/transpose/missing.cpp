#include "autograder/problems/transpose/missing.h"

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/transpose/causes.h"
#include "autograder/report/numbers.h"
#include "common/numbers.h"

namespace warplab {
namespace {

Explanation rounded_down(const std::string& sentence) {
  return {cause::edge_missing, sentence,
          "the number of blocks has to be rounded up: (size + BLOCK - 1) / BLOCK, and threads "
          "beyond the end do nothing"};
}

// Of rows of numbers: the end is missing, from number `written` on.
Explanation explain_missing_end(const TransposeData& data, std::size_t written) {
  const std::size_t count = data.columns(), missing = count - written;
  constexpr std::size_t largest_block = 1024;
  if (data.task == TransposeTask::vectors && missing == count % 4)
    return {cause::tail_missing,
            fmt::format("the last {} of {} numbers were never written, "
                        "n modulo 4",
                        missing, count),
            "the last count % 4 numbers do not fill a float4: add them one by one"};
  for (std::size_t group = 8; group <= 4 * largest_block; group *= 2)
    if (missing == count % group)
      return rounded_down(
          fmt::format("the last {} of {} numbers were never written: they do not fill a block",
                      missing, count));
  for (const std::size_t part : {std::size_t{3}, std::size_t{4}})
    if (written >= count / part && written < count / part + largest_block)
      return {cause::part_missing,
              fmt::format("only the first {} of {} numbers were written, one in {}", written, count,
                          part),
              part == 3 ? "count points are 3 * count floats: launch a thread for each"
                        : "a thread that adds one number is launched for each number; one that "
                          "adds a float4 for each fourth"};
  return {cause::part_missing,
          fmt::format("only the first {} of {} numbers were written", written, count),
          "enough blocks for all of them: (count + BLOCK - 1) / BLOCK where a thread does one"};
}

std::optional<Explanation> explain_missing_in_row(const Output& output) {
  const std::size_t count = output.data.columns();
  const auto unwritten_are = [&](const std::function<bool(std::size_t)>& where) {
    return output.each([&](Place p) { return output.is_unwritten(p) == where(p.x); });
  };
  std::size_t written = count;
  while (written > 0 && output.is_unwritten({0, written - 1})) --written;
  if (unwritten_are([&](std::size_t x) { return x >= written; }))
    return explain_missing_end(output.data, written);
  const std::size_t group = output.data.task == TransposeTask::points ? 3 : 4;
  for (std::size_t component = 0; component < group; ++component)
    if (unwritten_are(
            [&](std::size_t x) { return x % group == component && x < count / group * group; }))
      return Explanation{cause::component_missing,
                         fmt::format("component {} of each {} was never written", "xyzw"[component],
                                     group == 3 ? "point" : "float4"),
                         fmt::format("all {} components have to be added and written", group)};
  return std::nullopt;
}

using Where = std::function<bool(Origin)>;

// Whether the elements of src that were never reached are just those.
bool unwritten_are(const Output& output, const Where& where) {
  return output.each([&](Place p) { return output.is_unwritten(p) == where(output.origin(p)); });
}

// Of a corner of rows x columns, what the other elements are: a grid that is too small or turned.
Explanation explain_corner(const Output& output, std::size_t last_row, std::size_t last_column) {
  const std::size_t rows = output.source_rows(), columns = output.source_columns();
  const auto rounded_up = [](std::size_t size, std::size_t block) {
    return (size + block - 1) / block * block;
  };
  for (const std::size_t block : block_sizes)
    for (const std::size_t other : block_sizes)
      if (last_column == columns / block * block && last_row == rows)
        return rounded_down(
            fmt::format("the last {} of {} columns were never reached: they do not fill a block",
                        columns - last_column, columns));
      else if (last_row == rows / block * block && last_column == columns)
        return rounded_down(
            fmt::format("the last {} of {} rows were never reached: they do not fill a block",
                        rows - last_row, rows));
      else if (last_column == columns / block * block && last_row == rows / other * other)
        return rounded_down(
            fmt::format("{} and {} were never reached",
                        counted(columns - last_column, "the last column", "the last {} columns"),
                        counted(rows - last_row, "the last row", "the last {} rows")));
  if (last_row == most_blocks_in_y && last_column == columns)
    return {
        cause::part_missing,
        fmt::format("only the first {} of {} rows were reached, as many as a grid has blocks in "
                    "y at most",
                    last_row, rows),
        "let a block do several rows, or let each thread continue gridDim.y * blockDim.y rows "
        "further down, until there are none"};
  const bool is_square =
      (last_row == rows && last_column == rows) || (last_column == columns && last_row == columns);
  for (const std::size_t x : block_sizes)
    for (const std::size_t y : block_sizes)
      if (last_column == std::min(columns, rounded_up(rows, x)) &&
          last_row == std::min(rows, rounded_up(columns, y)))
        return {
            cause::grid_swapped,
            fmt::format("of {} rows and {} columns only {} rows and {} columns were reached: as "
                        "many as if rows and columns of the grid were mixed up{}",
                        rows, columns, last_row, last_column,
                        is_square ? ", or those of a condition" : ""),
            std::string("dim3 grid(x, y): x counts blocks along a row, y counts blocks of rows") +
                (is_square ? "; a row is compared with the number of rows, where dst is written "
                             "with that of dst"
                           : "")};
  if (is_square)
    return {cause::guard_swapped,
            fmt::format("of {} rows and {} columns only {} rows and {} columns were reached: as "
                        "far as the shorter side goes",
                        rows, columns, last_row, last_column),
            "a row is compared with the number of rows, and a column with that of columns"};
  return {cause::part_missing,
          fmt::format("of {} rows and {} columns only {} rows and {} columns were reached", rows,
                      columns, last_row, last_column),
          "enough blocks in x and in y: (size + BLOCK - 1) / BLOCK of each"};
}

std::optional<Explanation> explain_triangle(const Output& output) {
  for (const std::size_t diagonal : {std::size_t{0}, std::size_t{1}}) {
    const bool upper = unwritten_are(output, [&](Origin o) { return o.column + diagonal > o.row; });
    if (upper || unwritten_are(output, [&](Origin o) { return o.row + diagonal > o.column; }))
      return Explanation{
          cause::triangle_missing,
          fmt::format("only the elements of src {} the diagonal were written",
                      upper ? "below" : "above"),
          "swapping pairs is for matrices that are transposed in place; here every element of src "
          "is read, and goes to dst"};
  }
  return std::nullopt;
}

std::optional<Explanation> explain_part_of_tile(const Output& output) {
  for (const std::size_t tile : block_sizes)
    for (std::size_t done = 1; done < tile; ++done) {
      const bool of_rows = unwritten_are(output, [&](Origin o) { return o.row % tile >= done; });
      if (of_rows || unwritten_are(output, [&](Origin o) { return o.column % tile >= done; }))
        return Explanation{
            cause::tile_part_missing,
            fmt::format("only the first {} of every {} {} of src were written", done, tile,
                        of_rows ? "rows" : "columns"),
            std::string("blocks begin where the one before ends: blockIdx.y * blockDim.y for rows, "
                        "with the block's own height, x likewise") +
                (output.data.is_sum()
                     ? ""
                     : "; where a block has fewer threads than its tile has elements, each thread "
                       "does several: a loop over the tile, with the block's size as its step")};
    }
  return std::nullopt;
}

// Rows that are taken to lie closer together than they do, in all three matrices: the end is missing.
std::optional<Explanation> explain_rows_too_near(const Output& output) {
  const std::size_t rows = output.data.rows(), columns = output.data.columns();
  const std::size_t pitch = output.data.row_pitch();
  if (!output.data.is_sum() || rows < 3) return std::nullopt;
  std::size_t end = 0;  // of what was written, in memory
  output.each([&](Place p) {
    if (!output.is_unwritten(p)) end = p.y * pitch + p.x + 1;
    return true;
  });
  const bool are_whole_rows = end % pitch == columns % pitch;
  if (are_whole_rows || end <= columns || (end - columns) % (rows - 1) != 0) return std::nullopt;
  const std::size_t taken = (end - columns) / (rows - 1);
  if (taken >= columns ||
      !output.each([&](Place p) { return output.is_unwritten(p) == (p.y * pitch + p.x >= end); }))
    return std::nullopt;
  return Explanation{cause::pitch_ignored,
                     fmt::format("the rows of all three matrices are taken to begin {} elements "
                                 "apart, and they begin {} apart",
                                 taken, pitch),
                     "pitch counts elements, not bytes: element (y, x) is number y * pitch + x, in "
                     "all three"};
}

std::optional<Explanation> explain_missing_in_matrix(const Output& output) {
  const std::size_t rows = output.source_rows(), columns = output.source_columns();
  const std::size_t pitch = output.data.row_pitch();
  if (output.data.is_sum() && pitch > columns &&
      unwritten_are(output, [&](Origin o) { return o.row * pitch + o.column >= rows * columns; }))
    return Explanation{cause::pitch_ignored,
                       "all three matrices are taken to have no gap between their rows, so the "
                       "last ones are never reached",
                       "element (y, x) is number y * pitch + x, in all three"};
  if (auto explanation = explain_rows_too_near(output)) return explanation;
  // What was written is a corner of the matrix.
  std::size_t last_row = 0, last_column = 0;  // and one
  output.each([&](Place p) {
    if (output.is_unwritten(p)) return true;
    last_row = std::max(last_row, output.origin(p).row + 1);
    last_column = std::max(last_column, output.origin(p).column + 1);
    return true;
  });
  if (unwritten_are(output, [&](Origin o) { return o.row >= last_row || o.column >= last_column; }))
    return explain_corner(output, last_row, last_column);
  if (auto explanation = explain_triangle(output)) return explanation;
  return explain_part_of_tile(output);
}

}  // namespace

Explanation explain_missing(const Output& output, const WrongPlaces& s) {
  if (auto found =
          output.is_row() ? explain_missing_in_row(output) : explain_missing_in_matrix(output))
    return *found;
  return {cause::part_missing,
          counted(s.unwritten, "1 value was never written", "{} values were never written") +
              where_wrong(output),
          "which threads write them? Take the first of them, and find its thread by hand; a launch "
          "names the grid first: <<<grid, block>>>"};
}

}  // namespace warplab
