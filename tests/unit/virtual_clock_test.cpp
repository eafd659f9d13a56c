// Times made of a report's facts, and the floor that no time can be below.
#include "autograder/gpu/virtual_clock.h"

#include <gtest/gtest.h>

namespace warplab::gpu {
namespace {

using simt::model::LaunchFacts;
using Kind = ClockStep::Kind;

const simt::model::Target& h200() { return *simt::model::find_target("H200"); }

// A launch that fills the device and needs `slots` slots to issue.
LaunchFacts kernel(double slots) {
  LaunchFacts facts;
  facts.blocks = 132 * 8;
  facts.warps = 8 * facts.blocks;
  facts.threads = 256;
  facts.registers = 32;
  facts.work.issue = slots;
  return facts;
}

ExecutionReport two_kernels() {
  ExecutionReport report;
  for (int i = 0; i < 2; ++i) {
    report.runs.emplace_back().kernel = "k";
    report.runs.back().facts = kernel(1e8);
  }
  return report;
}

TEST(VirtualClock, TimesEveryRunFromItsFacts) {
  ExecutionReport report = two_kernels();
  report.steps = {{Kind::kernel, 0, 0}, {Kind::kernel, 0, 1}};
  report.runs[1].facts = kernel(2e8);
  model_times(report, h200(), false);
  EXPECT_GT(report.runs[0].seconds, 1e-5);
  EXPECT_GT(report.runs[1].seconds, 1.8 * report.runs[0].seconds);
  EXPECT_FALSE(report.elapsed);
}

TEST(VirtualClock, AddsUpCopiesOnTheDevice) {
  ExecutionReport report;
  report.steps = {{Kind::copy, 0, 1 << 30}, {Kind::fill, 0, 1 << 30}};
  model_times(report, h200(), false);
  EXPECT_NEAR(report.copy_seconds, 3.0 * (1 << 30) / h200().memory_bytes_per_s, 1e-4);
}

// Two images, in and out, each in a stream of its own, or both in one.
Elapsed two_images(std::uint32_t second_stream, bool is_pinned) {
  ExecutionReport report = two_kernels();
  report.steps = {{Kind::create_stream, 1}, {Kind::create_stream, 2}};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::uint32_t stream = i == 0 ? 1 : second_stream;
    report.steps.push_back({Kind::copy_in, stream, 64 << 20, is_pinned});
    report.steps.push_back({Kind::kernel, stream, i});
    report.steps.push_back({Kind::copy_out, stream, 64 << 20, is_pinned});
  }
  report.steps.push_back({Kind::synchronize_device});
  model_times(report, h200(), true);
  return *report.elapsed;
}

TEST(VirtualClock, StreamsOverlapWhereMemoryIsPinned) {
  const Elapsed one = two_images(1, true), two = two_images(2, true);
  EXPECT_LT(two.seconds, 0.85 * one.seconds);
  EXPECT_GT(two.overlap, 0.3);
  EXPECT_EQ(one.overlap, 0);
  EXPECT_NEAR(two_images(2, false).overlap, 0, 1e-9);
  EXPECT_GT(two.in_s, 1e-3);
  EXPECT_GT(two.kernels_s, 0);
}

TEST(VirtualClock, RefusesWhatIsNotThere) {
  const std::vector<ClockStep> wrong = {{Kind::kernel, 0, 7},
                                        {Kind::kernel, 5, 0},
                                        {Kind::synchronize_event, 0, 3},
                                        {Kind::destroy_stream, 9},
                                        {Kind::copy_in, 9, 100}};
  for (const ClockStep& step : wrong) {
    ExecutionReport report = two_kernels();
    report.steps = {step};
    EXPECT_THROW(model_times(report, h200(), true), std::out_of_range)
        << static_cast<int>(step.kind);
  }
}

TEST(Floor, IsWhatTheBytesTake) {
  const Floor device = floor_of({}, h200(), 1 << 30, 1 << 30, false);
  EXPECT_NEAR(device.seconds, 2.0 * (1 << 30) / h200().memory_bytes_per_s, 1e-9);
  EXPECT_NE(device.reason.find("2147 MB have to move"), std::string::npos) << device.reason;
  const Floor bus = floor_of({}, h200(), 1 << 30, 1 << 20, true);
  EXPECT_NEAR(bus.seconds, (1 << 30) / h200().pinned_in_bytes_per_s, 1e-9);
  const Floor cached = floor_of({}, h200(), 1 << 20, 1 << 20, false);
  EXPECT_NEAR(cached.seconds, 2.0 * (1 << 20) / h200().l2_bytes_per_s, 1e-12);
}

TEST(Floor, IsWhatTheInstructionsTake) {
  ExecutionReport report = two_kernels();
  report.runs[0].facts = kernel(1e10);
  const Floor floor = floor_of(report, h200(), 100, 100, false);
  EXPECT_NEAR(floor.seconds, 1.01e10 / (h200().sms * h200().schedulers_per_sm * h200().clock_hz),
              1e-6);
  EXPECT_NE(floor.reason.find("instructions of warps have to be issued"), std::string::npos);
}

// The model itself keeps above it.
TEST(Floor, LiesBelowWhatIsModelled) {
  for (const double slots : {1e6, 1e8, 1e10}) {
    ExecutionReport report = two_kernels();
    report.runs.resize(1);
    report.runs[0].facts = kernel(slots);
    report.steps = {{Kind::kernel, 0, 0}};
    model_times(report, h200(), false);
    EXPECT_LT(floor_of(report, h200(), 0, 0, false).seconds, report.runs[0].seconds);
  }
}

}  // namespace
}  // namespace warplab::gpu
