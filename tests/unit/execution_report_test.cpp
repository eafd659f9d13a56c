// What a device worker reports comes back as it was written, fits into its place whatever the
// device code is called, and is read without trust.
#include "autograder/gpu/execution_report.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace warplab::gpu {
namespace {

TEST(ExecutionReport, ComesBackAsItWasWritten) {
  ExecutionReport report;
  report.gpu = "NVIDIA H200";
  report.copy_seconds = 1.5;
  report.error = CudaError::cudaErrorAssert;
  report.reason = "an assertion";
  report.cause = ErrorCause::shared_memory;
  report.output = "printed\n";
  report.dropped_prints = 12;
  report.changed_input = "imgSrc";
  report.changed_byte = 7;
  report.findings.emplace_back().what = "a race";
  report.runs.push_back({"convolve", {3, 2, 1}, {16, 16, 1}, 1e-3, std::nullopt, std::nullopt});
  report.error_site = 0x1234;
  report.kept = {0x1000, 0x2000};
  report.bytes_in = 1;
  report.bytes_out = 2;
  report.pageable_bytes = 3;
  report.default_stream_calls = 4;
  report.one_stream_has_all = true;
  report.elapsed = Elapsed{5e-3, 1e-3, 2e-3, 3e-3, 0, {}};
  report.hazards.push_back(
      {HazardKind::stream_race, {"this", 11, {0, 1}}, {"that", 12, {}}, true, 7});
  report.calls[0x99] = {1, 256, 2, 3, 4, 5, 6};
  report.origin = ValueOrigin{true, "tile.cu", 7, {3, 4}, {5}, 0x10, 0x11, {0x12, 0x13}, {1, 2}};
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  const ExecutionReport read = read_report(bytes);
  ASSERT_TRUE(read.calls.contains(0x99));
  EXPECT_EQ(read.calls.at(0x99).threads, 256);
  EXPECT_EQ(read.calls.at(0x99).in_turn, 6);
  ASSERT_TRUE(read.origin);
  EXPECT_TRUE(read.origin->is_written);
  EXPECT_EQ(read.origin->file, "tile.cu");
  EXPECT_EQ(read.origin->line, 7u);
  EXPECT_EQ(read.origin->computed_in, report.origin->computed_in);
  EXPECT_EQ(read.origin->decided_in, report.origin->decided_in);
  EXPECT_EQ(read.origin->launch_site, 0x10u);
  EXPECT_EQ(read.origin->copy_site, 0x11u);
  EXPECT_EQ(read.origin->feeding_sites, report.origin->feeding_sites);
  EXPECT_EQ(read.origin->feeding_lines, report.origin->feeding_lines);
  EXPECT_EQ(read.gpu, report.gpu);
  EXPECT_EQ(read.copy_seconds, report.copy_seconds);
  EXPECT_EQ(read.error, report.error);
  EXPECT_EQ(read.kept, report.kept);
  EXPECT_EQ(read.reason, report.reason);
  EXPECT_EQ(read.cause, report.cause);
  EXPECT_EQ(read.output, report.output);
  EXPECT_EQ(read.dropped_prints, report.dropped_prints);
  EXPECT_EQ(read.changed_input, report.changed_input);
  EXPECT_EQ(read.changed_byte, report.changed_byte);
  ASSERT_EQ(read.findings.size(), 1u);
  EXPECT_EQ(read.findings[0].what, "a race");
  ASSERT_EQ(read.runs.size(), 1u);
  EXPECT_EQ(read.runs[0].kernel, "convolve");
  EXPECT_EQ(read.runs[0].grid, report.runs[0].grid);
  EXPECT_EQ(read.runs[0].block, report.runs[0].block);
  EXPECT_EQ(read.runs[0].seconds, 1e-3);
  EXPECT_EQ(read.error_site, 0x1234u);
  EXPECT_EQ(read.bytes_in, 1u);
  EXPECT_EQ(read.bytes_out, 2u);
  EXPECT_EQ(read.pageable_bytes, 3u);
  EXPECT_EQ(read.default_stream_calls, 4u);
  EXPECT_TRUE(read.one_stream_has_all);
  ASSERT_TRUE(read.elapsed);
  EXPECT_EQ(read.elapsed->seconds, 5e-3);
  EXPECT_EQ(read.elapsed->in_s, 1e-3);
  EXPECT_EQ(read.elapsed->kernels_s, 2e-3);
  EXPECT_EQ(read.elapsed->out_s, 3e-3);
  ASSERT_EQ(read.hazards.size(), 1u);
  EXPECT_EQ(read.hazards[0].kind, HazardKind::stream_race);
  EXPECT_EQ(read.hazards[0].call.what, "this");
  EXPECT_EQ(read.hazards[0].call.site, 11u);
  EXPECT_EQ(read.hazards[0].call.stream.number, 1u);
  EXPECT_EQ(read.hazards[0].other.what, "that");
  EXPECT_EQ(read.hazards[0].other.site, 12u);
  EXPECT_TRUE(read.hazards[0].is_on_host);
  EXPECT_EQ(read.hazards[0].bytes, 7u);
}

TEST(ExecutionReport, CarriesWhatTimesAreMadeOf) {
  ExecutionReport report;
  simt::model::LaunchFacts facts;
  facts.blocks = 3;
  facts.functions.push_back({std::make_shared<const simt::model::Skeleton>(simt::model::Skeleton{
                                 {{1, 2, simt::model::Source::shared, false, {}}}}),
                             {7}});
  for (int i = 0; i < 2; ++i) report.runs.emplace_back().facts = facts;
  report.steps = {{ClockStep::Kind::create_stream, 3},
                  {ClockStep::Kind::copy_in, 3, 1 << 20, false, true}};
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  const ExecutionReport read = read_report(bytes);
  ASSERT_EQ(read.steps.size(), 2u);
  EXPECT_EQ(read.steps[1].kind, ClockStep::Kind::copy_in);
  EXPECT_EQ(read.steps[1].stream, 3u);
  EXPECT_EQ(read.steps[1].number, 1u << 20);
  EXPECT_FALSE(read.steps[1].is_pinned);
  EXPECT_TRUE(read.steps[1].host_waits);
  ASSERT_TRUE(read.runs[1].facts);
  EXPECT_EQ(read.runs[1].facts->blocks, 3);
  EXPECT_EQ(read.runs[0].facts->functions[0].skeleton, read.runs[1].facts->functions[0].skeleton);
  EXPECT_EQ((*read.runs[0].facts->functions[0].skeleton)[0][0].latency, 2);
}

TEST(ExecutionReport, FitsWhateverIsInIt) {
  const std::string huge(16 << 10, '\x01');  // six characters each in JSON
  ExecutionReport report;
  report.error = CudaError::cudaErrorAssert;
  report.reason = report.output = std::string(report_capacity, '\x02');
  simt::events::Finding finding;
  finding.kernel = finding.where.file = finding.where.access = finding.what = huge;
  finding.space = finding.allocation = huge;
  finding.other = finding.where;
  report.findings.assign(250, finding);
  report.runs.push_back({report.output, {}, {}, 1, std::nullopt, std::nullopt});
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  const ExecutionReport read = read_report(bytes);
  EXPECT_EQ(read.error, CudaError::cudaErrorLaunchFailure) << "a kernel whose name fills it";
  EXPECT_FALSE(read.findings.empty());
  EXPECT_LE(read.output.size(), 64u << 10);

  report.runs.clear();
  report.runs.resize(40'000);
  write_report(report, bytes);
  EXPECT_EQ(read_report(bytes).error, CudaError::cudaErrorLaunchFailure);
}

// A strip is two launches, and a large image has hundreds.
TEST(ExecutionReport, KeepsTheCountersOfManyLaunches) {
  ExecutionReport report;
  report.runs.resize(1500);
  for (KernelRun& run : report.runs) {
    run.profile.emplace().metrics[simt::observe::Metric::global_load_bytes] = 3;
    run.profile->lines.resize(120);
  }
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  const ExecutionReport read = read_report(bytes);
  EXPECT_EQ(read.error, CudaError::cudaSuccess);
  ASSERT_EQ(read.runs.size(), report.runs.size());
  EXPECT_EQ(read.runs.front().profile->lines.size(), 120u);
  EXPECT_TRUE(read.runs.back().profile->lines.empty());
  EXPECT_EQ(read.runs.back().profile->metrics[simt::observe::Metric::global_load_bytes], 3u);
}

// Counters count for points, maps do not.
TEST(ExecutionReport, LeavesOutBankMapsBeforeCounters) {
  ExecutionReport report;
  simt::observe::LineProfile line;
  line.metrics[simt::observe::Metric::shared_load_conflicts] = 31;
  simt::observe::BankMap& map = line.bank_map.emplace();
  map.bytes = 4;
  map.lanes = ~0u;
  for (std::uint32_t lane = 0; lane < 32; ++lane) map.offsets[lane] = 128 * lane;
  simt::observe::LaunchProfile& profile = report.runs.emplace_back().profile.emplace();
  std::vector<std::byte> bytes(64 << 10);
  for (const std::size_t lines : {10u, 100u}) {
    profile.lines.assign(lines, line);
    write_report(report, bytes);
    const ExecutionReport read = read_report(bytes);
    EXPECT_EQ(read.error, CudaError::cudaSuccess) << read.reason;
    ASSERT_EQ(read.runs.size(), 1u);
    const auto& read_lines = read.runs[0].profile->lines;
    ASSERT_EQ(read_lines.size(), lines);
    EXPECT_EQ(read_lines[0].metrics[simt::observe::Metric::shared_load_conflicts], 31u);
    EXPECT_EQ(read_lines[0].bank_map.has_value(), lines == 10);
  }
}

TEST(ExecutionReport, IsReadWithoutTrust) {
  std::vector<std::byte> bytes(report_capacity, std::byte{0xff});
  EXPECT_THROW(read_report(bytes), std::exception);
  const std::string text =
      R"({"gpu":"","error":"","reason":"","output":"","copy_seconds":0,"copies":0,"changed_input":"",)"
      R"("changed_byte":0,"findings":[],"runs":[{}]})";
  const std::uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  std::memcpy(bytes.data() + sizeof length, text.data(), text.size());
  EXPECT_THROW(read_report(bytes), std::exception);
}

}  // namespace
}  // namespace warplab::gpu
