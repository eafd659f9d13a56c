#include "simt/model/timeline.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

namespace simt::model {
namespace {

constexpr double nothing = 1e-12;
constexpr auto in = CopyKind::host_to_device;
constexpr auto out = CopyKind::device_to_host;

// A device with round numbers: a pinned megabyte takes a millisecond, a pageable one two, and calls
// take no time.
Target simple_target(uint32_t copy_engines = 2) {
  Target t;
  t.name = "simple";
  t.copy_engines = copy_engines;
  t.pinned_in_bytes_per_s = t.pinned_out_bytes_per_s = 1e9;
  t.pageable_in_bytes_per_s = t.pageable_out_bytes_per_s = 0.5e9;
  t.memory_bytes_per_s = 100e9;
  return t;
}

constexpr uint64_t megabyte = 1'000'000;
constexpr double ms = 1e-3;

class TimelineTest : public ::testing::Test {
 protected:
  TimelineTest() { prepare(simple_target()); }
  void prepare(const Target& target) {
    timeline = Timeline();
    timeline.add_device(0, target);
    for (StreamId s : {1, 2, 3}) timeline.add_stream(0, s, false);
    timeline.add_stream(0, 9, true);
  }
  double kernel(StreamId s, double milliseconds, double share = 1) {
    return timeline.kernel(0, s, "k", milliseconds * ms, share) / ms;
  }
  double copy(StreamId s, CopyKind kind, double megabytes, bool pinned = true,
              bool blocking = false) {
    return timeline.copy(0, s, kind, static_cast<uint64_t>(megabytes * megabyte), pinned,
                         blocking) /
           ms;
  }
  double now() const { return timeline.now() / ms; }
  Timeline timeline;
};

TEST_F(TimelineTest, AStreamRunsInOrder) {
  EXPECT_NEAR(copy(1, in, 2), 2, nothing);
  EXPECT_NEAR(kernel(1, 3), 5, nothing);
  EXPECT_NEAR(copy(1, out, 1), 6, nothing);
  EXPECT_EQ(now(), 0);
  EXPECT_FALSE(timeline.idle(0, 1));
  EXPECT_TRUE(timeline.idle(0, 2));
  timeline.synchronize(0, 1);
  EXPECT_NEAR(now(), 6, nothing);
  EXPECT_TRUE(timeline.idle(0, 1));
}

TEST_F(TimelineTest, CopiesAndKernelsOfTwoStreamsOverlap) {
  for (StreamId s : {1, 2}) copy(s, in, 2), kernel(s, 2), copy(s, out, 2);
  timeline.synchronize_device(0);
  EXPECT_NEAR(now(), 8, nothing);  // in in k out out, k hidden; 12 in one stream
}

// Streams have queues of their own in hardware, so the order of issue does not matter.
TEST_F(TimelineTest, DepthFirstAndBreadthFirstIssueTakeTheSameTime) {
  for (uint32_t engines : {1u, 2u, 3u}) {
    double end[2];
    for (bool breadth_first : {false, true}) {
      prepare(simple_target(engines));
      if (breadth_first) {
        for (StreamId s : {1, 2, 3}) copy(s, in, 1);
        for (StreamId s : {1, 2, 3}) kernel(s, 2);
        for (StreamId s : {1, 2, 3}) copy(s, out, 1);
      } else {
        for (StreamId s : {1, 2, 3}) copy(s, in, 1), kernel(s, 2), copy(s, out, 1);
      }
      timeline.synchronize_device(0);
      end[breadth_first] = now();
    }
    EXPECT_NEAR(end[0], 8, nothing) << engines;  // in k k k out
    EXPECT_NEAR(end[1], 8, nothing) << engines;
  }
}

TEST_F(TimelineTest, OneCopyEngineServesBothDirections) {
  prepare(simple_target(1));
  copy(1, in, 3), copy(2, out, 3);
  timeline.synchronize_device(0);
  EXPECT_NEAR(now(), 6, nothing);
  prepare(simple_target(2));
  copy(1, in, 3), copy(2, out, 3);
  timeline.synchronize_device(0);
  EXPECT_NEAR(now(), 3, nothing);
}

TEST_F(TimelineTest, CopiesOfOneDirectionTakeTurns) {
  EXPECT_NEAR(copy(1, in, 1), 1, nothing);
  EXPECT_NEAR(copy(2, in, 1), 2, nothing);
}

TEST_F(TimelineTest, KernelsShareTheDeviceWhileThereIsRoom) {
  EXPECT_NEAR(kernel(1, 4, 0.5), 4, nothing);
  EXPECT_NEAR(kernel(2, 4, 0.5), 4, nothing);
  EXPECT_NEAR(kernel(3, 4, 0.25), 8, nothing);  // 1.25 would be too much
  prepare(simple_target());
  EXPECT_NEAR(kernel(1, 4, 1), 4, nothing);
  EXPECT_NEAR(kernel(2, 1, 0.01), 5, nothing);
  prepare(simple_target());
  EXPECT_NEAR(kernel(1, 2, 0.5), 2, nothing);
  EXPECT_NEAR(kernel(2, 3, 0.25), 3, nothing);
  EXPECT_NEAR(kernel(3, 1, 0.8), 4, nothing);  // waits for both
}

TEST_F(TimelineTest, DefaultStreamIsABarrierForBlockingStreams) {
  kernel(1, 2, 0.1);
  kernel(9, 1, 0.1);
  EXPECT_NEAR(kernel(0, 1, 0.1), 3, nothing);  // after stream 1
  EXPECT_NEAR(kernel(2, 1, 0.1), 4, nothing);  // after the default stream
  EXPECT_NEAR(kernel(9, 1, 0.1), 2, nothing);  // does not care
}

TEST_F(TimelineTest, DefaultStreamDoesNotWaitForNonBlockingStreams) {
  kernel(9, 5, 0.1);
  EXPECT_NEAR(kernel(0, 1, 0.1), 1, nothing);
  timeline.synchronize(0, 0);
  EXPECT_NEAR(now(), 1, nothing);
  timeline.synchronize_device(0);
  EXPECT_NEAR(now(), 5, nothing);
}

TEST_F(TimelineTest, SynchronizingTheDefaultStreamWaitsForBlockingStreams) {
  kernel(1, 3);
  EXPECT_FALSE(timeline.idle(0, 0));
  timeline.synchronize(0, 0);
  EXPECT_NEAR(now(), 3, nothing);
  EXPECT_TRUE(timeline.idle(0, 0));
}

TEST_F(TimelineTest, EventsMeasureWhatLiesBetween) {
  timeline.record(0, 1, 100);
  kernel(1, 2.5);
  timeline.record(0, 1, 101);
  kernel(1, 7);
  EXPECT_TRUE(timeline.recorded(101));
  EXPECT_FALSE(timeline.recorded(102));
  EXPECT_NEAR(timeline.time_of(101) - timeline.time_of(100), 2.5 * ms, nothing);
  EXPECT_TRUE(timeline.reached(100));
  EXPECT_FALSE(timeline.reached(101));
  timeline.synchronize(101);
  EXPECT_NEAR(now(), 2.5, nothing);
  EXPECT_TRUE(timeline.reached(101));
  EXPECT_FALSE(timeline.idle(0, 1));
}

TEST_F(TimelineTest, EventsInTheDefaultStreamFollowAllBlockingStreams) {
  kernel(1, 2);
  kernel(9, 8, 0);
  timeline.record(0, 0, 100);
  EXPECT_NEAR(timeline.time_of(100), 2 * ms, nothing);
}

TEST_F(TimelineTest, AStreamWaitsForAnotherStreamsEvent) {
  kernel(1, 3, 0.1);
  timeline.record(0, 1, 100);
  kernel(1, 3, 0.1);
  timeline.wait(0, 2, 100);
  EXPECT_NEAR(kernel(2, 1, 0.1), 4, nothing);
  EXPECT_NEAR(kernel(3, 1, 0.1), 1, nothing);
}

TEST_F(TimelineTest, WaitingForAnEventThatWasNeverRecordedDoesNothing) {
  timeline.wait(0, 2, 555);
  EXPECT_NEAR(kernel(2, 1), 1, nothing);
}

TEST_F(TimelineTest, WaitMeansTheRecordingBeforeIt) {
  timeline.record(0, 1, 100);
  timeline.wait(0, 2, 100);
  kernel(1, 5, 0.1);
  timeline.record(0, 1, 100);
  EXPECT_NEAR(kernel(2, 1, 0.1), 1, nothing);
}

TEST_F(TimelineTest, PageableCopiesHoldTheHostUp) {
  copy(1, in, 1, false);
  EXPECT_NEAR(now(), 2, nothing);
  copy(1, in, 1, true);
  EXPECT_NEAR(now(), 2, nothing);
  copy(2, out, 1, true, true);
  EXPECT_NEAR(now(), 3, nothing);
}

TEST_F(TimelineTest, CopiesOnTheDeviceReadAndWrite) {
  EXPECT_NEAR(copy(1, CopyKind::device_to_device, 100), 2, nothing);
  EXPECT_NEAR(timeline.fill(0, 1, 100 * megabyte, false), 3 * ms, nothing);
  EXPECT_EQ(now(), 0);
  timeline.fill(0, 1, 100 * megabyte, true);
  EXPECT_NEAR(now(), 4, nothing);
}

TEST_F(TimelineTest, CopiesOnTheHostKeepItBusy) {
  kernel(1, 1);
  copy(1, CopyKind::host_to_host, 1);
  EXPECT_NEAR(now(), 3, nothing);
}

TEST_F(TimelineTest, HostFunctionsRunInTheirStream) {
  kernel(1, 1);
  EXPECT_NEAR(timeline.host_function(0, 1, 2 * ms), 3 * ms, nothing);
  EXPECT_EQ(now(), 0);
  EXPECT_NEAR(kernel(1, 1), 4, nothing);
}

TEST_F(TimelineTest, NothingBeginsBeforeTheHostIssuesIt) {
  timeline.host(5 * ms);
  EXPECT_NEAR(kernel(1, 1), 6, nothing);
}

TEST_F(TimelineTest, LaunchesCostTheHostTime) {
  Target t = simple_target();
  t.launch_overhead_s = 0.01 * ms;
  prepare(t);
  for (int i = 0; i < 100; ++i) kernel(1, 0.001);
  EXPECT_NEAR(now(), 1, 1e-9);  // shorter kernels than launches: the host is the bottleneck
  timeline.synchronize_device(0);
  EXPECT_NEAR(now(), 1.001, 1e-9);
}

TEST_F(TimelineTest, DestroyedStreamsFinishTheirWork) {
  kernel(1, 2, 0.1);
  timeline.remove_stream(0, 1);
  EXPECT_NEAR(kernel(0, 1, 0.1), 3, nothing);
  kernel(9, 9, 0.1);
  timeline.remove_stream(0, 9);
  timeline.synchronize_device(0);
  EXPECT_NEAR(now(), 9, nothing);
  EXPECT_THROW(kernel(1, 1), std::out_of_range);
}

TEST_F(TimelineTest, DevicesAreIndependent) {
  timeline.add_device(1, simple_target());
  timeline.kernel(1, 0, "k", 5 * ms, 1);
  EXPECT_NEAR(kernel(1, 2), 2, nothing);
  timeline.record(1, 0, 100);
  timeline.wait(0, 1, 100);
  EXPECT_NEAR(kernel(1, 1), 6, nothing);
}

TEST_F(TimelineTest, NoResourceIsOverbooked) {
  uint32_t random = 12345;
  const auto next = [&] { return (random = random * 1664525 + 1013904223) >> 16; };
  for (int i = 0; i < 600; ++i) {
    const StreamId s = std::array<StreamId, 5>{0, 1, 2, 3, 9}[next() % 5];
    switch (next() % 5) {
      case 0:
        kernel(s, 0.1 + next() % 50 * 0.1, (1 + next() % 100) / 100.0);
        break;
      case 1:
        copy(s, in, 0.1 + next() % 20 * 0.1);
        break;
      case 2:
        copy(s, out, 0.1 + next() % 20 * 0.1);
        break;
      case 3:
        timeline.record(0, s, next() % 4);
        break;
      default:
        timeline.wait(0, s, next() % 4);
        if (next() % 4 == 0) timeline.synchronize(0, s);
    }
  }
  const auto& all = timeline.activities();
  for (const Activity& a : all) {
    EXPECT_GE(a.begin, 0);
    if (a.engine == Engine::sms || a.engine == Engine::host) continue;
    for (const Activity& b : all)
      if (&a != &b && a.engine == b.engine) {
        EXPECT_TRUE(a.end <= b.begin + nothing || b.end <= a.begin + nothing);
      }
  }
  for (const Activity& a : all)
    for (const Activity& b : all)
      if (&a != &b && a.track == b.track && a.engine != Engine::host && b.engine != Engine::host) {
        EXPECT_TRUE(a.end <= b.begin + nothing || b.end <= a.begin + nothing) << "one stream";
      }
}

TEST_F(TimelineTest, LongQueuesStayFast) {
  for (int i = 0; i < 20000; ++i) kernel(1 + i % 3, 1, i % 2 ? 1 : 0.3);
  EXPECT_FALSE(timeline.idle(0, 1));
}

TEST(Timeline, KeepsNoActivitiesUnlessAsked) {
  Timeline timeline(false);
  timeline.add_device(0, simple_target());
  EXPECT_NEAR(timeline.kernel(0, 0, "k", 1, 1), 1, nothing);
  EXPECT_TRUE(timeline.activities().empty());
}

TEST_F(TimelineTest, ActivitiesSayWhatWhereAndWhen) {
  copy(1, in, 2);
  timeline.kernel(0, 1, "conv(float*)", 1 * ms, 1);
  timeline.synchronize(0, 1);
  const auto& all = timeline.activities();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].name, "copy 2.0 MB to device (pinned)");
  EXPECT_EQ(all[0].engine, Engine::copy_in);
  EXPECT_EQ(all[0].track, "stream 1");
  EXPECT_EQ(all[0].bytes, 2 * megabyte);
  EXPECT_EQ(all[1].name, "conv(float*)");
  EXPECT_EQ(all[1].engine, Engine::sms);
  EXPECT_EQ(all[2].kind, Activity::Kind::wait);
  EXPECT_EQ(all[2].track, "host");
}

TEST_F(TimelineTest, TraceIsWhatPerfettoReads) {
  copy(1, in, 2);
  timeline.kernel(0, 2, "a \"quoted\" <name>\n\xff", 1 * ms, 1);
  timeline.synchronize_device(0);
  const auto json = nlohmann::json::parse(trace_json(timeline.activities()));
  int complete = 0, names = 0;
  for (const auto& event : json.at("traceEvents")) {
    if (event.at("ph") == "M") {
      ++names;
      EXPECT_TRUE(event.at("args").at("name").is_string());
      continue;
    }
    ++complete;
    EXPECT_EQ(event.at("ph"), "X");
    EXPECT_GE(event.at("ts").get<double>(), 0);
    EXPECT_GT(event.at("dur").get<double>(), 0);
  }
  EXPECT_EQ(complete, 3);
  EXPECT_EQ(names, 5);  // host and device; three tracks
  const auto& first = json["traceEvents"][2];
  EXPECT_NEAR(first["dur"].get<double>(), 2000, 1e-6);
  EXPECT_NEAR(first["args"]["GB/s"].get<double>(), 1, 1e-9);
  EXPECT_EQ(nlohmann::json::parse(trace_json({})).at("traceEvents").size(), 0u);
}

}  // namespace
}  // namespace simt::model
