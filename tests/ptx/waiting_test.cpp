// Blocks that wait for others: as long as those get on, it is no endless loop, and costs nothing of what
// a loop may take.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <latch>
#include <memory>
#include <span>
#include <string>
#include <thread>

#include "simt/device.h"
#include "simt/events/observer.h"
#include "simt/exec/worker.h"
#include "simt/memory/address_space.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

// Of threads that know their place, %r1, their block, %r2, and the first word of a buffer of zeros, %d1.
std::string waiting_module(const std::string& body) {
  return ptx_header() +
         ".shared .align 4 .b8 told[4];\n.visible .entry snippet(.param .u64 p0)\n{\n"
         "  .reg .pred %p<4>;\n  .reg .b32 %r<8>;\n  .reg .b64 %d<4>;\n"
         "  ld.param.u64 %d1, [p0];\n  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %ctaid.x;\n" +
         body + "END:\n  ret;\n}\n";
}

LaunchResult launch_waiting(const std::string& body, Launch launch, unsigned workers = 1,
                            uint64_t loop_limit = 30'000,
                            events::LaunchObserver* observer = nullptr) {
  Device device({.workers = workers, .loop_limit = loop_limit});
  if (observer != nullptr) device.add_observer(*observer);
  const auto* buffer = device.memory().allocate(4096, memory::Kind::device);
  std::memset(buffer->host, 0, 4096);
  const uint64_t parameters[] = {buffer->begin};
  const Program program = device.load(waiting_module(body));
  return device.launch(*program.kernel("snippet"), launch, std::as_bytes(std::span(parameters)));
}

// Two blocks of two warps; the second has its first turn once the first one waits.
const Launch two_blocks = {.grid = {2, 1, 1}, .block = {64, 1, 1}, .cooperative = true};

// The first thread of block 0 looks, and tells the others by what `tell` makes of %r3; %p3 is whether
// the word is set.
std::string polling(const std::string& tell) {
  return R"(
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra OTHER;
POLL:
  mov.u32 %r3, 0;
  setp.ne.u32 %p2, %r1, 0;
  @%p2 bra TELL;
  ld.volatile.global.u32 %r3, [%d1];
TELL:
)" + tell +
         R"(
  @!%p3 bra POLL;
  bra END;
OTHER:
)";
}

const std::string by_barrier = "  setp.ne.u32 %p3, %r3, 0;\n  bar.red.or.pred %p3, 0, %p3;\n";
const std::string by_shared_memory = R"(
  @!%p2 st.shared.u32 [told], %r3;
  bar.sync 0;
  ld.shared.u32 %r4, [told];
  setp.ne.u32 %p3, %r4, 0;
  bar.sync 0;
)";

// As many branches of the limit of 30,000; then the word is set.
std::string working(int branches) {
  return R"(
  mov.u32 %r4, 0;
WORK:
  ld.global.u32 %r5, [%d1+64];
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p2, %r4, )" +
         std::to_string(branches) + R"(;
  @%p2 bra WORK;
  st.volatile.global.u32 [%d1], 1;
)";
}

TEST(Waiting, ByABarrierOfTheBlockCostsNothing) {
  for (const std::string& tell : {by_barrier, by_shared_memory}) {
    const LaunchResult result = launch_waiting(polling(tell) + working(28'000), two_blocks);
    EXPECT_EQ(result.status, Status::ok) << result.message << tell;
  }
}

TEST(Waiting, ForWhatNobodyDoesEnds) {
  for (const std::string& tell : {by_barrier, by_shared_memory}) {
    const LaunchResult result = launch_waiting(polling(tell), two_blocks, 1, uint64_t{1} << 40);
    EXPECT_EQ(result.status, Status::timeout) << tell;
  }
  const std::string counts_rounds =
      "POLL:\n  ld.volatile.global.u32 %r3, [%d1];\n  add.u32 %r4, %r4, 1;\n"
      "  setp.eq.u32 %p1, %r3, 0;\n  @%p1 bra POLL;\n  st.global.u32 [%d1+8], %r4;\n";
  EXPECT_EQ(launch_waiting(counts_rounds, two_blocks, 1, uint64_t{1} << 40).status,
            Status::timeout);
}

// All others wait at once, and for long, for a thread that changes nothing in memory.
TEST(Waiting, IsNotWhoReadsThroughWhatOthersHaveLeft) {
  const LaunchResult result = launch_waiting(R"(
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra OTHER;
  mov.u32 %r4, 0;
READ:
  ld.volatile.global.u32 %r5, [%d1+64];
  add.u32 %r6, %r6, %r5;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p2, %r4, 20000;
  @%p2 bra READ;
  st.volatile.global.u32 [%d1], 1;
  bra END;
OTHER:
  ld.volatile.global.u32 %r3, [%d1];
  setp.eq.u32 %p3, %r3, 0;
  @%p3 bra OTHER;
)",
                                             two_blocks);
  EXPECT_EQ(result.status, Status::ok) << result.message;
}

// 132 blocks fit an H200 at once, one on each multiprocessor: five workers take 26 or 27 of them.
TEST(Waiting, OfACooperativeLaunchIsForAllBlocksThatFit) {
  const Launch launch = {
      .grid = {132, 1, 1}, .block = {32, 1, 1}, .dynamic_shared = 200 << 10, .cooperative = true};
  for (const unsigned workers : {1, 5, 16}) {
    const LaunchResult result = launch_waiting(R"(
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra END;
  atom.global.add.u32 %r3, [%d1], 1;
POLL:
  ld.volatile.global.u32 %r3, [%d1];
  setp.lt.u32 %p2, %r3, 132;
  @%p2 bra POLL;
)",
                                               launch, workers);
    EXPECT_EQ(result.status, Status::ok) << workers << " workers: " << result.message;
  }
}

// Keeps the second block from running for a while, as if its worker had lost its core. The first one
// begins when another worker has the second.
class HeldUp : public events::LaunchObserver {
 public:
  std::unique_ptr<events::BlockObserver> block_observer() override {
    return std::make_unique<OfBlock>(second_begins_);
  }

 private:
  class OfBlock : public events::BlockObserver {
   public:
    explicit OfBlock(std::latch& second_begins) : second_begins_(second_begins) {}
    void block_begins(const exec::Block& block) override {
      if (block.linear == 0) return second_begins_.wait();
      second_begins_.count_down();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }

   private:
    std::latch& second_begins_;
  };

  std::latch second_begins_{1};
};

TEST(Waiting, ForAWorkerWithoutACoreIsNoEndlessLoop) {
  const std::string counts_in_memory =
      "  setp.ne.u32 %p1, %r2, 0;\n  @%p1 bra OTHER;\nPOLL:\n"
      "  red.global.add.u32 [%d1+4], 1;\n  ld.volatile.global.u32 %r3, [%d1];\n"
      "  setp.eq.u32 %p1, %r3, 0;\n  @%p1 bra POLL;\n  bra END;\nOTHER:\n";
  HeldUp held_up, held_up_again;
  // The first warp alone may use half of the limit while the other worker has as many slices: of two warps that read
  // through memory this often.
  const LaunchResult result =
      launch_waiting(counts_in_memory + working(7'000), two_blocks, 2, 30'000, &held_up);
  EXPECT_EQ(result.status, Status::ok) << result.message;
  EXPECT_EQ(launch_waiting(counts_in_memory, two_blocks, 2, 30'000, &held_up_again).status,
            Status::timeout);
}

// The other worker reads memory on and on, which has no limit of its own, and in a slower loop.
TEST(Waiting, BesideWhoIsSlowerForGoodEnds) {
  std::string reads_slowly = "OTHER:\n  add.u32 %r4, %r4, 1;\n";
  for (int i = 0; i < 100; ++i) reads_slowly += "  ld.volatile.global.u32 %r5, [%d1];\n";
  HeldUp held_up;
  const LaunchResult result = launch_waiting(
      "  setp.ne.u32 %p1, %r2, 0;\n  @%p1 bra OTHER;\nON:\n"
      "  add.u32 %r3, %r3, 1;\n  bra ON;\n" +
          reads_slowly + "  bra OTHER;\n",
      two_blocks, 2, 30'000, &held_up);
  EXPECT_EQ(result.status, Status::timeout);
}

}  // namespace
}  // namespace simt::test
