// Counters of GPU labs, made of simt's metrics.
#include "autograder/gpu/counters.h"

#include <gtest/gtest.h>

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

TEST(GpuCounters, HeaviestLineIsTheOneThatAddsMost) {
  PlayReport report;
  report.runs.resize(2);
  for (std::uint32_t run = 0; run < 2; ++run) {
    auto& profile = report.runs[run].profile.emplace();
    auto& line = profile.lines.emplace_back();
    line.line = 7 + run;
    line.metrics[run == 0 ? Metric::global_load_bytes : Metric::global_atom_sectors] = 64;
  }
  EXPECT_EQ(heaviest_line(report, *find_counter("load-bytes")).line, 8u) << "sectors have 32 bytes";
  EXPECT_EQ(heaviest_line(report, *find_counter("barriers")).line, 0u);
}

}  // namespace
}  // namespace warplab::gpu
