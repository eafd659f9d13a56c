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

TEST(SharedVariable, IsWrittenByAReduction) {
  const std::string reduced =
      "#pragma omp for reduction(max : most) reduction(+:a, sum) nowait\n"
      "seen = sum;\nboth = most + a;";
  EXPECT_EQ(shared_variable(reduced, 1, 2), "sum");
  EXPECT_EQ(shared_variable(reduced, 1, 3), "") << "one of two";
}

TEST(SharedVariable, IsFilledByAFunction) {
  const std::string filled =
      "memset(counts, 0, sizeof counts);\n"
      "memcpy(&last, &all[i], n);\n"
      "use(counts, last, all);";
  EXPECT_EQ(shared_variable(filled, 1, 3), "counts");
  EXPECT_EQ(shared_variable(filled, 2, 3), "last");
}

TEST(SharedVariable, IsNotWhatTheLineCompares) {
  EXPECT_EQ(shared_variable("while (data[next++] == x) ;\nnext = data[x];", 1, 2), "next");
  EXPECT_EQ(shared_variable("same=left==right;\nuse(same, left, right);", 1, 2), "same");
  EXPECT_EQ(shared_variable("int same = left == right;\nuse(same, left);", 1, 2), "");
  EXPECT_EQ(shared_variable("a=b=0;\nuse(b);", 1, 2), "b");
}

TEST(SharedVariable, MayBeInALineOfAnyLength) {
  const std::string many(1 << 20, 'a');
  EXPECT_EQ(shared_variable(many + " += 1;\nuse(" + many + ");", 1, 2), many);
  const std::string index = "[" + std::string(1 << 20, '1') + "]";
  EXPECT_EQ(shared_variable("sum" + index + " = 1;\nuse(sum);", 1, 2), "sum");
  EXPECT_EQ(
      shared_variable("#pragma omp for reduction(+ : " + many + ")\nuse(" + many + ");", 1, 2),
      many);
}

TEST(SharedVariable, IsNotGuessed) {
  EXPECT_EQ(shared_variable(source, 7, 7), "") << "one of two";
  EXPECT_EQ(shared_variable(source, 5, 2), "") << "a comment";
  EXPECT_EQ(shared_variable("/* total = 1;\ntotal = 2; */ next = total;", 2, 2), "next");
  EXPECT_EQ(shared_variable("puts(\"total = \"); last = 1;\nuse(total);", 1, 2), "") << "a string";
  EXPECT_EQ(shared_variable(source, 6, 6), "") << "nothing is assigned";
  EXPECT_EQ(shared_variable(source, 0, 2), "");
  EXPECT_EQ(shared_variable(source, 2, 99), "");
}

TEST(TeamSizes, AreTheSameEverywhereAndMoreThanOne) {
  ASSERT_FALSE(team_sizes().empty());
  for (const int threads : team_sizes()) EXPECT_TRUE(threads >= 2 && threads <= 16) << threads;
}

// Calls 10 and 11 are in line 1, call 20 in line 2; of others no line is known.
std::size_t line_of_call(std::uint64_t call) { return call < 30 ? call / 10 : 0; }

TEST(RegionsSeen, AreAllSharedWhereNobodySaysOtherwise) {
  RegionsSeen regions;
  const auto never = [](std::uint64_t) -> std::size_t {
    ADD_FAILURE() << "a line is looked up";
    return 0;
  };
  EXPECT_EQ(regions.first_unshared(never), std::nullopt);
  regions.add(10, true);
  regions.add(20, false);
  regions.add(20, true);
  regions.add(20, false);
  EXPECT_EQ(regions.first_unshared(never), std::nullopt);
}

TEST(RegionsSeen, TellTheFirstThatOneThreadAlwaysRan) {
  RegionsSeen regions;
  regions.add(20, false);
  EXPECT_EQ(regions.first_unshared(line_of_call), 2u);
  regions.add(10, false);
  EXPECT_EQ(regions.first_unshared(line_of_call), 1u);
  regions.add(10, true);
  EXPECT_EQ(regions.first_unshared(line_of_call), 2u);
}

TEST(RegionsSeen, MayHaveTwoCallsInALine) {
  RegionsSeen regions;
  regions.add(10, false);
  regions.add(11, true);
  EXPECT_EQ(regions.first_unshared(line_of_call), std::nullopt);
}

TEST(RegionsSeen, MayHaveNoLine) {
  RegionsSeen regions;
  regions.add(99, false);
  regions.add(10, true);
  EXPECT_EQ(regions.first_unshared(line_of_call), 0u);
}

}  // namespace
}  // namespace warplab
