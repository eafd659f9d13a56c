// What is said of plans that are not executed.
#include "autograder/gpu/plan_check.h"

#include <gtest/gtest.h>

namespace warplab::gpu {
namespace {

constexpr std::uint64_t tebibyte = std::uint64_t{1} << 40;

Command launch(std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block,
               const std::string& kernel = "k") {
  Launch launch;
  launch.kernel = kernel;
  launch.grid = grid;
  launch.block = block;
  return {launch, 0, false, 7};
}

// Over an input and an output of a TiB each, on the device.
ExecutionReport check(std::vector<Command> commands) {
  Plan plan;
  plan.commands = std::move(commands);
  const std::vector<PlannedBuffer> buffers = {{tebibyte, "src"}, {tebibyte, "dst"}};
  return check_plan(plan, buffers, false);
}

// The error and its reason; empty where there is none.
std::string complaint(std::vector<Command> commands) {
  const ExecutionReport report = check(std::move(commands));
  return report.failed() ? name_of(report.error) + ": " + report.reason : "";
}

TEST(PlanCheck, LaunchesThatAGpuTakesAreItsRuns) {
  const ExecutionReport report =
      check({launch({0x7fffffff, 65535, 65535}, {1024, 1, 1}), launch({1, 1, 1}, {8, 8, 8}, "l")});
  EXPECT_FALSE(report.failed()) << report.reason;
  EXPECT_EQ(report.runs.size(), 2u);
  EXPECT_EQ(check(std::vector(most_commands, launch({1, 1, 1}, {32, 1, 1}))).runs.size(), 1u);
  EXPECT_EQ(report.error_site, 0u);
  EXPECT_TRUE(check({}).runs.empty());
}

TEST(PlanCheck, TheFirstLaunchThatAGpuRefusesEndsThePlan) {
  const ExecutionReport report =
      check({launch({1, 1, 1}, {32, 1, 1}), launch({4, 70000, 1}, {32, 1, 1}),
             launch({0, 1, 1}, {32, 1, 1})});
  EXPECT_EQ(report.error, CudaError::cudaErrorInvalidConfiguration);
  EXPECT_NE(report.reason.find("4 x 70000 x 1 blocks"), std::string::npos) << report.reason;
  EXPECT_EQ(report.error_site, 7u);
  EXPECT_NE(complaint({launch({0, 1, 1}, {32, 1, 1})}).find("empty"), std::string::npos);
  EXPECT_NE(complaint({launch({0x80000000, 1, 1}, {32, 1, 1})}), "");
  EXPECT_NE(complaint({launch({1, 1, 1}, {64, 32, 1})}), "");
}

TEST(PlanCheck, CopiesEndInsideTheirBuffers) {
  const std::uint64_t src = address_of(0), dst = address_of(1), own = address_of(2);
  EXPECT_EQ(complaint({{Copy{dst, src, tebibyte}}}), "");
  EXPECT_EQ(complaint({{Copy{dst, src + 1, tebibyte}}}),
            "cudaErrorInvalidValue: a copy of 1099511627776 bytes at byte 1 of src, which has "
            "1099511627776 bytes");
  EXPECT_NE(complaint({{Copy{dst - 1, src, 4}}}).find("at byte -1 of dst"), std::string::npos);
  EXPECT_NE(complaint({{Fill{own, 0, 1}}}).find("not allocated"), std::string::npos);
  EXPECT_EQ(complaint({{Allocate{2, 100}}, {Fill{own, 0, 100}}, {Free{2}}}), "");
  EXPECT_NE(complaint({{Allocate{2, 100}}, {Fill{own, 0, 101}}}).find("device memory"),
            std::string::npos);
  EXPECT_NE(complaint({{Allocate{2, 100}}, {Free{2}}, {Fill{own, 0, 1}}}), "");
}

TEST(PlanCheck, BuffersOnTheHostAreThePlansOwn) {
  Plan plan;
  plan.host_buffers = {{1000, true}, {500, false}};
  plan.commands = {{Allocate{0, 2000}}, {CopyIn{address_of(0), {0, 0}, 1000}}};
  const std::vector<PlannedBuffer> buffers = {{1000, "src"}};
  EXPECT_FALSE(check_plan(plan, buffers, true).failed());
  plan.commands.push_back({HostCopy{{0, 600}, {1, 0}, 500}});
  EXPECT_EQ(check_plan(plan, buffers, true).reason,
            "a copy of 500 bytes at byte 600 of src, which has 1000 bytes");
  plan.commands.back() = {CopyOut{{1, 0}, address_of(0), 501}};
  EXPECT_EQ(check_plan(plan, buffers, true).reason,
            "a copy of 501 bytes at byte 0 of host memory, which has 500 bytes");
}

TEST(PlanCheck, WhatTheRecorderFoundOutComesThrough) {
  EXPECT_EQ(complaint({{Failure{CudaError::cudaErrorInvalidValue, "turned round"}}}),
            "cudaErrorInvalidValue: turned round");
  Plan plan;
  plan.refused = "too much";
  EXPECT_EQ(check_plan(plan, {}, false).error, CudaError::cudaErrorNotSupported);
}

}  // namespace
}  // namespace warplab::gpu
