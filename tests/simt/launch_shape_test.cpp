// Which grids and blocks a GPU takes: every limit, met and passed by one.
#include "simt/model/launch_shape.h"

#include <gtest/gtest.h>

namespace simt::model {
namespace {

std::string complaint(const events::Index3& grid, const events::Index3& block) {
  return complain_about_shape(grid, block, 1024, "this GPU");
}

TEST(LaunchShape, LimitsAreAllowed) {
  EXPECT_EQ(complaint({0x7fffffff, 1, 1}, {1024, 1, 1}), "");
  EXPECT_EQ(complaint({1, 65535, 65535}, {1, 1024, 1}), "");
  EXPECT_EQ(complaint({1, 1, 1}, {4, 4, 64}), "");
}

TEST(LaunchShape, WhatIsBeyondIsSaid) {
  EXPECT_EQ(
      complaint({1, 1, 1}, {64, 32, 1}),
      "64 x 32 x 1 = 2048 threads per block; this GPU allows 1024 (1024 x 1024 x 64 at most)");
  EXPECT_EQ(complaint({1, 65536, 1}, {1, 1, 1}),
            "a grid of 1 x 65536 x 1 blocks; at most 2147483647 x 65535 x 65535 are allowed");
  EXPECT_EQ(complaint({1, 0, 1}, {8, 8, 1}),
            "a grid of 1 x 0 x 1 blocks of 8 x 8 x 1 threads is empty");
  EXPECT_EQ(
      complaint({0x80000000, 1, 1}, {1, 1, 1}),
      "a grid of 2147483648 x 1 x 1 blocks; at most 2147483647 x 65535 x 65535 are allowed; "
      "2147483648 is -2147483648 as an int: has a product overflowed? size_t has room for it");
  EXPECT_NE(complaint({1, 0xfffffff0, 1}, {1, 1, 1}).find("is -16 as an int"), std::string::npos);
  EXPECT_NE(complaint({1, 1, 65536}, {1, 1, 1}), "");
  EXPECT_NE(complaint({1, 1, 1}, {1, 1, 65}), "");
  EXPECT_NE(complaint({1, 1, 1}, {0, 8, 8}), "");
  EXPECT_NE(complaint({1, 1, 1}, {0x10000, 0x10000, 1}), "") << "a product beyond 32 bits";
}

}  // namespace
}  // namespace simt::model
