// The part of the search for races that needs no worker: which variable two lines share.
#include "autograder/judge/omp_races.h"

#include <gtest/gtest.h>

namespace warplab {
namespace {

const char* const source =
    "float total, last[4];\n"               // 1
    "total += x[i];\n"                      // 2
    "if (total > 3) stop = 1;\n"            // 3
    "last[i % 4] = total;\n"                // 4
    "++hits;  // total = 5\n"               // 5
    "use(hits, total);\n"                   // 6
    "a = b, b = a;\n"                       // 7
    "if (value == total) ok <<= 1;\n"       // 8
    "grid[y][x] -= 0.5f * grid[y][x - 1]";  // 9

TEST(SharedVariable, IsAssignedHereAndNamedThere) {
  EXPECT_EQ(shared_variable(source, 2, 2), "total");
  EXPECT_EQ(shared_variable(source, 2, 3), "total");
  EXPECT_EQ(shared_variable(source, 4, 4), "last");
  EXPECT_EQ(shared_variable(source, 5, 6), "hits");
  EXPECT_EQ(shared_variable(source, 8, 8), "ok");
  EXPECT_EQ(shared_variable(source, 9, 9), "grid");
}

TEST(SharedVariable, IsNotWhatTheLineDeclares) {
  const std::string loop = "for (int c = 0; c < 4; ++c) sum[c] = 0;\nelse best = x;\n";
  EXPECT_EQ(shared_variable(loop, 1, 1), "sum");
  EXPECT_EQ(shared_variable(loop, 2, 2), "best");
}
TEST(SharedVariable, IsNotGuessed) {
  EXPECT_EQ(shared_variable(source, 7, 7), "") << "one of two";
  EXPECT_EQ(shared_variable(source, 5, 2), "") << "a comment";
  EXPECT_EQ(shared_variable(source, 6, 6), "") << "nothing is assigned";
  EXPECT_EQ(shared_variable(source, 0, 2), "");
  EXPECT_EQ(shared_variable(source, 2, 99), "");
}

TEST(TeamSizes, AreTheSameEverywhereAndMoreThanOne) {
  ASSERT_FALSE(team_sizes().empty());
  for (const int threads : team_sizes()) EXPECT_TRUE(threads >= 2 && threads <= 16) << threads;
}

}  // namespace
}  // namespace warplab
