// Numbers in text: what is read, what is not, and how they are written.
#include "common/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "autograder/report/numbers.h"
#include "autograder/report/rounding.h"

namespace warplab {
namespace {

TEST(Numbers, CountsAreReadWhole) {
  EXPECT_EQ(parse_count("0"), 0);
  EXPECT_EQ(parse_count("4992"), 4992);
  for (const char* text : {"", "-1", "-0", "+1", " 1", "1 ", "1.5", "0x10", "2147483648"})
    EXPECT_EQ(parse_count(text), std::nullopt) << text;
}

TEST(Numbers, SidesAreTwoCountsWithinBounds) {
  EXPECT_EQ(parse_sides("4992x3744", 4992), std::pair(4992, 3744));
  EXPECT_EQ(parse_sides("1x1", 1), std::pair(1, 1));
  for (const char* text :
       {"", "x", "12", "12x", "x12", "0x7", "7x0", "13x1", "1x13", "7x-7", "7x7x7"})
    EXPECT_EQ(parse_sides(text, 12), std::nullopt) << text;
}

TEST(Numbers, CommasAreBetweenThousands) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(18690048), "18,690,048");
  EXPECT_EQ(with_commas(UINT64_MAX), "18,446,744,073,709,551,615");
}

TEST(Numbers, ARatioOfNothingIsZero) {
  EXPECT_EQ(ratio(3, 2), 1.5);
  EXPECT_EQ(ratio(0, 2), 0);
  EXPECT_EQ(ratio(3, 0), 0);
}

TEST(Rounding, AHalfIsRoundedUpThoughItsBinaryFormIsBelow) {
  EXPECT_LT(10 * (3 * 0.95), 28.5);
  EXPECT_EQ(half_up(10 * (3 * 0.95)), 29);
  EXPECT_EQ(half_up(10 * (21.5 * 0.7)), 151);
  EXPECT_EQ(half_up(150.4999), 150);
  EXPECT_EQ(half_up(-0.5), 0);
  EXPECT_EQ(tenths(15.05), 151);
  EXPECT_EQ(points_text(0.35), "0.4");
  EXPECT_EQ(points_text(15.04), "15");
}

}  // namespace
}  // namespace warplab
