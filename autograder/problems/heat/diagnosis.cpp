// Explains a wrong plate of the heat lab, see diagnosis.h.
#include "autograder/problems/heat/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>

#include "autograder/problems/explanation.h"

namespace warplab {
namespace {

struct Place {
  int y = 0, x = 0;
};

// The cells of a plate that are wrong.
struct Survey {
  std::vector<Place> wrong;
  std::size_t unwritten = 0, unwritten_border = 0, wrong_border = 0;
  double largest_error = 0;  // of cells that are no border
  bool has_numbers_only = true;
};

using IsUnwritten = std::function<bool(std::size_t place)>;

Survey survey(const HeatData& data, const ExpectedPlate& expected, std::span<const float> plate,
              const IsUnwritten& is_unwritten) {
  Survey s;
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x) {
      const std::size_t place = data.place(y, x);
      const bool is_border = data.is_border(y, x);
      const double error = std::abs(plate[place] - expected.values[place]);
      const bool is_right = is_border ? std::bit_cast<std::uint32_t>(plate[place]) ==
                                            std::bit_cast<std::uint32_t>(data.start[place])
                                      : error <= expected.tolerance;
      if (is_right) continue;
      s.wrong.push_back({y, x});
      s.wrong_border += is_border;
      const bool unwritten = is_unwritten(place);
      s.unwritten += unwritten;
      s.unwritten_border += unwritten && is_border;
      if (is_border) continue;
      s.largest_error = std::max(s.largest_error, error);
      s.has_numbers_only = s.has_numbers_only && std::isfinite(plate[place]);
    }
  return s;
}

// Whether each wrong cell has what `other` has, a plate in double.
bool is_like(const std::vector<Place>& wrong, const HeatData& data, std::span<const float> plate,
             const ExpectedPlate& other) {
  return std::all_of(wrong.begin(), wrong.end(), [&](const Place& p) {
    const std::size_t place = data.place(p.y, p.x);
    const double tolerance = 2 * other.tolerance + 1e-6 * std::abs(other.values[place]);
    return std::abs(plate[place] - other.values[place]) <= tolerance;
  });
}

// Each cell from neighbours of which those above and to the left are new.
ExpectedPlate updated_in_place(const HeatData& data) {
  ExpectedPlate plate = expected_plate(data, 0);
  for (int i = 0; i < data.iterations; ++i)
    for (int y = 1; y < data.height - 1; ++y)
      for (int x = 1; x < data.width - 1; ++x)
        plate.values[data.place(y, x)] =
            0.25 * (plate.values[data.place(y - 1, x)] + plate.values[data.place(y + 1, x)] +
                    plate.values[data.place(y, x - 1)] + plate.values[data.place(y, x + 1)]);
  plate.tolerance = expected_plate(data, data.iterations).tolerance;
  return plate;
}

// A period of block sizes at whose edges all wrong cells lie: "16 columns". Empty where there is
// none.
std::string edges_of_tiles(const std::vector<Place>& wrong, int (*coordinate)(const Place&),
                           const char* what) {
  for (const int period : {128, 64, 32, 16, 8, 4}) {
    const auto is_at_edge = [&](const Place& p) {
      const int at = coordinate(p) % period, shifted = (coordinate(p) - 1 + period) % period;
      return at == 0 || at == period - 1 || shifted == 0 || shifted == period - 1;
    };
    if (std::all_of(wrong.begin(), wrong.end(), is_at_edge))
      return fmt::format("{} {}", period, what);
  }
  return {};
}

std::optional<Explanation> explain_other_average(const HeatData& data, std::span<const float> plate,
                                                 const Survey& s) {
  struct Mistake {
    Average average;
    Explanation explanation;
  };
  static const std::vector<Mistake> mistakes = {
      {{0, 1, 0},
       {"not-averaged", "each cell is the sum of its neighbours", "four of them: times 0.25"}},
      {{0.2, 0.2, 0},
       {"centre-included", "each cell is the average of five: its neighbours and itself",
        "the new temperature has no part of the old one: add up the four neighbours only"}},
      {{0.25, 0.25, 0},
       {"centre-included", "the cell itself is added to its neighbours",
        "the new temperature has no part of the old one: add up the four neighbours only"}},
      {{0, 0.125, 0.125},
       {"diagonals-included", "each cell is the average of the eight cells around it",
        "a cell has four neighbours: above, below, left and right"}},
      {{0, 0, 0.25},
       {"diagonals-included", "each cell is the average of the four cells diagonal to it",
        "a cell has four neighbours: above, below, left and right"}},
      {{-1, 0.25, 0},
       {"difference-stored", "each cell is how much it would change, not what it becomes",
        "store the average itself, not its difference from the old temperature"}},
  };
  for (const Mistake& mistake : mistakes)
    if (is_like(s.wrong, data, plate, expected_plate(data, data.iterations, mistake.average)))
      return mistake.explanation;
  return std::nullopt;
}

std::optional<Explanation> explain_other_count(const HeatData& data, std::span<const float> plate,
                                               const Survey& s) {
  for (int other = 0; other <= 2 * data.iterations + 4; ++other) {
    if (other == data.iterations) continue;
    if (!is_like(s.wrong, data, plate, expected_plate(data, other))) continue;
    return Explanation{
        "other-iterations",
        fmt::format("it is the plate after {} iteration{}, not after {}", other,
                    other == 1 ? "" : "s", data.iterations),
        other == 0 && data.iterations > 1
            ? "does each iteration read what the one before wrote? Swap the pointers after each"
            : "count the launches by hand for 0, 1 and 2 iterations, and which plate each reads "
              "and "
              "writes"};
  }
  return std::nullopt;
}

// After one iteration: cells above and below that are taken to be another number of cells away.
std::optional<Explanation> explain_other_pitch(const HeatData& data, std::span<const float> plate,
                                               const Survey& s) {
  constexpr std::size_t enough = 100;  // cells to be sure
  for (std::size_t pitch = 2; pitch <= 2048; ++pitch) {
    if (pitch == static_cast<std::size_t>(data.width)) continue;
    std::size_t agree = 0;
    for (const Place& p : s.wrong) {
      const std::size_t at = data.place(p.y, p.x);
      if (data.is_border(p.y, p.x) || at < pitch || at + pitch >= data.cells()) continue;
      const double mean = 0.25 * (double{data.start[at - pitch]} + data.start[at + pitch] +
                                  data.start[at - 1] + data.start[at + 1]);
      if (!(std::abs(plate[at] - mean) <= 1e-5 * (std::abs(mean) + 1)) || ++agree == enough) break;
    }
    if (agree >= std::min(enough, s.wrong.size() / 2))
      return Explanation{
          "wrong-pitch",
          fmt::format("the cells above and below are taken to be {} cells away, not {}", pitch,
                      data.width),
          "a row of the plate is width cells long; a row of a block or a tile is not"};
  }
  return std::nullopt;
}

Explanation explain(const HeatData& data, const ExpectedPlate& expected,
                    std::span<const float> plate, std::span<const float> scratch,
                    const Case::Evidence& evidence, const Survey& s) {
  if (data.iterations > 0 && check_plate(data, expected, scratch).ok)
    return {
        "left-in-scratch",
        fmt::format("the plate after {} iterations lies in scratch, not in end", data.iterations),
        "each iteration swaps the two: choose where the first one writes so that the last one "
        "writes to "
        "end, for odd and even numbers of iterations"};
  if (s.unwritten == data.cells())
    return {"nothing-written", "nothing was written to end",
            data.iterations == 0
                ? "after no iterations the plate is as it was at the start: copy it, in a kernel"
                : "the last iteration has to write to end"};
  if (evidence.is_stale)
    return {"stale", "it is the result of the plate before this one",
            "compute every call anew, from the plate that it is given"};
  if (s.unwritten > 0 && s.unwritten == s.unwritten_border && s.wrong.size() == s.unwritten)
    return {"border-missing",
            fmt::format("{} cells of the border were never written", s.unwritten_border),
            "iterations read one plate and write the other, and both need the border: a thread "
            "whose cell "
            "is on it copies that cell"};
  if (s.wrong_border == s.wrong.size())
    return {"border-changed", "the border has changed, and nothing else is wrong",
            "the first and the last row and column hold their temperature: copy them as they are, "
            "bits and "
            "all"};
  if (auto other = explain_other_count(data, plate, s)) return *other;
  if (s.unwritten > 0)
    return {"cells-missing",
            fmt::format("{} cells were never written, the first at x={} y={}", s.unwritten,
                        s.wrong.front().x, s.wrong.front().y),
            "the grid has to be rounded up in x and y: (width + BLOCK - 1) / BLOCK"};
  if (evidence.differs_between_runs)
    return {"race", "the same plate has another result when it is computed again",
            "threads seem to read what others have not written yet: a tile needs __syncthreads() "
            "after it "
            "is loaded, and an iteration must not write to the plate that it reads"};
  if (s.wrong_border > 0)
    return {"border-changed",
            fmt::format("{} cells of the border have changed, and what is near them with them",
                        s.wrong_border),
            "the first and the last row and column hold their temperature: copy them as they are, "
            "bits and "
            "all"};
  if (is_like(s.wrong, data, plate, updated_in_place(data)))
    return {"in-place", "cells above and to the left were new already when they were averaged",
            "an iteration reads one plate and writes another; only then the two change places"};
  if (auto other = explain_other_average(data, plate, s)) return *other;
  if (s.has_numbers_only && s.largest_error < 1000 * expected.tolerance)
    return {"low-precision",
            fmt::format(
                "all cells are nearly right, but off by up to {:.2g}, where float allows {:.2g}",
                s.largest_error, expected.tolerance),
            "is there something shorter than a float, or a fast approximation?"};
  if (data.iterations == 1) {
    if (auto pitch = explain_other_pitch(data, plate, s)) return *pitch;
    const std::string columns = edges_of_tiles(
        s.wrong, [](const Place& p) { return p.x; }, "columns");
    const std::string rows = edges_of_tiles(
        s.wrong, [](const Place& p) { return p.y; }, "rows");
    if (!columns.empty() || !rows.empty())
      return {
          "tile-edges",
          fmt::format("wrong only at the edges of tiles of {}",
                      columns.empty() || rows.empty() ? columns + rows : columns + " and " + rows),
          "the halo of a tile is one cell on each side: who loads it, and from where?"};
  }
  if (data.iterations > 1 && s.wrong.size() < data.inner_cells())
    return {"wrong-later",
            fmt::format("{} of {} cells are wrong after {} iterations", s.wrong.size(),
                        data.inner_cells(), data.iterations),
            "one iteration is right: what do the next ones read? A halo that shrinks by a cell an "
            "iteration "
            "has to begin as wide as there are iterations"};
  return {"wrong-cells", "wrong all over the plate, and by no mistake that is known here",
          "try one iteration on a plate of 3x3 cells, by hand"};
}

}  // namespace

Diagnosis explain_wrong_plate(const HeatData& data, const ExpectedPlate& expected,
                              std::span<const float> plate, std::span<const float> scratch,
                              const Case::Evidence& evidence, const std::string& case_name) {
  const auto is_unwritten = [&](std::size_t place) {
    if (evidence.unwritten.empty())  // of a CPU step: what is left of the poison
      return std::bit_cast<std::uint32_t>(plate[place]) == evidence.poison;
    const auto bytes = evidence.unwritten.subspan(place * sizeof(float), sizeof(float));
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b != std::byte{0}; });
  };
  const Survey s = survey(data, expected, plate, is_unwritten);
  const Explanation explanation = explain(data, expected, plate, scratch, evidence, s);
  const Place first = s.wrong.front();
  const std::size_t place = data.place(first.y, first.x);
  return make_diagnosis(
      explanation,
      {fmt::format("{}: {} of {} cells are wrong", case_name, s.wrong.size(), data.cells()),
       fmt::format(
           "first at x={} y={}{}: expected {:.9g}, got {}", first.x, first.y,
           data.is_border(first.y, first.x) ? ", on the border" : "", expected.values[place],
           is_unwritten(place) ? "nothing (never written)" : fmt::format("{:.9g}", plate[place]))});
}

}  // namespace warplab
