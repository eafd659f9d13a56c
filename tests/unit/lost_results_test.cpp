// Which results nobody reads or stores, and which stores miss whatever the data are, in launches of which a few blocks run.
#include "autograder/gpu/lost_results.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "autograder/gpu/index_overflow.h"
#include "simt/device.h"

namespace warplab::gpu {
namespace {

using simt::events::Finding;

// Block b stores from[b * stride] to to[b], or adds it there; `fill` stores without a load; `list` stores where
// from[b] says; `some` stores only where from[b] is 0.
constexpr const char* kernels_of_sums = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry pass_on(.param .u64 from, .param .u64 to, .param .u64 stride)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  ld.param.u64 %rd3, [stride];
  mov.u32 %r0, %ctaid.x;
  cvt.u64.u32 %rd4, %r0;
  mul.lo.u64 %rd5, %rd4, %rd3;
  shl.b64 %rd5, %rd5, 2;
  shl.b64 %rd4, %rd4, 2;
  add.u64 %rd6, %rd1, %rd5;
  add.u64 %rd7, %rd2, %rd4;
  ld.global.u32 %r1, [%rd6];
  st.global.u32 [%rd7], %r1;
  ret;
}
.visible .entry add_on(.param .u64 from, .param .u64 to, .param .u64 stride)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r0, %ctaid.x;
  mul.wide.u32 %rd4, %r0, 4;
  add.u64 %rd6, %rd1, %rd4;
  add.u64 %rd7, %rd2, %rd4;
  ld.global.u32 %r1, [%rd6];
  atom.global.add.u32 %r2, [%rd7], %r1;
  ret;
}
.visible .entry fill(.param .u64 from, .param .u64 to, .param .u64 stride)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd2, [to];
  mov.u32 %r0, %ctaid.x;
  mul.wide.u32 %rd4, %r0, 4;
  add.u64 %rd7, %rd2, %rd4;
  st.global.u32 [%rd7], %r0;
  ret;
}
.visible .entry by_int(.param .u64 from, .param .u64 to, .param .u64 stride)
{
  .reg .pred %p<1>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd2, [to];
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r0, %r1, %r2;
  setp.lt.s32 %p0, %r3, 0;
  @%p0 bra $end;
  mul.wide.s32 %rd4, %r3, 4;
  add.u64 %rd7, %rd2, %rd4;
  st.global.u32 [%rd7], %r0;
$end:
  ret;
}
.visible .entry list(.param .u64 from, .param .u64 to, .param .u64 stride)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r0, %ctaid.x;
  mul.wide.u32 %rd4, %r0, 4;
  add.u64 %rd6, %rd1, %rd4;
  ld.global.u32 %r1, [%rd6];
  add.u32 %r2, %r1, %r0;
  mul.wide.u32 %rd5, %r2, 4;
  add.u64 %rd7, %rd2, %rd5;
  st.global.u32 [%rd7], %r1;
  ret;
}
.visible .entry some(.param .u64 from, .param .u64 to, .param .u64 stride)
{
  .reg .pred %p<1>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r0, %ctaid.x;
  mul.wide.u32 %rd4, %r0, 4;
  add.u64 %rd6, %rd1, %rd4;
  add.u64 %rd7, %rd2, %rd4;
  ld.global.u32 %r1, [%rd6];
  setp.ne.u32 %p0, %r1, 0;
  @%p0 bra $end;
  st.global.u32 [%rd7], %r0;
$end:
  ret;
}
)";

class LostResultsTest : public testing::Test {
 protected:
  static constexpr std::uint32_t many = 801, few = 9;

  LostResultsTest() { device.add_observer(results); }

  std::uint64_t allocate(std::uint64_t words, const std::string& name = "scratch") {
    const auto* allocation = device.memory().allocate(4 * words, simt::memory::Kind::device, name);
    std::memset(allocation->host, 0, allocation->size);
    return allocation->begin;
  }

  std::vector<Finding> launch(const char* kernel, std::uint64_t from, std::uint64_t to,
                              std::uint32_t blocks, std::uint64_t stride = 1) {
    simt::Launch launch;
    launch.grid.x = blocks;
    launch.block.x = threads;
    launch.only_blocks = sampled_blocks(blocks);
    const std::array<std::uint64_t, 3> parameters = {from, to, stride};
    simt::LaunchResult result =
        device.launch(*program.kernel(kernel), launch, std::as_bytes(std::span(parameters)));
    if (result.status == simt::Status::ok)
      results.note_launch(blocks, launch.only_blocks->size() == blocks);
    return result.findings;
  }

  bool certain(const char* kernel, std::uint32_t words) {
    const std::vector<Finding> findings = launch(kernel, values, allocate(words), many);
    if (findings.size() != 1) return false;
    for (const simt::ptx::Function& function : program.module().functions)
      if (function.name == kernel) return misses_for_certain(findings[0], function);
    return false;
  }

  static simt::Options options() {
    simt::Options given;
    given.checkers = false;
    return given;
  }

  std::uint32_t threads = 1;  // of a block
  simt::Device device{options()};
  LostResults results{device.memory()};
  const simt::Program program = device.load(kernels_of_sums);
  const std::uint64_t values = allocate(many, "values"), scratch = allocate(many),
                      sum = allocate(many, "sum");
};

TEST_F(LostResultsTest, ResultsThatALastLaunchLeavesOutAreFound) {
  launch("pass_on", values, scratch, many);
  EXPECT_FALSE(results.find_unread()) << "nobody reads them yet: that is for the host";
  launch("pass_on", scratch, sum, few);
  const auto found = results.find_unread();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->finding.headline(),
            "unread-result: 4-byte read of scratch, where 801 blocks of an earlier launch have "
            "left a result each: "
            "nothing reads that of block (800,0,0)");
  EXPECT_EQ(found->finding.kernel, "pass_on");
  EXPECT_EQ(found->site, few) << "of the launch that reads";
}

TEST_F(LostResultsTest, ResultsThatAreTakenInAreNot) {
  launch("pass_on", values, scratch, many);
  launch("pass_on", scratch, sum, few, (many - 1) / (few - 1));
  EXPECT_FALSE(results.find_unread());
}

TEST_F(LostResultsTest, WhatACopyTakesIsTaken) {
  launch("pass_on", values, scratch, many);
  launch("pass_on", scratch, sum, few);
  results.note_copy(scratch, 4 * many);
  EXPECT_FALSE(results.find_unread());
}

TEST_F(LostResultsTest, ALaunchOfWhichSomeBlocksRunMayReadMore) {
  launch("pass_on", values, scratch, many);
  launch("pass_on", scratch, sum, few + 1);
  EXPECT_FALSE(results.find_unread());
}

TEST_F(LostResultsTest, WhatFillsMemoryLeavesNoResults) {
  launch("fill", values, scratch, many);
  launch("pass_on", scratch, sum, few);
  EXPECT_FALSE(results.find_unread());
}

TEST_F(LostResultsTest, BlocksThatUseAtomicsMayTakeThemInThemselves) {
  launch("add_on", values, scratch, many);
  launch("pass_on", scratch, sum, few);
  EXPECT_FALSE(results.find_unread());
}

TEST_F(LostResultsTest, NothingIsSaidWhereLaunchesAreLeftOut) {
  launch("pass_on", values, scratch, many);
  launch("pass_on", scratch, sum, few);
  results.give_up();
  EXPECT_FALSE(results.find_unread());
}

// Of an array of 3 * 2^30 words, by a thread for each.
TEST_F(LostResultsTest, BlocksThatStoreNothingFromAThreadOnThatNoIntCountsAreFound) {
  constexpr std::uint64_t words = std::uint64_t{3} << 30;
  const auto* array = device.memory().allocate(4 * words, simt::memory::Kind::device, "sums");
  ASSERT_NE(array, nullptr);
  threads = 1024;
  launch("by_int", values, array->begin, words / threads);
  const auto found = results.find_idle();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->finding.headline(),
            "index-overflow: 4-byte write of sums, which has 12884901888 bytes: block "
            "(2359295,0,0) stores nothing, as its threads' numbers overflow 32 bits");
  EXPECT_EQ(found->site, words / threads);
}

TEST_F(LostResultsTest, BlocksBeyondTheEndOfAnArrayMayStoreNothing) {
  const auto* array = device.memory().allocate(std::uint64_t{8} << 30, simt::memory::Kind::device);
  ASSERT_NE(array, nullptr);
  threads = 1024;
  launch("by_int", values, array->begin, 3 << 20);
  EXPECT_FALSE(results.find_idle()) << "there are 2^31 words";
}

TEST_F(LostResultsTest, AStoreMissesForCertainWhereNothingHangsOnData) {
  EXPECT_TRUE(certain("pass_on", 1));
  EXPECT_TRUE(certain("fill", 1));
  EXPECT_FALSE(certain("list", 1)) << "its address";
  EXPECT_FALSE(certain("some", 1)) << "whether it is reached";
  Finding read = launch("pass_on", allocate(1), scratch, many).at(0);
  EXPECT_FALSE(misses_for_certain(read, program.module().functions.at(0)));
}

}  // namespace
}  // namespace warplab::gpu
