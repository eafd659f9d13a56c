// Coverage: threads by line and way, on simt; sums; JSON.
#include "simt/observe/coverage.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simt/device.h"

namespace simt::observe {
namespace {

using Threads = std::vector<uint64_t>;

// A guard, a selection, a table of three entries and an access with a predicate; and a kernel beside it.
const std::string ptx = R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "/home/x.cu"
.file 2 "/usr/include/header.h"
.visible .entry k(.param .u32 n)
{
  .reg .pred %p<5>; .reg .b32 %r<9>;
  .loc 1 10 0
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  .loc 1 11 3
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 ret;
  .loc 1 12 5
  setp.lt.u32 %p2, %r2, 4;
  selp.b32 %r3, %r2, %r1, %p2;
  .loc 1 13 1
  and.b32 %r4, %r2, 1;
  TABLE: .branchtargets EVEN, ODD, NEVER;
  brx.idx %r4, TABLE;
EVEN:
  .loc 1 14 1
  add.u32 %r3, %r3, 1;
  ret;
ODD:
  .loc 1 15 1
  setp.eq.u32 %p3, %r2, 100;
  .loc 1 16 1
  @%p3 add.u32 %r3, %r3, 2;
  .loc 2 17 1
  @%p3 add.u32 %r3, %r3, 3;
  ret;
NEVER:
  .loc 1 18 1
  add.u32 %r3, %r3, 3;
  ret;
}
.visible .entry idle()
{
  .loc 1 20 0
  ret;
})";

class CoverageTest : public ::testing::Test {
 protected:
  CoverageTest() : program_(device_.load(ptx)) {}

  static Options options() {
    Options options;
    options.coverage = true;
    options.workers = 1;
    return options;
  }
  Coverage launch(uint32_t threads, uint32_t n) {
    std::byte parameters[4];
    std::memcpy(parameters, &n, sizeof n);
    const LaunchResult result = device_.launch(
        *program_.kernel("k"), {.grid = {1, 1, 1}, .block = {threads, 1, 1}}, parameters);
    EXPECT_EQ(result.status, Status::ok) << result.message;
    return counter_.count(result.counters.value());
  }

  Device device_{options()};
  Program program_;
  CoverageCounter counter_;
};

TEST_F(CoverageTest, CountsThreadsByLine) {
  const Coverage coverage = launch(64, 10);
  ASSERT_EQ(coverage.files.size(), 1u) << "headers of the system are left out";
  const std::map<uint32_t, uint64_t> lines = {{10, 64}, {11, 64}, {12, 10}, {13, 10},
                                              {14, 5},  {15, 5},  {16, 0},  {18, 0}};
  EXPECT_EQ(coverage.files.at("/home/x.cu").lines, lines);
}

TEST_F(CoverageTest, CountsThreadsByWay) {
  const auto branches = launch(64, 10).files.at("/home/x.cu").branches;
  ASSERT_EQ(branches.size(), 4u);
  const BranchCoverage& guard = branches.at({11, 3, 2});
  EXPECT_EQ(guard.threads, (Threads{54, 10})) << "outside and within";
  EXPECT_EQ(guard.boundary, ptx::Boundary::block);
  EXPECT_EQ(branches.at({12, 5, 2}).threads, (Threads{6, 4}));
  const BranchCoverage& table = branches.at({13, 1, 3});
  EXPECT_EQ(table.threads, (Threads{5, 5, 0}));
  EXPECT_EQ(table.lines, (std::vector<uint32_t>{14, 15, 18}));
  EXPECT_TRUE(table.is_reached());
  EXPECT_FALSE(table.went_all_ways());
  EXPECT_EQ(branches.at({16, 1, 2}).threads, (Threads{5, 0}));
}

TEST_F(CoverageTest, LaunchesAreFullOrPartialOrNeither) {
  Coverage sum = launch(32, 32);
  const auto guard = [&sum]() -> const BranchCoverage& {
    return sum.files.at("/home/x.cu").branches.at({11, 3, 2});
  };
  EXPECT_EQ(guard().full, 1u);
  EXPECT_EQ(guard().partial, 0u);
  sum.add(launch(32, 0));
  EXPECT_EQ(guard().full, 1u) << "nobody was within";
  EXPECT_EQ(guard().partial, 0u);
  sum.add(launch(64, 40));
  EXPECT_EQ(guard().partial, 1u);
  EXPECT_TRUE(guard().has_both_sides());
  EXPECT_EQ(guard().threads, (Threads{32 + 24, 32 + 40}));
}

TEST_F(CoverageTest, CodeThatNobodyLaunchesIsThereToo) {
  Coverage coverage = code_of(program_.module());
  coverage.add(launch(64, 10));
  const FileCoverage& file = coverage.files.at("/home/x.cu");
  EXPECT_EQ(file.lines.at(20), 0u);
  EXPECT_EQ(file.lines.at(10), 64u);
  EXPECT_EQ(file.kernels.at("idle").launches, 0u);
  EXPECT_EQ(file.kernels.at("idle").line, 20u);
  EXPECT_EQ(file.kernels.at("k").launches, 1u);
  const CoverageTotals totals = totals_of(coverage);
  EXPECT_EQ(totals.lines.count, 9u);
  EXPECT_EQ(totals.lines.covered, 6u);
  EXPECT_EQ(totals.lines.percent(), 66u);
  EXPECT_EQ(totals.branches.count, 4u);
  EXPECT_EQ(totals.branches.covered, 2u);
  EXPECT_EQ(totals.guards.count, 1u);
  EXPECT_EQ(totals.kernels.covered, 1u);
}

TEST_F(CoverageTest, Json) {
  Coverage coverage = code_of(program_.module());
  coverage.add(launch(64, 10));
  const nlohmann::json json = nlohmann::json::parse(to_json(coverage).dump());
  EXPECT_EQ(nlohmann::json::parse(to_json(coverage_from_json(json)).dump()), json);
  EXPECT_EQ(coverage_from_json(json).files.at("/home/x.cu").branches.at({11, 3, 2}).partial, 1u);
  EXPECT_THROW(coverage_from_json(nlohmann::json::parse(R"({"files": [{}]})")),
               nlohmann::json::exception);
}

}  // namespace
}  // namespace simt::observe
