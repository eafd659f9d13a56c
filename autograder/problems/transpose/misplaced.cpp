#include "autograder/problems/transpose/misplaced.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "autograder/problems/transpose/causes.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

// What a mistake would put in a place; nothing where it says nothing.
using PlacedValue = std::function<std::optional<float>(const Output&, Place)>;
using MistakenPlace = NamedMistake<PlacedValue>;

bool explains(const Output& output, const WrongPlaces& s, const PlacedValue& mistake) {
  std::size_t agree = 0, count = 0;
  for (const Place& place : s.samples)
    if (const auto value = mistake(output, place)) {
      ++count;
      agree += is_same(output.at(place), *value);
    }
  return 2 * count > s.samples.size() && 10 * agree >= 9 * count;
}

std::vector<MistakenPlace> mistakes_of_transposes() {
  std::vector<MistakenPlace> all = {
      {{cause::not_transposed, "dst is a copy of src: nothing was transposed",
        "element (r, c) of src goes to row c of dst, and there to column r"},
       [](const Output& o, Place p) { return o.result_of(p.y * o.data.columns() + p.x); }},
      {{cause::wrong_pitch, "src is read as if its rows had as many elements as it has rows",
        "a row of src has `columns` elements: src[r * columns + c]"},
       [](const Output& o, Place p) { return o.result_of(p.x * o.data.columns() + p.y); }},
      {{cause::wrong_pitch, "dst is written as if its rows had as many elements as those of src",
        "a row of dst has `rows` elements: dst[c * rows + r]"},
       [](const Output& o, Place p) -> std::optional<float> {
         const std::size_t at = p.y * o.data.columns() + p.x;
         return o.result_of(Origin{at % o.source_columns(), at / o.source_columns()});
       }},
      {{cause::mirrored, "transposed, but the rows of src arrive in the reverse order",
        "row r of src becomes column r of dst, with 0 on the left"},
       [](const Output& o, Place p) {
         return o.result_of(Origin{o.source_rows() - 1 - p.x, p.y});
       }},
      {{cause::mirrored, "transposed, but the columns of src arrive in the reverse order",
        "column c of src becomes row c of dst, with 0 at the top"},
       [](const Output& o, Place p) {
         return o.result_of(Origin{p.x, o.source_columns() - 1 - p.y});
       }},
      {{cause::mirrored,
        "transposed, but the rows and the columns of src arrive in the reverse order",
        "row r of src becomes column r of dst, with 0 on the left, and column c becomes row c, "
        "with 0 at the top"},
       [](const Output& o, Place p) {
         return o.result_of(Origin{o.source_rows() - 1 - p.x, o.source_columns() - 1 - p.y});
       }},
  };
  for (const std::size_t tile : block_sizes) {
    all.push_back(
        {{cause::tile_not_transposed,
          fmt::format("tiles of {0}x{0} are where they belong, but not transposed in themselves",
                      tile),
          "threads write along rows of dst, and those are columns of the tile: what went to "
          "tile[threadIdx.y][threadIdx.x] comes back as tile[threadIdx.x][threadIdx.y]"},
         [=](const Output& o, Place p) {
           return o.result_of(
               Origin{p.x / tile * tile + p.y % tile, p.y / tile * tile + p.x % tile});
         }});
    all.push_back(
        {{cause::tile_not_moved,
          fmt::format("tiles of {0}x{0} are transposed in themselves, but stay where they were",
                      tile),
          "a tile whose corner is (r, c) in src has the corner (c, r) in dst: blockIdx.x counts "
          "its rows there, and blockIdx.y its columns"},
         [=](const Output& o, Place p) {
           return o.result_of(
               Origin{p.y / tile * tile + p.x % tile, p.x / tile * tile + p.y % tile});
         }});
  }
  return all;
}

// Where `group` values belong together: each gets what is that of the value `step` further.
PlacedValue rotated_in_groups(std::size_t group, std::size_t step) {
  return [=](const Output& o, Place p) {
    return o.result_of(p.x / group * group + (p.x % group + step) % group);
  };
}

std::vector<MistakenPlace> mistakes_of_sums() {
  const auto number = [](const Output& o, Place p) { return p.y * o.data.row_pitch() + p.x; };
  std::vector<MistakenPlace> all = {
      {{cause::one_operand, "dst is a copy of src: `other` was not added", "src[i] + other[i]"},
       [=](const Output& o, Place p) { return o.data.src[number(o, p)]; }},
      {{cause::one_operand, "dst is a copy of `other`: src was not added", "src[i] + other[i]"},
       [=](const Output& o, Place p) { return o.data.other[number(o, p)]; }},
      {{cause::wrong_operation, "`other` was subtracted, not added", "src[i] + other[i]"},
       [=](const Output& o, Place p) {
         return o.data.src[number(o, p)] - o.data.other[number(o, p)];
       }},
      {{cause::pitch_ignored, "src and `other` are read as if there were no gap between their rows",
        "element (y, x) is number y * pitch + x, in all three"},
       [](const Output& o, Place p) { return o.result_of(p.y * o.data.columns() + p.x); }},
      {{cause::pitch_ignored, "dst is written as if there were no gap between its rows",
        "element (y, x) is number y * pitch + x, in all three"},
       [=](const Output& o, Place p) {
         const std::size_t at = number(o, p);
         return o.result_of(Origin{at / o.data.columns(), at % o.data.columns()});
       }},
      {{cause::rows_and_columns, "rows and columns are mixed up: x is taken for the row",
        "element (y, x) is number y * pitch + x, where x is the column"},
       [](const Output& o, Place p) { return o.result_of(p.x * o.data.row_pitch() + p.y); }},
  };
  return all;
}

std::vector<MistakenPlace> mistakes_of_points() {
  std::vector<MistakenPlace> all = mistakes_of_sums();
  for (const std::size_t step : {1, 2})
    all.push_back({{cause::components_mixed, "x, y and z of a point are mixed up",
                    "number i of all floats is component i % 3 of point i / 3, in src, other and "
                    "dst alike"},
                   rotated_in_groups(3, step)});
  all.push_back(
      {{cause::components_mixed, "src is read as if all x came first, then all y, then all z",
        "the three components of a point lie side by side: x0 y0 z0 x1 y1 z1 ..."},
       [](const Output& o, Place p) {
         const std::size_t count = o.data.columns() / 3;
         return o.result_of(p.x % 3 * count + p.x / 3);
       }});
  return all;
}

std::vector<MistakenPlace> mistakes_of_vectors() {
  std::vector<MistakenPlace> all = mistakes_of_sums();
  for (const std::size_t step : {1, 2, 3})
    all.push_back({{cause::components_mixed, "the four numbers of a float4 are mixed up",
                    "x, y, z and w of a float4 are numbers 4 * i to 4 * i + 3, in this order"},
                   rotated_in_groups(4, step)});
  return all;
}

std::vector<MistakenPlace> mistakes_of(TransposeTask task) {
  switch (task) {
    case TransposeTask::matrices:
      return mistakes_of_sums();
    case TransposeTask::points:
      return mistakes_of_points();
    case TransposeTask::vectors:
      return mistakes_of_vectors();
    default:
      return mistakes_of_transposes();
  }
}

// Where only one component of points or float4s is wrong.
std::string where_in_groups(const Output& output) {
  if (!output.is_row()) return {};
  const bool are_points = output.data.task == TransposeTask::points;
  const std::size_t group = are_points ? 3 : 4;
  std::set<std::size_t> wrong;
  output.each([&](Place p) {
    if (!output.is_right(p)) wrong.insert(p.x % group);
    return true;
  });
  if (wrong.size() != 1 || output.data.columns() < 2 * group) return {};
  return fmt::format(", in component {} of each {}", "xyzw"[*wrong.begin()],
                     are_points ? "point" : "float4");
}

std::string steps(std::ptrdiff_t count, const char* one, const char* many, const char* ahead,
                  const char* behind) {
  if (count == 0) return {};
  return fmt::format(" {} further {}", counted(std::size_t(std::abs(count)), one, many),
                     count > 0 ? ahead : behind);
}

// All values come from the same distance beside where they should.
std::optional<Explanation> find_shift(const Output& output, const WrongPlaces& s) {
  const auto distance = [](std::size_t to, std::size_t from) {
    return static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from);
  };
  const auto moved = [](std::size_t from, std::ptrdiff_t by) {  // beyond everything where negative
    return from + static_cast<std::size_t>(by);
  };
  const bool is_row = output.is_row();
  for (std::size_t sample = 0; sample < std::min<std::size_t>(3, s.samples.size()); ++sample) {
    const auto found = output.find(output.at(s.samples[sample]));
    if (!found) continue;
    const Origin right = output.origin(s.samples[sample]);
    const std::ptrdiff_t dr = distance(found->row, right.row),
                         dc = distance(found->column, right.column);
    const PlacedValue shifted = [=](const Output& o, Place p) {
      return o.result_of(Origin{moved(o.origin(p).row, dr), moved(o.origin(p).column, dc)});
    };
    if (explains(output, s, shifted))
      return Explanation{
          cause::shifted,
          "the values are those of elements" +
              (is_row ? steps(dc, "1 number", "{} numbers", "on", "back")
                      : steps(dr, "1 row", "{} rows", "down", "up") +
                            steps(dc, "1 column", "{} columns", "right", "left")),
          "indices begin at 0: blockIdx.x * blockDim.x + threadIdx.x is the thread's x, with "
          "nothing added"};
  }
  return std::nullopt;
}

// Rows of another length than they have, where src is read or dst is written.
std::optional<Explanation> find_pitch(const Output& output, const WrongPlaces& s) {
  constexpr std::size_t longest = 4096, fewest_to_tell = 4;
  // Of places in few rows, or few values, some length is right by chance.
  const auto spread = [&](std::size_t Place::*coordinate) {
    const auto [least, most] = std::ranges::minmax(s.samples, {}, coordinate);
    return most.*coordinate - least.*coordinate;
  };
  if (s.samples.size() < fewest_to_tell || spread(&Place::x) < fewest_to_tell ||
      spread(&Place::y) < fewest_to_tell)
    return std::nullopt;
  for (std::size_t pitch = 1; pitch <= longest; ++pitch) {
    const PlacedValue read = [=](const Output& o, Place p) {
      const Origin from = o.origin(p);
      return o.result_of(from.row * pitch + from.column);
    };
    const PlacedValue written = [=](const Output& o, Place p) -> std::optional<float> {
      const std::size_t at = p.y * o.data.row_pitch() + p.x;
      return o.result_of(o.origin({at / pitch, at % pitch}));
    };
    const bool is_read = explains(output, s, read);
    if (!is_read && !explains(output, s, written)) continue;
    return Explanation{
        cause::wrong_pitch,
        is_read ? fmt::format("src is read as if its rows began {} elements apart, not {}", pitch,
                              output.source_pitch())
                : fmt::format("dst is written as if its rows began {} elements apart, not {}",
                              pitch, output.data.row_pitch()),
        "is that the length of a tile, of a block or of the other matrix, or a number written into "
        "the program?"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> find_misplaced(const Output& output, const WrongPlaces& s) {
  if (s.samples.empty()) return std::nullopt;
  const auto fits = [&](const PlacedValue& mistake) { return explains(output, s, mistake); };
  if (auto found = first_that_fits(mistakes_of(output.data.task), fits)) {
    found->sentence += where_in_groups(output);
    return found;
  }
  if (auto shift = find_shift(output, s)) return shift;
  return find_pitch(output, s);
}

Explanation explain_values(const Output& output, const WrongPlaces& s) {
  const bool are_of_src = std::all_of(s.samples.begin(), s.samples.end(), [&](Place p) {
    return output.find(output.at(p)).has_value();
  });
  if (are_of_src)
    return {cause::misplaced,
            "all values are right ones, but not where they belong" + where_wrong(output),
            "take the first of them by hand: which thread reads that element, and where should it "
            "write it?"};
  return {cause::wrong_values, "these are not the values of any element" + where_wrong(output),
          output.data.is_sum() ? "one addition for each element: src[i] + other[i]"
                               : "nothing is computed here: each element is read, and written"};
}

}  // namespace warplab
