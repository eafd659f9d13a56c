// Explains a wrong plate, see heat.h. Known mistakes are tried one by one, here.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "autograder/problems/explanation.h"
#include "autograder/problems/heat/causes.h"
#include "autograder/problems/heat/heat.h"
#include "autograder/problems/heat/neighbours.h"
#include "autograder/problems/heat/tiles.h"
#include "autograder/problems/ladder.h"
#include "autograder/problems/place_set.h"
#include "autograder/problems/wrong_values.h"
#include "autograder/report/numbers.h"
#include "common/numbers.h"

namespace warplab {
namespace {

// A plate beside what it should be.
struct Compared {
  const HeatData& data;
  const ExpectedPlate& expected;
  std::span<const float> plate;
  ValueNumbers wrong, unwritten;   // the cells
  ValueNumbers on_border, inside;  // of the wrong ones
  std::size_t unwritten_border = 0;

  // Whether each wrong cell has what `other` has.
  bool is_like(const ExpectedPlate& other) const {
    return std::ranges::all_of(wrong, [&](std::size_t i) {
      const double tolerance = 2 * other.tolerance + 1e-6 * std::abs(other.values[i]);
      return std::abs(plate[i] - other.values[i]) <= tolerance;
    });
  }
};

// Each cell from neighbours of which that above, or that on the left, is new already.
ExpectedPlate updated_in_place(const HeatData& data, bool is_new_above, bool is_new_left) {
  ExpectedPlate plate = expected_plate(data, 0);
  for (int i = 0; i < data.iterations; ++i) {
    const std::vector<double> before = plate.values;
    for (int y = 1; y < data.height - 1; ++y)
      for (int x = 1; x < data.width - 1; ++x) {
        const auto &above = is_new_above ? plate.values : before,
                   &left = is_new_left ? plate.values : before;
        plate.values[data.place(y, x)] =
            0.25 * (above[data.place(y - 1, x)] + before[data.place(y + 1, x)] +
                    left[data.place(y, x - 1)] + before[data.place(y, x + 1)]);
      }
  }
  plate.tolerance = expected_plate(data, data.iterations).tolerance;
  return plate;
}

std::optional<Explanation> explain_in_place(const Compared& c) {
  struct New {
    bool above, left;
    const char* which;
  };
  for (const New& are : {New{true, true, "above and to the left"}, New{false, true, "to the left"},
                         New{true, false, "above"}})
    if (c.is_like(updated_in_place(c.data, are.above, are.left)))
      return Explanation{
          cause::in_place,
          fmt::format("cells {} were new already when they were averaged", are.which),
          "an iteration reads one plate and writes another; only then the two change places"};
  return std::nullopt;
}

// A period of block sizes at whose edges all wrong cells lie: "16 columns". Empty where there is
// none.
std::string edges_of_tiles(const Compared& c, int (HeatData::*coordinate)(std::size_t) const,
                           const char* what) {
  for (const int period : {128, 64, 32, 16, 8, 4}) {
    const auto is_at_edge = [&](std::size_t i) {
      const int at = (c.data.*coordinate)(i) % period, shifted = (at - 1 + period) % period;
      return at == 0 || at == period - 1 || shifted == 0 || shifted == period - 1;
    };
    if (std::ranges::all_of(c.wrong, is_at_edge)) return fmt::format("{} {}", period, what);
  }
  return {};
}

std::optional<Explanation> explain_other_average(const Compared& c) {
  static const std::vector<NamedMistake<Average>> mistakes = {
      {{cause::not_averaged, "each cell is the sum of its neighbours", "four of them: times 0.25"},
       {0, 1, 0}},
      {{cause::centre_included, "each cell is the average of five: its neighbours and itself",
        "the new temperature has no part of the old one: add up the four neighbours only"},
       {0.2, 0.2, 0}},
      {{cause::centre_included, "the cell itself is added to its neighbours",
        "the new temperature has no part of the old one: add up the four neighbours only"},
       {0.25, 0.25, 0}},
      {{cause::diagonals_included, "each cell is the average of the eight cells around it",
        "a cell has four neighbours: above, below, left and right"},
       {0, 0.125, 0.125}},
      {{cause::diagonals_included, "each cell is the average of the four cells diagonal to it",
        "a cell has four neighbours: above, below, left and right"},
       {0, 0, 0.25}},
      {{cause::average_is_zero, "each cell inside is 0",
        "1 / 4 of two ints is 0, as is each product with it: write 0.25f"},
       {0, 0, 0}},
      {{cause::difference_stored, "each cell is how much it would change, not what it becomes",
        "store the average itself, not its difference from the old temperature"},
       {-1, 0.25, 0}},
  };
  return first_that_fits(mistakes, [&](const Average& average) {
    return c.is_like(expected_plate(c.data, c.data.iterations, average));
  });
}

std::optional<Explanation> explain_other_count(const Compared& c) {
  const int right = c.data.iterations;
  for (int other = 0; other <= 2 * right + 4; ++other) {
    if (other == right || !c.is_like(expected_plate(c.data, other))) continue;
    return Explanation{
        cause::other_iterations,
        fmt::format("it is the plate after {}, not after {}",
                    counted(other, "1 iteration", "{} iterations"), right),
        other == 0 && right > 1
            ? "does each iteration read what the one before wrote? Swap the pointers after each"
            : "count the launches by hand for 0, 1 and 2 iterations, and which plate each reads "
              "and writes"};
  }
  return std::nullopt;
}

// The plate after iterations of which `at_a_time` are one launch, where the border is averaged like
// other cells in all but the last of a launch. What a cell of it has outside the plate is the
// nearest cell inside, or 0.
ExpectedPlate with_border_averaged(const HeatData& data, int at_a_time, bool is_nearest) {
  ExpectedPlate plate = expected_plate(data, 0);
  for (int i = 1; i <= data.iterations; ++i) {
    const std::vector<double> before = plate.values;
    const bool is_kept = i % at_a_time == 0 || i == data.iterations;
    const auto cell = [&](int y, int x) {
      const int inside_y = std::clamp(y, 0, data.height - 1);
      const int inside_x = std::clamp(x, 0, data.width - 1);
      return is_nearest || (y == inside_y && x == inside_x) ? before[data.place(inside_y, inside_x)]
                                                            : 0.0;
    };
    for (int y = 0; y < data.height; ++y)
      for (int x = 0; x < data.width; ++x) {
        const std::size_t at = data.place(y, x);
        plate.values[at] =
            is_kept && data.is_border(at)
                ? double{data.start[at]}
                : 0.25 * (cell(y - 1, x) + cell(y + 1, x) + cell(y, x - 1) + cell(y, x + 1));
      }
  }
  plate.tolerance = expected_plate(data, data.iterations).tolerance;
  return plate;
}

std::optional<Explanation> explain_border_between(const Compared& c) {
  for (int at_a_time = 2; at_a_time <= c.data.iterations; ++at_a_time)
    for (const bool is_nearest : {true, false})
      if (c.is_like(with_border_averaged(c.data, at_a_time, is_nearest)))
        return Explanation{
            cause::border_averaged_between,
            fmt::format("the plate's border was averaged like other cells in between, and set back "
                        "after {} iterations",
                        at_a_time),
            "the border keeps its values in those iterations, too, that never leave shared memory: "
            "ask there as well whether a cell is in the plate's first or last row or column"};
  return std::nullopt;
}

// After one iteration: cells above and below that are taken to be another number of cells away.
std::optional<Explanation> explain_other_pitch(const Compared& c) {
  constexpr std::size_t enough = 100;  // cells to be sure
  const std::vector<float>& start = c.data.start;
  for (std::size_t pitch = 2; pitch <= 2048; ++pitch) {
    if (pitch == static_cast<std::size_t>(c.data.width)) continue;
    std::size_t agree = 0;
    for (const std::size_t at : c.inside) {
      if (at < pitch || at + pitch >= c.data.cells()) continue;
      const double mean =
          0.25 * (double{start[at - pitch]} + start[at + pitch] + start[at - 1] + start[at + 1]);
      if (!(std::abs(c.plate[at] - mean) <= 1e-5 * (std::abs(mean) + 1)) || ++agree == enough)
        break;
    }
    if (agree >= std::min(enough, c.wrong.size() / 2))
      return Explanation{
          cause::wrong_pitch,
          fmt::format("the cells above and below are taken to be {} cells away, not {}", pitch,
                      c.data.width),
          "a row of the plate is width cells long; a row of a block or a tile is not"};
  }
  return std::nullopt;
}

// Whether what was never written has gone into averages from the border on, one cell further in
// each iteration after the first. An average with such a value looks like one.
bool is_ring_beside_border(const Compared& c) {
  const HeatData& data = c.data;
  const auto distance = [&](std::size_t cell) {
    const int column = data.column(cell), row = data.row(cell);
    return std::min({column, row, data.width - 1 - column, data.height - 1 - row});
  };
  return !c.unwritten.empty() && c.unwritten.size() == c.wrong.size() &&
         std::all_of(c.unwritten.begin(), c.unwritten.end(), [&](std::size_t cell) {
           return distance(cell) >= 1 && distance(cell) < data.iterations;
         });
}

// Nothing lies where it belongs.
std::optional<Explanation> explain_nothing(const Compared& c, std::span<const float> scratch,
                                           bool is_of_cpu) {
  const HeatData& data = c.data;
  if (data.iterations > 0 && check_plate(data, c.expected, scratch).ok)
    return Explanation{
        cause::left_in_scratch,
        counted(static_cast<std::size_t>(data.iterations),
                "the plate after 1 iteration is in scratch, not in end",
                "the plate after {} iterations is in scratch, not in end"),
        "each iteration swaps the two: choose where the first one writes so that the last one "
        "writes to end, for odd and even numbers of iterations"};
  if (c.unwritten.size() < data.cells()) return std::nullopt;
  return Explanation{
      cause::nothing_written, "nothing was written to end",
      data.iterations == 0
          ? fmt::format("after no iterations the plate is as it was at the start: copy it{}",
                        is_of_cpu ? "" : ", in a kernel")
          : "the last iteration has to write to end"};
}

std::optional<Explanation> explain_missing(const Compared& c, const Case::Evidence& evidence) {
  const HeatData& data = c.data;
  if (c.unwritten_border > 0 && c.wrong.size() == c.unwritten_border)
    return Explanation{
        cause::border_missing,
        counted(c.unwritten_border, "1 cell of the border was never written",
                "{} cells of the border were never written"),
        evidence.is_of_cpu
            ? "iterations read one plate and write the other, and both need the border: copy all "
              "of it in each; memcpy() counts bytes, not numbers"
            : "iterations read one plate and write the other, and both need the border: a thread "
              "whose cell is on it copies that cell"};
  if (is_ring_beside_border(c))
    return Explanation{
        cause::border_missing_between,
        counted(c.unwritten.size(), "1 cell beside the border was",
                "{} cells beside the border were") +
            " averaged with cells that were never written",
        "every iteration reads the border of the plate that the one before has written: scratch "
        "needs the border as end does"};
  // What differs from run to run may be averages of cells that were not written yet.
  if (c.unwritten.empty() || (evidence.is_of_cpu && evidence.differs_between_runs))
    return std::nullopt;
  return Explanation{
      cause::cells_missing,
      counted(c.unwritten.size(), "1 cell was never written", "{} cells were never written") +
          fmt::format(", the first at x={} y={}", data.column(c.wrong.front()),
                      data.row(c.wrong.front())),
      evidence.is_of_cpu
          ? "rows go from 1 to height - 2 and columns from 1 to width - 2: where do your loops "
            "begin and end, and who takes the rest if rows are divided among threads?"
          : "the grid has to be rounded up in x and y, (width + BLOCK - 1) / BLOCK with the blocks "
            "that are launched; x comes from blockIdx.x, blockDim.x and threadIdx.x, y from the "
            ".y"};
}

std::optional<Explanation> find_mistake(const Compared& c) {
  if (c.inside.empty())
    return Explanation{
        cause::border_changed, "the border has changed, and nothing else is wrong",
        "the first and the last row and column hold their temperature: copy them as they are, "
        "bits and all"};
  if (auto other = explain_other_count(c)) return other;
  if (auto pitch = find_tile_pitch(c.data, c.plate, c.expected.tolerance)) return pitch;
  if (!c.on_border.empty())
    return Explanation{
        cause::border_changed,
        counted(c.on_border.size(), "1 cell of the border has changed, and what is near it with it",
                "{} cells of the border have changed, and what is near them with them"),
        "the first and the last row and column hold their temperature: copy them as they are, "
        "bits and all"};
  if (auto in_place = explain_in_place(c)) return in_place;
  return explain_other_average(c);
}

// Where the wrong cells are, if that can be said.
std::optional<PlaceSet> places_of(const Compared& c) {
  std::vector<bool> is_wrong(c.data.cells());
  for (const std::size_t i : c.wrong) is_wrong[i] = true;
  return find_place_set(is_wrong, std::size_t(c.data.width));
}

std::optional<Explanation> explain_edges_of_tiles(const Compared& c, const Case::Evidence& evidence,
                                                  const std::optional<Explanation>& neighbours) {
  const std::string columns = edges_of_tiles(c, &HeatData::column, "columns");
  const std::string rows = edges_of_tiles(c, &HeatData::row, "rows");
  if (evidence.is_of_cpu || (columns.empty() && rows.empty())) return std::nullopt;
  std::string sentence =
      fmt::format("wrong only at the edges of tiles of {}",
                  columns.empty() || rows.empty() ? columns + rows : columns + " and " + rows);
  if (neighbours) sentence += ": " + neighbours->sentence;
  return Explanation{
      cause::tile_edges, sentence,
      "the halo of a tile is one cell on each side: which threads load it, and from where?"};
}

// An explanation of the wrong cells, with where these are, unless it is nearly everywhere.
Explanation of_some_cells(const Compared& c, Explanation explanation) {
  if (const auto set = places_of(c)) explanation.sentence += ", " + set->text;
  return explanation;
}

std::optional<Explanation> explain_low_precision(const Compared& c) {
  double largest_error = 0;
  for (const std::size_t i : c.inside) {
    const double error = std::abs(c.plate[i] - c.expected.values[i]);
    largest_error = std::max(largest_error, std::isnan(error) ? INFINITY : error);
  }
  if (largest_error >= 1000 * c.expected.tolerance) return std::nullopt;
  return Explanation{
      cause::low_precision,
      fmt::format("all cells are nearly right, but off by up to {:.2g}, where float allows {:.2g}",
                  largest_error, c.expected.tolerance),
      "is there something shorter than a float, or a fast approximation?"};
}

std::optional<Explanation> explain_by_place(const Compared& c, const Case::Evidence& evidence) {
  const HeatData& data = c.data;
  if (data.iterations == 1) {
    const auto neighbours = find_other_neighbours(data, c.plate, c.inside, c.expected.tolerance);
    if (auto edges = explain_edges_of_tiles(c, evidence, neighbours)) return edges;
    if (neighbours) return of_some_cells(c, *neighbours);
    if (auto pitch = explain_other_pitch(c)) return pitch;
  }
  if (auto between = explain_border_between(c)) return between;
  if (data.iterations <= 1 || c.wrong.size() >= data.inner_cells()) return std::nullopt;
  return Explanation{cause::wrong_later,
                     fmt::format("{} of {} cells are wrong after {} iterations", c.wrong.size(),
                                 data.inner_cells(), data.iterations),
                     "one iteration is right: what do the next ones read? A halo that shrinks by "
                     "one cell per iteration has to start as wide as the number of iterations, and "
                     "the plate's border keeps its values in between, too"};
}

Explanation explain_other_cells(const Compared& c) {
  const std::string next =
      "compute the first of them by hand from its four neighbours on the plate before, and print "
      "the four as they are read";
  if (const auto set = places_of(c))
    return {cause::wrong_cells, set->say("wrong") + ", and no known mistake explains it", next};
  return {cause::wrong_cells, "wrong all over the plate, and no known mistake explains it", next};
}

Explanation explain(const Compared& c, std::span<const float> scratch,
                    const Case::Evidence& evidence) {
  Ladder ladder;
  ladder.nothing = [&] { return explain_nothing(c, scratch, evidence.is_of_cpu); };
  ladder.stale = always({cause::stale, "it is the result of the plate before this one",
                         "in each call, compute from the plate that it is given"});
  ladder.missing = [&] { return explain_missing(c, evidence); };
  ladder.known = [&] { return find_mistake(c); };
  ladder.race =
      always({cause::race, "the same plate has another result when it is computed again",
              evidence.is_of_cpu
                  ? "threads seem to read what others have not written yet: an iteration must not "
                    "write to the plate that it reads, nor begin before the one before has ended"
                  : "threads seem to read what others have not written yet: a tile needs "
                    "__syncthreads() after it is loaded, and an iteration must not write to the "
                    "plate that it reads"});
  ladder.imprecise = [&] { return explain_low_precision(c); };
  ladder.place = [&] { return explain_by_place(c, evidence); };
  ladder.unknown = [&] { return explain_other_cells(c); };
  return climb(ladder, evidence);
}

}  // namespace

Diagnosis explain_wrong_plate(const HeatData& data, const ExpectedPlate& expected,
                              std::span<const float> plate, std::span<const float> scratch,
                              const Case::Evidence& evidence, const std::string& case_name) {
  const UnwrittenValues unwritten(evidence, plate);
  WrongValues wrong = find_wrong(data.cells(), unwritten,
                                 [&](std::size_t i) { return expected.allows(data, i, plate[i]); });
  Compared c{data, expected, plate, std::move(wrong.all), std::move(wrong.unwritten), {}, {}};
  for (const std::size_t i : c.wrong) (data.is_border(i) ? c.on_border : c.inside).push_back(i);
  for (const std::size_t i : c.unwritten) c.unwritten_border += data.is_border(i);
  const std::size_t first = c.wrong.front();
  Diagnosis diagnosis = make_diagnosis(
      explain(c, scratch, evidence),
      {fmt::format("{}: {} of {} cells are wrong", case_name, c.wrong.size(), data.cells()),
       fmt::format(
           "first at x={} y={}{}: expected {:.9g}, got {}", data.column(first), data.row(first),
           data.is_border(first) ? ", on the border" : "", expected.values[first],
           describe_got(unwritten.may_include(first), fmt::format("{:.9g}", plate[first])))});
  diagnosis.first_wrong_byte = first * sizeof(float);
  return diagnosis;
}

}  // namespace warplab
