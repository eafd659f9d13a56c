// Which set of places wrong values form, in words.
#include "autograder/problems/place_set.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warplab {
namespace {

std::vector<bool> image(std::size_t width, std::size_t height,
                        const std::function<bool(std::size_t y, std::size_t x)>& is_marked) {
  std::vector<bool> marked;
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) marked.push_back(is_marked(y, x));
  return marked;
}

// What is said of 70 columns and 50 rows; empty where nothing is.
std::string said(const std::function<bool(std::size_t y, std::size_t x)>& is_marked) {
  const auto set = find_place_set(image(70, 50, is_marked), 70);
  return set ? set->say("wrong") : "";
}

TEST(PlaceSet, NamesRowsAndColumns) {
  EXPECT_EQ(said([](auto y, auto) { return y >= 48; }), "wrong exactly in the last 2 rows");
  EXPECT_EQ(said([](auto y, auto) { return y == 0; }), "wrong exactly in the first row");
  EXPECT_EQ(said([](auto, auto x) { return x >= 50; }), "wrong exactly in the last 20 columns");
  EXPECT_EQ(said([](auto, auto x) { return x == 7; }), "wrong exactly in column 7");
  EXPECT_EQ(said([](auto y, auto x) { return y >= 4 && y < 9 && x >= 32 && x < 48; }),
            "wrong exactly in rows 4 to 8, there in columns 32 to 47");
}

TEST(PlaceSet, NamesWhatComesBack) {
  EXPECT_EQ(said([](auto, auto x) { return x % 4 == 3; }), "wrong exactly in column 3 of every 4");
  EXPECT_EQ(said([](auto y, auto) { return y % 12 >= 10; }),
            "wrong exactly in rows 10 to 11 of every 12");
  EXPECT_EQ(said([](auto y, auto x) { return y % 16 >= 14 && x % 16 >= 14; }),
            "wrong exactly in rows 14 to 15 of every 16, there in columns 14 to 15 of every 16");
}

TEST(PlaceSet, NamesCornersOfBlocks) {
  const auto is_end = [](std::size_t i) { return i % 16 == 0 || i % 16 == 15; };
  EXPECT_EQ(said([=](auto y, auto x) { return is_end(y) && is_end(x); }),
            "wrong exactly in rows 0 and 15 of every 16, there in columns 0 and 15 of every 16");
}

TEST(PlaceSet, NamesRowsWithColumnsBesides) {
  EXPECT_EQ(said([](auto y, auto x) { return y % 16 == 15 || x % 16 == 15; }),
            "wrong exactly in row 15 of every 16 and in column 15 of every 16");
  EXPECT_EQ(said([](auto y, auto x) { return y >= 48 || x >= 64; }),
            "wrong exactly in the last 2 rows and in the last 6 columns");
}

TEST(PlaceSet, NamesPartsOfMemory) {
  EXPECT_EQ(said([](auto y, auto x) { return 70 * y + x >= 3000; }),
            "wrong exactly from row 42, column 60 on, as memory has it");
  EXPECT_EQ(said([](auto y, auto x) { return 70 * y + x < 1000; }),
            "wrong exactly up to row 14, column 19, as memory has it");
}

TEST(PlaceSet, SaysOnlyWhereSomeAreRight) {
  EXPECT_EQ(said([](auto y, auto x) { return x % 16 == 15 && (y > 5 || x > 20); }),
            "wrong only in column 15 of every 16");
}

TEST(PlaceSet, SaysNothingOfWhatIsEverywhereOrNoSet) {
  EXPECT_EQ(said([](auto, auto) { return true; }), "");
  EXPECT_EQ(said([](auto, auto) { return false; }), "");
  EXPECT_EQ(said([](auto y, auto x) { return (x * 7 + y * 13) % 31 == 0; }), "");
}

TEST(PlaceSet, TellsWhatRepeats) {
  const auto repeats = [](const auto& is_marked) {
    return find_place_set(image(70, 50, is_marked), 70)->repeats;
  };
  EXPECT_TRUE(repeats([](auto, auto x) { return x % 8 == 0; }));
  EXPECT_FALSE(repeats([](auto, auto x) { return x > 40; }));
}

}  // namespace
}  // namespace warplab
