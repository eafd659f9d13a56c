// The problem family `heat`: oracle, cases, pictures, and what it says about wrong plates.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/heat/heat.h"
#include "autograder/problems/heat/plate_picture.h"
#include "autograder/problems/random_numbers.h"

namespace warplab {
namespace {

HeatData plate(int width, int height, int iterations) {
  HeatData data;
  data.width = width;
  data.height = height;
  data.iterations = iterations;
  RandomNumbers random(7);
  for (std::size_t i = 0; i < data.cells(); ++i)
    data.start.push_back(static_cast<float>(random.real(-100, 100)));
  return data;
}

std::vector<float> floats_of(const ExpectedPlate& plate) {
  return {plate.values.begin(), plate.values.end()};
}

// --- Oracle ---

TEST(HeatOracle, AveragesByHand) {
  HeatData data = plate(4, 3, 1);
  data.start = {9, 1, 2, 9, 3, 10, 20, 4, 9, 5, 6, 9};
  EXPECT_EQ(floats_of(expected_plate(data, 1)),
            (std::vector<float>{9, 1, 2, 9, 3, 0.25f * (1 + 5 + 3 + 20), 0.25f * (2 + 6 + 10 + 4),
                                4, 9, 5, 6, 9}));
  EXPECT_EQ(floats_of(expected_plate(data, 0)), data.start);
  EXPECT_EQ(expected_plate(data, 0).tolerance, 0);
}

TEST(HeatOracle, PlatesThatAreAllBorderStay) {
  for (const auto& [width, height] : {std::pair{1, 1}, {2, 5}, {7, 2}, {1, 9}}) {
    const HeatData data = plate(width, height, 5);
    EXPECT_EQ(floats_of(expected_plate(data, 5)), data.start);
    EXPECT_EQ(data.inner_cells(), 0u);
  }
}

// A plate that is linear in x and y is at rest.
TEST(HeatOracle, KeepsWhatIsAtRest) {
  HeatData data = plate(37, 23, 50);
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x)
      data.start[data.place(y, x)] = static_cast<float>(3 * x - 2 * y);
  EXPECT_EQ(floats_of(expected_plate(data, 50)), data.start);
}

TEST(HeatOracle, FloatsStayWithinTheTolerance) {
  const HeatData data = plate(65, 41, 200);
  std::vector<float> now = data.start, before;
  double largest = 0;
  for (int i = 0; i < data.iterations; ++i) {
    before = now;
    for (int y = 1; y < data.height - 1; ++y)
      for (int x = 1; x < data.width - 1; ++x) {
        const std::size_t at = data.place(y, x);
        now[at] = 0.25f * (((before[at - 65] + before[at + 65]) + before[at - 1]) + before[at + 1]);
      }
  }
  const ExpectedPlate expected = expected_plate(data, data.iterations);
  const Check check = check_plate(data, expected, now);
  EXPECT_TRUE(check.ok);
  largest = check.largest_error;
  EXPECT_GT(largest, 0);
  EXPECT_LT(largest, expected.tolerance);
  now[data.place(20, 20)] += static_cast<float>(2 * expected.tolerance);
  EXPECT_EQ(check_plate(data, expected, now).wrong, 1u);
}

TEST(HeatOracle, BordersAreComparedByTheirBits) {
  HeatData data = plate(5, 4, 1);
  data.start[data.place(0, 2)] = -0.0f;
  const ExpectedPlate expected = expected_plate(data, 1);
  std::vector<float> got = floats_of(expected);
  EXPECT_TRUE(check_plate(data, expected, got).ok);
  got[data.place(0, 2)] = 0.0f;
  EXPECT_EQ(check_plate(data, expected, got).wrong, 1u);
}

TEST(HeatOracle, WhatIsNoNumberIsWrong) {
  const HeatData data = plate(5, 4, 1);
  const ExpectedPlate expected = expected_plate(data, 1);
  for (const float odd : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    std::vector<float> got = floats_of(expected);
    got[data.place(1, 1)] = odd;
    EXPECT_EQ(check_plate(data, expected, got).wrong, 1u);
  }
}

TEST(HeatOracle, CornersAreNobodysNeighbours) {
  HeatData data = plate(9, 9, 10);
  const ExpectedPlate expected = expected_plate(data, 10);
  data.start[0] = data.start[data.place(8, 8)] = 1e30f;
  const ExpectedPlate other = expected_plate(data, 10);
  for (int y = 1; y < 8; ++y)
    for (int x = 1; x < 8; ++x)
      EXPECT_EQ(other.values[data.place(y, x)], expected.values[data.place(y, x)]);
  EXPECT_EQ(other.tolerance, expected.tolerance);
}

// --- Cases ---

TEST(HeatCases, HaveEverySizeAndNoIterationsOneAndMore) {
  Lab lab;
  lab.sizes = {{1, 1}, {3, 3}, {33, 65}, {17, 9}, {140, 150}, {64, 64}};
  for (const bool gives_shapes : {false, true}) {
    std::set<std::string> names;
    for (const auto& each : make_small_plates(lab, gives_shapes)) {
      names.insert(each->name());
      EXPECT_EQ(each->gpu_needs().checkers, !each->name().starts_with("3x65600")) << each->name();
    }
    const auto some_has = [&](const std::string& part) {
      for (const std::string& name : names)
        if (name.find(part) != std::string::npos) return true;
      return false;
    };
    for (const Size& size : lab.sizes) EXPECT_TRUE(some_has(size.text() + ",")) << size.text();
    for (const char* count :
         {", 0 iterations", ", 1 iteration", ", 2 iterations", ", 7 iterations"})
      EXPECT_TRUE(some_has(count)) << count;
    for (const char* shape : {"blocks of 256x4", "blocks of 1x1"})
      EXPECT_EQ(some_has(shape), gives_shapes) << shape;
    EXPECT_TRUE(some_has("3x65600, 1 iteration")) << "more rows than 16 bits count";
    EXPECT_EQ(make_small_plates(lab, gives_shapes).front()->name().rfind("140x150, 1 it", 0), 0u);
  }
}

TEST(HeatCases, NewSeedsMakeNewPlates) {
  const auto the_case = make_plate({20, 30}, 2, {});
  std::vector<std::byte> first(20 * 30 * 4), second(first.size());
  const std::array<std::span<std::byte>, 1> to_first = {first}, to_second = {second};
  the_case->generate(1);
  the_case->write_inputs(to_first);
  the_case->generate(2);
  the_case->write_inputs(to_second);
  EXPECT_NE(first, second);
}

// --- Pictures ---

TEST(HeatPicture, HotterIsLighter) {
  double last = -1;
  for (int i = 0; i <= 100; ++i) {
    const auto [red, green, blue] = heat_colour(i / 100.0);
    // Luminance of sRGB.
    const auto linear = [](int byte) { return std::pow(byte / 255.0, 2.2); };
    const double light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    EXPECT_GT(light, last - 1e-3) << i;
    last = light;
  }
  EXPECT_EQ(heat_colour(-5), heat_colour(0));
  EXPECT_EQ(heat_colour(7), heat_colour(1));
  EXPECT_EQ(heat_colour(std::nan("")), (std::array<std::uint8_t, 3>{255, 255, 255}));
}

TEST(HeatPicture, ShowsPlatesSideBySide) {
  const std::vector<float> cold(6, 0.0f), hot(6, 1.0f);
  const Image image = draw_plates({cold, hot}, 3, 2, 0, 1);
  EXPECT_EQ(image.width, 2 * 6 + 8);
  EXPECT_GT(image.height, 4);
  const auto colour = [&](int x, int y) {
    return std::array<std::uint8_t, 3>{image.at(x, y, 0), image.at(x, y, 1), image.at(x, y, 2)};
  };
  EXPECT_EQ(colour(0, 0), heat_colour(0));
  EXPECT_EQ(colour(image.width - 1, 0), heat_colour(1));
  EXPECT_EQ(colour(8, 0), heat_colour(std::nan("")));
}

// --- Diagnosis ---

struct WrongPlate {
  const char* name;
  const char* slug;
  const char* says;
  HeatData data;
  // Makes a wrong plate of the right one.
  std::function<void(const HeatData&, std::vector<float>& plate, std::vector<float>& scratch)>
      spoil;
  bool is_stale = false, differs = false, is_of_cpu = false;
};

void PrintTo(const WrongPlate& wrong, std::ostream* out) { *out << wrong.name; }

constexpr std::uint32_t poison = 0xdeadbeef;
const float unwritten = std::bit_cast<float>(poison);

// The plate with other coefficients.
auto averaged_with(const Average& average) {
  return [=](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
    plate = floats_of(expected_plate(data, data.iterations, average));
  };
}

// Each cell as the mean of four that are told by how far they are down and to the right; of cells
// for which `where` holds.
auto averaged_of(
    std::array<std::pair<int, int>, 4> cells,
    std::function<bool(int y, int x)> where = [](int, int) { return true; }) {
  return [=](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
    for (int y = 1; y < data.height - 1; ++y)
      for (int x = 1; x < data.width - 1; ++x) {
        if (!where(y, x)) continue;
        float sum = 0;
        for (const auto& [dy, dx] : cells) sum += data.start[data.place(y + dy, x + dx)];
        plate[data.place(y, x)] = 0.25f * sum;
      }
  };
}

// A plate that is read at other places than its cells have.
auto read_at(std::size_t (*place)(const HeatData& data, int y, int x)) {
  return [=](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
    for (int y = 1; y < data.height - 1; ++y)
      for (int x = 1; x < data.width - 1; ++x) {
        const auto cell = [&](int dy, int dx) { return data.start[place(data, y + dy, x + dx)]; };
        plate[data.place(y, x)] = 0.25f * (cell(-1, 0) + cell(1, 0) + cell(0, -1) + cell(0, 1));
      }
  };
}

HeatData in_blocks(HeatData data, const ThreadBlock& block) {
  data.block = block;
  return data;
}

// Tiles of blocks and a cell around each, filled with 0 outside the plate, and read with rows of
// another length.
auto read_from_tiles(int pitch) {
  return [=](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
    const auto [w, h] = data.block;
    for (int top = 0; top < data.height; top += h)
      for (int left = 0; left < data.width; left += w) {
        std::vector<float> tile;
        for (int y = top - 1; y <= top + h; ++y)
          for (int x = left - 1; x <= left + w; ++x) {
            const bool inside = y >= 0 && x >= 0 && y < data.height && x < data.width;
            tile.push_back(inside ? data.start[data.place(y, x)] : 0);
          }
        for (int y = top; y < std::min(top + h, data.height); ++y)
          for (int x = left; x < std::min(left + w, data.width); ++x) {
            const int at = (y - top + 1) * pitch + x - left + 1;
            plate[data.place(y, x)] =
                data.is_border(data.place(y, x))
                    ? tile[at]
                    : 0.25f * (tile[at - pitch] + tile[at + pitch] + tile[at - 1] + tile[at + 1]);
          }
      }
  };
}

// The border like all other cells, but for iterations whose number `launch` divides, and the last.
auto border_averaged_between(int launch) {
  return [=](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
    plate = data.start;
    for (int i = 1; i <= data.iterations; ++i) {
      const std::vector<float> old = plate;
      const auto cell = [&](int y, int x) {
        return old[data.place(std::clamp(y, 0, data.height - 1), std::clamp(x, 0, data.width - 1))];
      };
      for (int y = 0; y < data.height; ++y)
        for (int x = 0; x < data.width; ++x) {
          const std::size_t at = data.place(y, x);
          const bool keeps = data.is_border(at) && (i % launch == 0 || i == data.iterations);
          plate[at] =
              keeps ? data.start[at]
                    : 0.25f * (cell(y - 1, x) + cell(y + 1, x) + cell(y, x - 1) + cell(y, x + 1));
        }
    }
  };
}

std::vector<WrongPlate> wrong_plates() {
  const auto all_of = [](float value) {
    return [=](const HeatData&, std::vector<float>& plate, std::vector<float>&) {
      std::fill(plate.begin(), plate.end(), value);
    };
  };
  const auto one = [](int y, int x, float value) {
    return [=](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
      plate[data.place(y, x)] = value;
    };
  };
  return {
      {"NothingWritten", "nothing-written", "the last iteration", plate(9, 7, 2),
       all_of(unwritten)},
      {"NothingForNone", "nothing-written", "in a kernel", plate(9, 7, 0), all_of(unwritten)},
      {"ThePlateBefore", "stale", "the plate before", plate(9, 7, 2), all_of(1), true},
      {"LeftInScratch", "left-in-scratch", "odd and even", plate(9, 7, 3),
       [](const HeatData&, std::vector<float>& plate, std::vector<float>& scratch) {
         scratch = plate;
         std::fill(plate.begin(), plate.end(), unwritten);
       }},
      {"BorderMissing", "border-missing", "6 cells of the border", plate(9, 6, 2),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (int y = 0; y < 6; ++y) plate[data.place(y, 8)] = unwritten;
       }},
      {"BorderChanged", "border-changed", "nothing else is wrong", plate(9, 7, 2), one(0, 3, 5)},
      {"BorderChangedAndMore", "border-changed", "and what is near it with it", plate(9, 7, 2),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         plate[data.place(0, 3)] = 500;
         plate[data.place(1, 3)] += 50;
       }},
      {"OneTooFew", "other-iterations", "after 3 iterations, not after 4", plate(19, 17, 4),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         plate = floats_of(expected_plate(data, 3));
       }},
      {"NeverIterated", "other-iterations", "Swap the pointers", plate(19, 17, 4),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         plate = data.start;
       }},
      {"CellsMissing", "cells-missing", "1 cell was never written, the first at x=4 y=3",
       plate(9, 7, 2), one(3, 4, unwritten)},
      {"CellsThatNoThreadHas", "cells-missing", "divided among threads", plate(9, 7, 2),
       one(3, 4, unwritten), false, false, true},
      {"ReadBeforeItWasWritten", "race", "nor begin before the one before has ended",
       plate(9, 7, 2), one(3, 4, unwritten), false, true, true},
      {"DiffersBetweenRuns", "race", "__syncthreads()", plate(9, 7, 2), one(3, 4, 7), false, true},
      {"TileReadWithOtherRows", "wrong-tile-pitch", "10 cells long (blockDim.y + 2), not 34",
       in_blocks(plate(70, 37, 1), {32, 8}), read_from_tiles(10)},
      {"TileReadWithoutItsHalo", "wrong-tile-pitch", "32 cells long, not 34",
       in_blocks(plate(70, 37, 1), {32, 8}), read_from_tiles(32)},
      {"BorderAveragedBetween", "border-averaged-between", "set back after 2 iterations",
       plate(19, 17, 3), border_averaged_between(2)},
      {"BorderAveragedAllAlong", "border-averaged-between", "set back after 4 iterations",
       plate(19, 17, 4), border_averaged_between(4)},
      {"InPlaceButForTheRowAbove", "in-place", "cells to the left were new", plate(19, 17, 1),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (int y = 1; y < 16; ++y)
           for (int x = 1; x < 18; ++x) {
             const std::size_t at = data.place(y, x);
             const auto& start = data.start;
             plate[at] = 0.25f * (start[at - 19] + start[at + 19] + plate[at - 1] + start[at + 1]);
           }
       }},
      {"InPlace", "in-place", "above and to the left were new", plate(19, 17, 1),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         plate = data.start;
         for (int y = 1; y < 16; ++y)
           for (int x = 1; x < 18; ++x) {
             const std::size_t at = data.place(y, x);
             plate[at] = 0.25f * (plate[at - 19] + plate[at + 19] + plate[at - 1] + plate[at + 1]);
           }
       }},
      {"Sum", "not-averaged", "times 0.25", plate(19, 17, 2), averaged_with({0, 1, 0})},
      {"Five", "centre-included", "itself", plate(19, 17, 2), averaged_with({0.2, 0.2, 0})},
      {"FourAndItself", "centre-included", "added to its", plate(19, 17, 2),
       averaged_with({0.25, 0.25, 0})},
      {"Eight", "diagonals-included", "eight", plate(19, 17, 2), averaged_with({0, 0.125, 0.125})},
      {"Diagonal", "diagonals-included", "diagonal", plate(19, 17, 2), averaged_with({0, 0, 0.25})},
      {"Difference", "difference-stored", "would change", plate(19, 17, 1),
       averaged_with({-1, 0.25, 0})},
      {"LeftTwice", "wrong-neighbour",
       "the cell on the left is added twice, the cell on the right not at all", plate(19, 17, 1),
       averaged_of({{{-1, 0}, {1, 0}, {0, -1}, {0, -1}}})},
      {"DiagonalForOne", "wrong-neighbour",
       "the cell above on the right is added, the cell above not at all", plate(19, 17, 1),
       averaged_of({{{-1, 1}, {1, 0}, {0, -1}, {0, 1}}})},
      {"ItselfForOne", "wrong-neighbour", "the cell itself is added, the cell below not at all",
       plate(19, 17, 1), averaged_of({{{-1, 0}, {0, 0}, {0, -1}, {0, 1}}})},
      {"OtherNeighboursInSomeRows", "wrong-neighbour", "not at all, in row 3 of every 5",
       plate(19, 27, 1),
       averaged_of({{{1, 0}, {1, 0}, {0, -1}, {0, 1}}}, [](int y, int) { return y % 5 == 3; })},
      {"AverageOfTheCellBelow", "shifted", "the one that is 1 row further down", plate(19, 17, 1),
       averaged_of({{{0, 0}, {2, 0}, {1, -1}, {1, 1}}}, [](int y, int) { return y < 15; })},
      {"AverageOfACellOnTheLeft", "shifted", "the one that is 2 columns further left",
       plate(19, 17, 1), averaged_of({{{-1, -2}, {1, -2}, {0, -3}, {0, -1}}})},
      {"RowsAndColumnsOfASquare", "rows-and-columns", "x is the column", plate(18, 18, 1),
       read_at([](const HeatData& data, int y, int x) { return data.place(x, y); })},
      {"ReadWithRowsOfSixteen", "wrong-pitch", "rows were 16 cells long, not 40", plate(40, 40, 1),
       read_at([](const HeatData&, int y, int x) { return std::size_t(16 * y + x); })},
      {"NearlyRight", "low-precision", "nearly right", plate(19, 17, 2),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (int y = 1; y < 16; ++y) plate[data.place(y, 5)] += 1e-3f;
       }},
      {"OtherPitch", "wrong-pitch", "16 cells away, not 40", plate(40, 40, 1),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (int y = 1; y < 39; ++y)
           for (int x = 1; x < 39; ++x) {
             const std::size_t at = data.place(y, x);
             plate[at] = 0.25f * (data.start[at - 16] + data.start[at + 16] + data.start[at - 1] +
                                  data.start[at + 1]);
           }
       }},
      {"EdgesOfTiles", "tile-edges", "tiles of 16 columns and 16 rows", plate(64, 64, 1),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (const int y : {15, 16, 31, 32, 47})
           for (const int x : {15, 16, 31, 47, 48}) plate[data.place(y, x)] += 9;
       }},
      {"LaterIterations", "wrong-later", "shrinks", plate(64, 64, 4),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (int x = 1; x < 40; ++x) plate[data.place(30, x)] += 9 * static_cast<float>(x % 5 + 1);
       }},
      {"Anything", "wrong-cells", "by hand", plate(19, 17, 1),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (std::size_t i = 0; i < data.inner_cells(); ++i)
           plate[data.place(1 + static_cast<int>(i) / 17, 1 + static_cast<int>(i) % 17)] +=
               20 + static_cast<float>(i * 7 % 13);
       }},
      {"NotANumber", "wrong-cells", "got nan", plate(19, 17, 1),
       [](const HeatData& data, std::vector<float>& plate, std::vector<float>&) {
         for (const int x : {2, 5, 9, 11, 13}) plate[data.place(x, x)] = std::nanf("");
       }},
  };
}

class HeatDiagnosis : public testing::TestWithParam<WrongPlate> {};

TEST_P(HeatDiagnosis, NamesTheCause) {
  const WrongPlate& wrong = GetParam();
  const ExpectedPlate expected = expected_plate(wrong.data, wrong.data.iterations);
  std::vector<float> got = floats_of(expected), scratch(got.size(), unwritten);
  for (int y = 0; y < wrong.data.height; ++y)
    for (int x = 0; x < wrong.data.width; ++x)
      if (wrong.data.is_border(wrong.data.place(y, x)))
        got[wrong.data.place(y, x)] = wrong.data.start[wrong.data.place(y, x)];
  ASSERT_TRUE(check_plate(wrong.data, expected, got).ok);
  wrong.spoil(wrong.data, got, scratch);
  ASSERT_FALSE(check_plate(wrong.data, expected, got).ok);
  Case::Evidence evidence;
  evidence.poison = poison;
  evidence.is_stale = wrong.is_stale;
  evidence.differs_between_runs = wrong.differs;
  evidence.is_of_cpu = wrong.is_of_cpu;
  const Diagnosis diagnosis =
      explain_wrong_plate(wrong.data, expected, got, scratch, evidence, "the case");
  std::string said;
  for (const std::string& line : explanation_of(diagnosis))
    said += (said.empty() ? "" : " ") + line;
  EXPECT_EQ(diagnosis.cause, wrong.slug) << said;
  EXPECT_NE(said.find(wrong.says), std::string::npos) << wrong.says << ": " << said;
  EXPECT_EQ(said.rfind("the case: ", 0), 0u) << said;
  EXPECT_NE(said.find(" next: "), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(All, HeatDiagnosis, testing::ValuesIn(wrong_plates()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace warplab
