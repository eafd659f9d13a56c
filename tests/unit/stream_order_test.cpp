// The order of calls in streams, as the CUDA runtime promises it, and what it does not promise.
#include "autograder/gpu/stream_order.h"

#include <gtest/gtest.h>

namespace warplab::gpu {
namespace {

MemoryUse reads(std::uint64_t begin, std::uint64_t end) { return {false, 0, begin, end, false}; }
MemoryUse writes(std::uint64_t begin, std::uint64_t end) { return {false, 0, begin, end, true}; }
MemoryUse host_reads(std::uint64_t begin, std::uint64_t end, std::uint64_t buffer = 0) {
  return {true, buffer, begin, end, false};
}
MemoryUse host_writes(std::uint64_t begin, std::uint64_t end, std::uint64_t buffer = 0) {
  return {true, buffer, begin, end, true};
}

class StreamOrderTest : public testing::Test {
 protected:
  StreamOrderTest() {
    for (const std::uint32_t stream : {1, 2, 3}) order.create_stream(stream, false);
    order.create_stream(free_stream, true);
  }
  // Sites are numbered in the order of the calls.
  void work(std::uint32_t stream, const std::vector<MemoryUse>& uses, bool host_waits = false) {
    order.work(stream, host_waits, "the kernel", ++site, uses);
  }
  std::string kinds() const {
    std::string text;
    for (const Hazard& hazard : order.hazards()) text += name_of(hazard.kind) + " ";
    return text;
  }

  static constexpr std::uint32_t free_stream = 9;  // cudaStreamNonBlocking
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
  const Hazard& hazard = order.hazards()[0];
  EXPECT_EQ(hazard.site, 2u);
  EXPECT_EQ(hazard.other_site, 1u);
  EXPECT_EQ(hazard.what,
            "the kernel{1} in stream 2 and the kernel{2} in stream 1 use the same device memory, "
            "and nothing says which comes first");
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
  EXPECT_NE(order.hazards()[0].what.find("same host memory"), std::string::npos);
}

TEST_F(StreamOrderTest, AnEventOrders) {
  work(1, {writes(0, 100)});
  order.record(0, 1);
  order.wait_event(0, 2);
  work(2, {reads(0, 100)});
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, AnEventOrdersWhatCameBeforeIt) {
  work(1, {writes(0, 100)});
  order.record(0, 1);
  work(1, {writes(200, 300)});
  order.wait_event(0, 2);
  work(2, {reads(0, 100)});
  EXPECT_EQ(kinds(), "");
  work(2, {reads(200, 300)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, AnEventOrdersThroughAThirdStream) {
  work(1, {writes(0, 100)});
  order.record(0, 1);
  order.wait_event(0, 2);
  order.record(1, 2);
  order.wait_event(1, 3);
  work(3, {writes(0, 100)});
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, AnEventThatNobodyRecordedOrdersNothing) {
  work(1, {writes(0, 100)});
  order.wait_event(5, 2);
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
  EXPECT_NE(order.hazards()[0].what.find("the default stream"), std::string::npos);
}

TEST_F(StreamOrderTest, NonBlockingStreamsDoNotWaitForTheDefaultStream) {
  work(0, {writes(0, 100)});
  work(free_stream, {reads(0, 100)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, WhatTheHostWaitedForIsDone) {
  work(1, {writes(0, 100)});
  order.synchronize_stream(1);
  work(2, {writes(0, 100)});
  work(2, {host_writes(0, 8)}, true);
  work(free_stream, {writes(0, 100)});
  EXPECT_EQ(kinds(), "");
  order.record(0, free_stream);
  order.synchronize_event(0);
  work(3, {writes(0, 100)});
  order.synchronize_device();
  work(free_stream, {writes(0, 100)});
  order.synchronize_stream(free_stream);
  order.host_work("memcpy", 99, {host_reads(0, 8)});
  order.end();
  EXPECT_EQ(kinds(), "");
}

TEST_F(StreamOrderTest, WaitingForOneStreamIsNotWaitingForAnother) {
  work(1, {writes(0, 100)});
  work(2, {writes(200, 300)});
  order.synchronize_stream(1);
  work(3, {writes(0, 100)});
  EXPECT_EQ(kinds(), "");
  work(3, {writes(200, 300)});
  EXPECT_EQ(kinds(), "stream-race ");
}

TEST_F(StreamOrderTest, ACopyToTheHostHasToBeDoneAtTheEnd) {
  work(1, {reads(0, 8), host_writes(0, 8)});
  order.end();
  ASSERT_EQ(kinds(), "missing-sync ");
  EXPECT_EQ(order.hazards()[0].site, 1u);
  EXPECT_EQ(order.hazards()[0].what,
            "the function returns while the kernel{1} in stream 1 may still be on its way");
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
  EXPECT_EQ(order.hazards()[0].site, 51u);
  EXPECT_EQ(order.hazards()[0].other_site, 1u);
  EXPECT_EQ(order.hazards()[0].what,
            "memcpy{1} touches host memory that the kernel{2} in stream 1 may still be using");
}

TEST_F(StreamOrderTest, TheHostMayNotTouchManagedMemoryThatAKernelHas) {
  work(1, {writes(0, 100)});
  order.host_work("the host", 50, {reads(8, 16)});
  ASSERT_EQ(kinds(), "host-in-use ");
  EXPECT_EQ(order.hazards()[0].what,
            "the host{1} touches managed memory that the kernel{2} in stream 1 may still be using");
}

TEST_F(StreamOrderTest, TheHostMayTouchItOnceTheEventIsReached) {
  work(1, {writes(0, 100), host_reads(0, 100)});
  order.record(0, 1);
  work(1, {reads(0, 100), host_writes(200, 300)});
  order.synchronize_event(0);
  order.host_work("memcpy", 50, {host_writes(0, 100)});
  EXPECT_EQ(kinds(), "");
  order.host_work("memset", 51, {host_writes(200, 201)});
  EXPECT_EQ(kinds(), "host-in-use ");
}

TEST_F(StreamOrderTest, TheSameTwoCallsAreReportedOnce) {
  for (int round = 0; round < 20; ++round) {
    order.work(1, false, "the kernel", 1, {writes(0, 100)});
    order.work(2, false, "the kernel", 2, {writes(0, 100)});
  }
  EXPECT_EQ(order.hazards().size(), 2u) << "the second with the first, and the first with it";
}

TEST_F(StreamOrderTest, ThereIsAnEndToWhatIsReported) {
  for (int round = 0; round < 3000; ++round) work(round % 2 == 0 ? 1 : 2, {writes(0, 100)});
  EXPECT_LE(order.hazards().size(), 8u);
}

}  // namespace
}  // namespace warplab::gpu
