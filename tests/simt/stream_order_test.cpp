// The order of calls in streams, as the CUDA runtime promises it, and what it does not promise.
#include "simt/session/stream_order.h"

#include <gtest/gtest.h>

namespace simt::session {
namespace {

MemoryUse reads(std::uint64_t begin, std::uint64_t end) { return {false, 0, {begin, end}, false}; }
MemoryUse writes(std::uint64_t begin, std::uint64_t end) { return {false, 0, {begin, end}, true}; }
MemoryUse host_reads(std::uint64_t begin, std::uint64_t end, std::uint64_t buffer = 0) {
  return {true, buffer, {begin, end}, false};
}
MemoryUse host_writes(std::uint64_t begin, std::uint64_t end, std::uint64_t buffer = 0) {
  return {true, buffer, {begin, end}, true};
}

StreamName on(std::uint64_t stream) { return {0, stream}; }

class StreamOrderTest : public testing::Test {
 protected:
  StreamOrderTest() {
    for (const std::uint64_t stream : {1, 2, 3}) order.create_stream(on(stream), false);
    order.create_stream(on(free_stream), true);
  }
  // Sites are numbered in the order of the calls.
  void work(std::uint64_t stream, const std::vector<MemoryUse>& uses, bool host_waits = false) {
    order.work({"the kernel", ++site, on(stream)}, host_waits, uses);
  }
  std::string kinds() const {
    std::string text;
    for (const StreamConflict& conflict : order.conflicts())
      text += conflict.kind == StreamConflict::Kind::streams ? "stream-race "
              : conflict.kind == StreamConflict::Kind::host  ? "host-in-use "
                                                             : "missing-sync ";
    return text;
  }

  static constexpr std::uint64_t free_stream = 9;  // cudaStreamNonBlocking
  StreamOrder order;
  std::uint64_t site = 0;
};

TEST_F(StreamOrderTest, AStreamDoesItsWorkInTurn) {
  work(1, {writes(0, 100)});
  work(1, {reads(0, 100)});
  work(1, {writes(0, 100)});
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, TwoStreamsAreNotOrdered) {
  work(1, {writes(0, 100)});
  work(2, {reads(50, 60)});
  ASSERT_EQ(kinds(), "stream-race ");
  const StreamConflict& conflict = order.conflicts()[0];
  EXPECT_EQ(conflict.call.site, 2u);
  EXPECT_EQ(conflict.other.site, 1u);
}

// Steps 0 and 1 of a graph, and 2 behind both.
TEST_F(StreamOrderTest, StepsOfAGraphWaitForThoseTheyDependOn) {
  const auto launch = [&](std::uint64_t stream, const std::vector<std::vector<std::size_t>>& after,
                          const std::vector<std::vector<MemoryUse>>& uses) {
    const StreamOrder::InGraph in_graph(order, on(stream));
    for (std::size_t step = 0; step < after.size(); ++step) {
      order.begin_step(on(stream), after[step]);
      work(stream, uses[step]);
    }
  };
  const MemoryUse a = writes(0, 100), b = writes(100, 200), both = reads(50, 150);
  work(1, {writes(0, 200)});
  launch(1, {{}, {}, {0, 1}}, {{a}, {b}, {both}});
  launch(1, {{}, {0}, {0}}, {{a}, {a}, {b}});
  work(1, {writes(0, 200)});
  EXPECT_EQ(kinds(), "");
  launch(1, {{}, {0}, {0}}, {{a}, {both}, {b}});
  ASSERT_EQ(kinds(), "stream-race ");
  EXPECT_EQ(order.conflicts()[0].call.stream, on(1));
  EXPECT_EQ(order.conflicts()[0].other.stream, on(1));
  EXPECT_EQ(order.conflicts()[0].address, 100u);
  order.synchronize_stream(on(1));
  work(2, {writes(0, 200)});
  EXPECT_EQ(kinds(), "stream-race ") << "the host has waited for all of its steps";
  launch(free_stream, {{}, {}}, {{reads(500, 600)}, {a}});
  EXPECT_EQ(kinds(), "stream-race stream-race ") << "with another stream";
}

TEST_F(StreamOrderTest, EventsInAGraphAreOfTheirStep) {
  {
    const StreamOrder::InGraph in_graph(order, on(1));
    order.begin_step(on(1), {});
    work(1, {writes(0, 100)});
    order.begin_step(on(1), {0});
    order.record(7, on(1));
    order.begin_step(on(1), {});
    work(1, {writes(100, 200)});
  }
  order.wait_event(7, on(free_stream));
  work(free_stream, {reads(0, 100)});
  EXPECT_EQ(kinds(), "");
  work(free_stream, {reads(100, 200)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, ReadsDoNotConflict) {
  work(1, {reads(0, 100)});
  work(2, {reads(0, 100)});
  EXPECT_EQ(kinds(), "");
  work(2, {writes(99, 100)});
  EXPECT_EQ(kinds(), "stream-race ") << "a write with a read does";
}

TEST_F(StreamOrderTest, MemorySideBySideDoesNotConflict) {
  work(1, {writes(0, 100)});
  work(2, {writes(100, 200)});
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, HostAndDeviceMemoryAreDifferent) {
  work(1, {writes(0, 100)});
  work(2, {host_writes(0, 100)});
  work(3, {host_writes(0, 100, 1)});
  EXPECT_EQ(kinds(), "") << "so are two buffers of the host";
  work(1, {host_writes(0, 1, 1)});
  EXPECT_EQ(kinds(), "stream-race ");
  EXPECT_TRUE(order.conflicts()[0].is_on_host);
}

TEST_F(StreamOrderTest, InterleavedPiecesDoNotConflict) {
  memory::ByteRanges even, odd;
  for (std::uint64_t at = 0; at < 1000; at += 8) even.add(at, at + 4), odd.add(at + 4, at + 8);
  work(1, {{false, 0, even, true}});
  work(2, {{false, 0, odd, true}});
  EXPECT_EQ(kinds(), "");
  work(2, {writes(400, 401)});
  ASSERT_EQ(kinds(), "stream-race ");
  EXPECT_EQ(order.conflicts()[0].address, 400u);
}

TEST_F(StreamOrderTest, AtomicsNeedNoOrderAmongThemselves) {
  work(1, {{false, 0, {0, 4}, true, true}});
  work(2, {{false, 0, {0, 4}, true, true}});
  EXPECT_EQ(kinds(), "");
  work(3, {reads(0, 4)});
  EXPECT_EQ(kinds(), "stream-race stream-race ");
}

TEST_F(StreamOrderTest, EachDeviceHasADefaultStreamOfItsOwn) {
  work(1, {writes(0, 100)});
  order.work({"the copy", 7, {1, 0}}, false, {reads(0, 100)});
  EXPECT_EQ(kinds(), "stream-race ");
  order.synchronize_device(1);
  order.host_work("the host", 8, {reads(0, 100)});
  EXPECT_EQ(kinds(), "stream-race host-in-use ") << "the other device has not been waited for";
}

TEST_F(StreamOrderTest, WorkIsDoneWhenTheHostHasWaitedForIt) {
  const StreamOrder::Work first = order.work({"the kernel", 1, on(1)}, false, {});
  order.synchronize_stream(on(free_stream));
  EXPECT_FALSE(order.is_done(first));
  order.synchronize_stream(on(0));
  EXPECT_TRUE(order.is_done(first)) << "the default stream waits for it";
}

TEST_F(StreamOrderTest, AnEventOrders) {
  work(1, {writes(0, 100)});
  order.record(0, on(1));
  order.wait_event(0, on(2));
  work(2, {reads(0, 100)});
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, AnEventOrdersWhatCameBeforeIt) {
  work(1, {writes(0, 100)});
  order.record(0, on(1));
  work(1, {writes(200, 300)});
  order.wait_event(0, on(2));
  work(2, {reads(0, 100)});
  EXPECT_EQ(kinds(), "");
  work(2, {reads(200, 300)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, AnEventOrdersThroughAThirdStream) {
  work(1, {writes(0, 100)});
  order.record(0, on(1));
  order.wait_event(0, on(2));
  order.record(1, on(2));
  order.wait_event(1, on(3));
  work(3, {writes(0, 100)});
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, AnEventThatNobodyRecordedOrdersNothing) {
  work(1, {writes(0, 100)});
  order.wait_event(5, on(2));
  order.synchronize_event(5);
  work(2, {reads(0, 100)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, TheDefaultStreamWaitsForBlockingStreams) {
  work(1, {writes(0, 100)});
  work(0, {reads(0, 100)});
  work(2, {writes(0, 100)});
  EXPECT_EQ(kinds(), "") << "and they for it";
}

TEST_F(StreamOrderTest, TheDefaultStreamDoesNotWaitForNonBlockingOnes) {
  work(free_stream, {writes(0, 100)});
  work(0, {reads(0, 100)});
  ASSERT_EQ(kinds(), "stream-race ");
  EXPECT_EQ(name_of(order.conflicts()[0].call.stream), "the default stream");
}

TEST_F(StreamOrderTest, NonBlockingStreamsDoNotWaitForTheDefaultStream) {
  work(0, {writes(0, 100)});
  work(free_stream, {reads(0, 100)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, WhatTheHostWaitedForIsDone) {
  work(1, {writes(0, 100)});
  order.synchronize_stream(on(1));
  work(2, {writes(0, 100)});
  work(2, {host_writes(0, 8)}, true);
  work(free_stream, {writes(0, 100)});
  EXPECT_EQ(kinds(), "");
  order.record(0, on(free_stream));
  order.synchronize_event(0);
  work(3, {writes(0, 100)});
  order.synchronize_device(0);
  work(free_stream, {writes(0, 100)});
  order.synchronize_stream(on(free_stream));
  order.host_work("memcpy", 99, {host_reads(0, 8)});
  order.end();
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, WaitingForOneStreamIsNotWaitingForAnother) {
  work(1, {writes(0, 100)});
  work(2, {writes(200, 300)});
  order.synchronize_stream(on(1));
  work(3, {writes(0, 100)});
  EXPECT_EQ(kinds(), "");
  work(3, {writes(200, 300)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, ACopyToTheHostHasToBeDoneAtTheEnd) {
  work(1, {reads(0, 8), host_writes(0, 8)});
  order.end();
  ASSERT_EQ(kinds(), "missing-sync ");
  EXPECT_EQ(order.conflicts()[0].other.site, 1u);
}

TEST_F(StreamOrderTest, OtherWorkMayBeOnItsWayAtTheEnd) {
  work(1, {writes(0, 8)});
  work(2, {writes(16, 24), host_reads(0, 8)});
  order.end();
  EXPECT_EQ(kinds(), "") << "the result is on the host, and the grader waits";
}

TEST_F(StreamOrderTest, TheHostMayNotTouchWhatACopyOwns) {
  work(1, {writes(0, 100), host_reads(0, 100)});
  order.host_work("memcpy", 50, {host_reads(0, 100)});
  EXPECT_EQ(kinds(), "") << "reading beside a reader";
  order.host_work("memcpy", 51, {host_writes(96, 104)});
  ASSERT_EQ(kinds(), "host-in-use ");
  EXPECT_EQ(order.conflicts()[0].call.site, 51u);
  EXPECT_EQ(order.conflicts()[0].other.site, 1u);
}

TEST_F(StreamOrderTest, TheHostMayNotTouchManagedMemoryThatAKernelHas) {
  work(1, {writes(0, 100)});
  order.host_work("the host", 50, {reads(8, 16)});
  ASSERT_EQ(kinds(), "host-in-use ");
}

TEST_F(StreamOrderTest, TheHostMayTouchItOnceTheEventIsReached) {
  work(1, {writes(0, 100), host_reads(0, 100)});
  order.record(0, on(1));
  work(1, {reads(0, 100), host_writes(200, 300)});
  order.synchronize_event(0);
  order.host_work("memcpy", 50, {host_writes(0, 100)});
  EXPECT_EQ(kinds(), "");
  order.host_work("memset", 51, {host_writes(200, 201)});
  EXPECT_EQ(kinds(), "host-in-use ");
}

TEST_F(StreamOrderTest, TheSameTwoCallsAreReportedOnce) {
  for (int round = 0; round < 20; ++round) {
    order.work({"the kernel", 1, on(1)}, false, {writes(0, 100)});
    order.work({"the kernel", 2, on(2)}, false, {writes(0, 100)});
  }
  EXPECT_EQ(order.conflicts().size(), 2u) << "the second with the first, and the first with it";
}

TEST_F(StreamOrderTest, ThereIsAnEndToWhatIsReported) {
  for (int round = 0; round < 3000; ++round) work(round % 2 == 0 ? 1 : 2, {writes(0, 100)});
  EXPECT_LE(order.conflicts().size(), 8u);
}

}  // namespace
}  // namespace simt::session
