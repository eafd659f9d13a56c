// Counters of GPU labs, made of simt's metrics.
#include "autograder/gpu/counters.h"

#include <gtest/gtest.h>

#include "autograder/gpu/work.h"
namespace warplab::gpu {
namespace {

using simt::observe::Metric;
using simt::observe::Metrics;

double value_of(const std::string& counter, const Metrics& metrics, double outputs) {
  Work work;
  work.metrics = metrics;
  return find_counter(counter)->value(work, outputs);
}

TEST(GpuCounters, AtomicsThatReturnSomethingAreLoadsToo) {
  Metrics metrics;
  metrics[Metric::global_load_requests] = 30;
  metrics[Metric::global_load_bytes] = 960;
  metrics[Metric::global_atom_requests] = 10;
  metrics[Metric::global_atom_sectors] = 20;
  EXPECT_EQ(value_of("requests", metrics, 10), 4);
  EXPECT_EQ(value_of("load-bytes", metrics, 10), 160);
}

TEST(GpuCounters, SomeAreForAThousandOutputs) {
  Metrics metrics;
  metrics[Metric::barriers] = 5;
  EXPECT_EQ(value_of("barriers", metrics, 100), 50);
}

// A launch of `blocks` blocks of `threads` threads that did `metrics`.
KernelRun run_of(std::uint32_t blocks, std::uint32_t threads, const Metrics& metrics) {
  KernelRun run;
  auto& profile = run.profile.emplace();
  profile.grid = {blocks, 1, 1};
  profile.block = {threads, 1, 1};
  profile.metrics = metrics;
  return run;
}

TEST(GpuCounters, SomeCountLaunchesAndThreads) {
  Metrics metrics;
  metrics[Metric::barriers] = 48;
  metrics[Metric::branches] = 30;
  ExecutionReport report;
  report.runs = {run_of(4, 100, metrics), run_of(1, 32, {}), KernelRun{}};
  const Work work = work_of(report);
  const auto value = [&](const char* name) { return find_counter(name)->value(work, 500); };
  EXPECT_EQ(work.blocks, 5);
  EXPECT_EQ(work.warps, 17) << "of 100 threads there are four warps, the last of them not full";
  EXPECT_EQ(value("launches"), 2) << "one was not profiled";
  EXPECT_EQ(value("threads"), 864) << "432 for 500 elements";
  EXPECT_EQ(value("branches"), 60);
  EXPECT_DOUBLE_EQ(value("block-syncs"), 48.0 / 17);
}

TEST(GpuCounters, LoadsInFlightAreAnAverage) {
  Metrics metrics;
  metrics[Metric::global_load_requests] = 20;
  metrics[Metric::global_loads_together] = 50;
  EXPECT_EQ(value_of("in-flight", metrics, 1000), 2.5) << "however many elements there are";
}

TEST(GpuCounters, NothingIsNoDivisionByZero) {
  for (const std::string& name : counter_names()) EXPECT_EQ(value_of(name, {}, 0), 0) << name;
}

TEST(GpuCounters, HeaviestLineIsTheOneThatAddsMost) {
  ExecutionReport report;
  report.runs.resize(2);
  for (std::uint32_t run = 0; run < 2; ++run) {
    auto& profile = report.runs[run].profile.emplace();
    auto& line = profile.lines.emplace_back();
    line.line = 7 + run;
    line.metrics[run == 0 ? Metric::global_load_bytes : Metric::global_atom_sectors] = 64;
  }
  EXPECT_EQ(heaviest_line(report, *find_counter("load-bytes")).line, 8u) << "sectors have 32 bytes";
  EXPECT_EQ(heaviest_line(report, *find_counter("barriers")).line, 0u);
  EXPECT_EQ(heaviest_line(report, *find_counter("threads")).line, 0u) << "no line adds to them";
}

TEST(GpuCounters, LinesOfAllLaunchesAddUp) {
  ExecutionReport report;
  report.runs.resize(3);
  for (std::uint32_t run = 0; run < 2; ++run) {
    auto& profile = report.runs[run].profile.emplace();
    for (std::uint32_t number = 7; number < 9; ++number) {
      auto& line = profile.lines.emplace_back();
      line.file = "tile.cu";
      line.line = number;
      line.metrics[Metric::barriers] = number - 7;
    }
  }
  const auto counts = count_lines(report, *find_counter("barriers"));
  ASSERT_EQ(counts.size(), 1u) << "line 7 has none";
  EXPECT_EQ(counts.at({"tile.cu", 8}).count, 2);
  EXPECT_FALSE(counts.at({"tile.cu", 8}).ideal) << "nobody knows how few barriers would do";
  EXPECT_TRUE(count_lines(report, *find_counter("threads")).empty());
}

// Loads and stores of one line, `out[i] = in[j]`, have an ideal each.
TEST(GpuCounters, LinesHaveTheirIdealBesideThem) {
  ExecutionReport report;
  report.runs.resize(2);
  for (KernelRun& run : report.runs) {
    auto& line = run.profile.emplace().lines.emplace_back();
    line.line = 5;
    line.metrics[Metric::global_load_sectors] = 32;
    line.metrics[Metric::global_load_sectors_ideal] = 4;
    line.metrics[Metric::global_store_sectors] = 8;
    line.metrics[Metric::global_store_sectors_ideal] = 8;
    line.metrics[Metric::shared_wavefronts] = 6;
    line.metrics[Metric::l1_wavefronts_ideal] = 2;
  }
  const auto ideal = [&](const char* name) {
    return count_lines(report, *find_counter(name)).at({"", 5}).ideal;
  };
  EXPECT_EQ(ideal("sectors"), 8);
  EXPECT_EQ(ideal("load-sectors"), 8);
  EXPECT_EQ(ideal("store-sectors"), 16);
  EXPECT_EQ(ideal("wavefronts"), 4);
}

}  // namespace
}  // namespace warplab::gpu
