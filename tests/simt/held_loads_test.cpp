// Loads ahead of their condition: lanes that do not use the value have not read, lanes that do have read
// when the load ran.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fake_launch.h"
#include "simt/device.h"
#include "simt/ptx/program.h"

namespace simt::observe::held_loads {
namespace {

using events::FindingKind;
using memory::Kind;
using ptx::Space;

constexpr uint32_t lane_0 = 1, lane_5 = 1 << 5;

auto same(uint64_t address) {
  return [=](uint32_t) { return address; };
}

void expect_none(const std::vector<events::Finding>& findings) {
  for (const events::Finding& f : findings) ADD_FAILURE() << f.text();
}
void expect_one(const std::vector<events::Finding>& findings, FindingKind kind, uint32_t thread) {
  ASSERT_EQ(findings.size(), 1u) << (findings.empty() ? "" : findings[1].text());
  EXPECT_EQ(findings[0].kind, kind) << findings[0].text();
  EXPECT_EQ(findings[0].where.thread.x, thread) << findings[0].text();
}

// Two warps; lane 0 of the first one writes a shared variable.
class HeldShared : public testing::Test {
 protected:
  HeldShared() {
    k.begin();
    k.block();
  }
  void write() { k.write_shared(0, st, same(64), lane_0); }
  void load(uint32_t warp) { k.read_ahead(warp, ld, Space::shared, same(64)); }

  FakeLaunch k{64};
  const uint32_t st = k.store(), ld = k.load(), at = k.instruction(ptx::Opcode::atom);
};

TEST_F(HeldShared, WhoDoesNotUseTheValueHasNotRead) {
  write();
  load(0);
  load(1);
  k.use(0, ld, lane_0);
  k.barrier();
  write();
  expect_none(k.end());
}

TEST_F(HeldShared, AnotherWarpUsesIt) {
  write();
  load(1);
  k.use(1, ld, lane_5);
  expect_one(k.end(), FindingKind::shared_race, 37);
}

TEST_F(HeldShared, AnotherLaneUsesIt) {
  write();
  load(0);
  k.use(0, ld, lane_0 | lane_5);
  expect_one(k.end(), FindingKind::warp_race, 5);
}

TEST_F(HeldShared, IsWrittenBetweenLoadAndUse) {
  write();
  k.barrier();
  load(1);
  write();
  k.use(1, ld, lane_5);
  expect_one(k.end(), FindingKind::shared_race, 37);
}

TEST_F(HeldShared, IsWrittenBehindTheUse) {
  write();
  k.barrier();
  load(1);
  k.use(1, ld, lane_5);
  write();
  expect_one(k.end(), FindingKind::shared_race, 0);
}

TEST_F(HeldShared, IsUsedBehindABarrier) {
  write();
  load(1);
  k.barrier();
  k.use(1, ld, lane_5);
  expect_one(k.end(), FindingKind::shared_race, 37);
}

TEST_F(HeldShared, WhatComesBehindABarrierIsOrdered) {
  write();
  k.barrier();
  load(1);
  k.barrier();
  write();
  k.use(1, ld, lane_5);
  write();
  expect_none(k.end());
}

TEST_F(HeldShared, WhatComesBehindSyncwarpIsOrdered) {
  write();
  k.warp_sync(0);
  load(0);
  k.warp_sync(0);
  write();
  k.use(0, ld, lane_5);
  write();
  expect_none(k.end());
}

TEST_F(HeldShared, HasNoValueWhenItIsLoaded) {
  load(0);
  write();
  k.use(0, ld, lane_0);
  expect_one(k.end(), FindingKind::uninitialised_shared, 0);
}

TEST_F(HeldShared, HadNoValueAheadOfABarrier) {
  load(1);
  k.barrier();
  write();
  k.use(1, ld, lane_5);
  expect_one(k.end(), FindingKind::uninitialised_shared, 37);
}

TEST_F(HeldShared, HasNoValueWhenItIsUsed) {
  load(1);
  k.use(1, ld, lane_5);
  expect_one(k.end(), FindingKind::uninitialised_shared, 37);
}

TEST_F(HeldShared, IsWrittenByAnAtomicFirst) {
  load(0);
  k.atomic_shared(0, at, same(64), lane_0);
  k.use(0, ld, lane_0);
  const std::vector<events::Finding> findings = k.end();
  ASSERT_EQ(findings.size(), 2u);  // so has the atomic itself
  for (const events::Finding& f : findings)
    EXPECT_EQ(f.kind, FindingKind::uninitialised_shared) << f.text();
}

TEST_F(HeldShared, ANewLoadTakesThePlaceOfTheOld) {
  load(1);
  write();
  k.barrier();
  load(1);
  k.use(1, ld, lane_5);
  expect_none(k.end());
}

TEST(HeldGlobal, OnlyWhoUsesTheValueHasReadIt) {
  for (const uint32_t users : {0u, lane_5}) {
    FakeLaunch k(32);
    const auto* a = k.memory.allocate(4096, Kind::device);
    k.memory.notify_wrote(a->begin, 4096);
    const uint32_t st = k.store(), ld = k.load();
    k.begin({2, 1, 1});
    k.block(0);
    k.write_global(0, st, same(a->begin), lane_0);
    k.block(1);
    k.read_ahead(0, ld, Space::global, same(a->begin));
    k.barrier();
    if (users) k.use(0, ld, users);
    if (users)
      expect_one(k.end(), FindingKind::global_race, 5);
    else
      expect_none(k.end());
  }
}

TEST(HeldGlobal, OnlyWhoUsesTheValueMissesIt) {
  for (const uint32_t users : {0u, lane_5}) {
    FakeLaunch k(32);
    const auto* a = k.memory.allocate(4096, Kind::device);
    const uint32_t ld = k.load();
    k.begin();
    k.block();
    k.read_ahead(0, ld, Space::global, same(a->begin));
    if (users) k.use(0, ld, users);
    if (users)
      expect_one(k.end(), FindingKind::uninitialised_global, 5);
    else
      expect_none(k.end());
  }
}

// What compilers make of conditions. A warp whose lane 0 has written a shared variable: how many of its
// other lanes are found to read it. In the body, %r1 is the lane, %p1 is true of lanes 0 and 5, %p2 of
// those below 4, %p3 of lane 0; what %r9 holds in the end is stored.
uint64_t count_readers(const std::string& body) {
  Options options;
  options.checkers = true;
  Device device(options);
  const Program program = device.load(R"(
.version 8.3
.target sm_80
.address_size 64
.visible .entry k(.param .u64 to) {
  .shared .align 16 .u32 box[4];
  .reg .pred %p<9>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [to];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  setp.eq.u32 %p3, %r1, 0;
  setp.eq.u32 %p4, %r1, 5;
  or.pred %p1, %p3, %p4;
  setp.lt.u32 %p2, %r1, 4;
  mov.u32 %r9, 7;
  @%p3 st.shared.v4.u32 [box], {%r9, %r9, %r9, %r9};
)" + body + R"(
  st.global.u32 [%rd3], %r9;
  ret;
}
)");
  const uint64_t to = device.memory().allocate(32 * 4, memory::Kind::device)->begin;
  Launch launch;
  launch.block = {32, 1, 1};
  uint64_t readers = 0;
  for (const events::Finding& finding :
       device.launch(*program.kernel("k"), launch, std::as_bytes(std::span(&to, 1))).findings) {
    EXPECT_EQ(finding.kind, FindingKind::warp_race) << finding.text();
    readers += finding.count;
  }
  return readers;
}

constexpr const char* load = "ld.shared.u32 %r2, [box];\n";

TEST(FollowedValue, IsUsedByAllWhereNothingChooses) {
  EXPECT_EQ(count_readers(std::string(load) + "add.u32 %r9, %r2, 1;"), 31u);
  EXPECT_EQ(count_readers("ld.volatile.shared.u32 %r2, [box];\nselp.u32 %r9, %r2, 1, %p1;"), 31u);
}

TEST(FollowedValue, IsChosen) {
  EXPECT_EQ(count_readers(std::string(load) + "selp.u32 %r9, %r2, 1, %p1;"), 1u);
  EXPECT_EQ(count_readers(std::string(load) + "selp.u32 %r9, 1, %r2, %p1;"), 30u);
  EXPECT_EQ(count_readers(std::string(load) + "add.u32 %r3, %r2, 1; selp.u32 %r9, %r3, 1, %p1;"),
            1u);
  EXPECT_EQ(
      count_readers(std::string(load) + "selp.u32 %r3, %r2, 1, %p1; selp.u32 %r9, %r3, 2, %p2;"),
      0u);
}

TEST(FollowedValue, ChoosesItself) {
  EXPECT_EQ(count_readers(std::string(load) + "setp.gt.u32 %p5, %r2, 3; selp.u32 %r9, 1, 2, %p5;"),
            31u);
  EXPECT_EQ(
      count_readers(std::string(load) +
                    "setp.gt.u32 %p5, %r2, 3; and.pred %p6, %p1, %p5; selp.u32 %r9, 1, 2, %p6;"),
      1u);
  EXPECT_EQ(
      count_readers(std::string(load) +
                    "setp.gt.u32 %p5, %r2, 3; or.pred %p6, %p5, !%p1; selp.u32 %r9, 1, 2, %p6;"),
      1u);
}

// Of two loads that decide together, the first counts, and the second where the first leaves it open.
TEST(FollowedValue, TwoOfThemChoose) {
  const std::string both = std::string(load) + "ld.shared.u32 %r3, [box+4];\n" +
                           "setp.eq.u32 %p5, %r2, 3; setp.eq.u32 %p6, %r3, 7;\n";
  EXPECT_EQ(count_readers(both + "and.pred %p7, %p5, %p6; selp.u32 %r9, 1, 2, %p7;"), 31u);
  EXPECT_EQ(count_readers(both + "or.pred %p7, %p5, %p6; selp.u32 %r9, 1, 2, %p7;"), 62u);
}

TEST(FollowedValue, IsMovedByAGuard) {
  EXPECT_EQ(count_readers(std::string(load) + "@%p1 mov.u32 %r9, %r2;"), 1u);
  EXPECT_EQ(count_readers(std::string(load) + "@!%p2 add.u32 %r9, %r2, %r9;"), 28u);
  EXPECT_EQ(count_readers(std::string(load) + "@%p1 st.global.u32 [%rd3], %r2;"), 1u);
}

// A shuffle uses the values of the lanes that it reads.
TEST(FollowedValue, IsShuffled) {
  const auto shuffled = [](const std::string& modes) {
    return count_readers(load + ("shfl.sync." + modes + ", -1;"));
  };
  EXPECT_EQ(shuffled("idx.b32 %r9, %r2, 0, 31"), 0u);
  EXPECT_EQ(shuffled("idx.b32 %r9, %r2, 5, 31"), 1u);
  EXPECT_EQ(shuffled("idx.b32 %r2, %r2, 5, 31"), 1u) << "in place";
  EXPECT_EQ(shuffled("idx.b32 %r9, %r2, 5, 0x181f"), 4u) << "in segments of 8 lanes";
  EXPECT_EQ(shuffled("idx.b32 %r9, %r2, %r1, 31"), 31u) << "each from itself";
  EXPECT_EQ(shuffled("idx.b32 %r9, %r2, %r2, 31"), 31u) << "from where it says";
  EXPECT_EQ(shuffled("up.b32 %r9, %r2, 1, 0"), 30u);
  EXPECT_EQ(shuffled("down.b32 %r9, %r2, 1, 31"), 31u);
  EXPECT_EQ(shuffled("down.b32 %r9|%p8, %r2, 30, 31"), 30u);
  EXPECT_EQ(shuffled("bfly.b32 %r9, %r2, 1, 31"), 31u);
  EXPECT_EQ(count_readers(std::string(load) +
                          "add.u32 %r3, %r2, 1; shfl.sync.idx.b32 %r9, %r3, 5, 31, -1;"),
            1u)
      << "once something has been added";
  EXPECT_EQ(count_readers(std::string(load) +
                          "shfl.sync.idx.b32 %r3, %r2, 0, 31, -1; add.u32 %r9, %r2, %r3;"),
            31u)
      << "and used besides";
  EXPECT_EQ(count_readers(std::string(load) + "@%p1 shfl.sync.idx.b32 %r9, %r2, 5, 31, 0x21;"), 1u)
      << "by two lanes";
  EXPECT_EQ(count_readers(std::string(load) + "@%p2 shfl.sync.idx.b32 %r9, %r2, 5, 31, 0xf;"), 0u)
      << "from a lane that takes no part";
}

// Lanes come to the shuffle at two places, and each place hands out values.
TEST(FollowedValue, IsShuffledAtTwoPlaces) {
  const auto shuffled = [](const std::string& first, const std::string& second) {
    return count_readers(load + ("@%p2 bra other;\nshfl.sync.idx.b32 %r9, %r2, " + first +
                                 ", 31, -1;\nbra behind;\nother:\nshfl.sync.idx.b32 %r9, %r2, " +
                                 second + ", 31, -1;\nbehind:"));
  };
  EXPECT_EQ(shuffled("0", "0"), 0u);
  EXPECT_EQ(shuffled("5", "5"), 1u);
  EXPECT_EQ(shuffled("5", "2"), 2u);
  EXPECT_EQ(shuffled("2", "0"), 1u);
  EXPECT_EQ(shuffled("%r1", "%r1"), 31u);
}

TEST(FollowedValue, IsUsedOnOneWay) {
  EXPECT_EQ(count_readers(std::string(load) + R"(
  @!%p1 bra behind;
  add.u32 %r9, %r2, 1;
behind:)"),
            1u);
  EXPECT_EQ(count_readers(std::string(load) + R"(
  @%p2 bra other;
  add.u32 %r9, %r2, 1;
  bra behind;
other:
  add.u32 %r9, %r2, 2;
behind:)"),
            31u);
}

TEST(FollowedValue, IsUsedInSomeTurnsOfALoop) {
  EXPECT_EQ(count_readers(std::string(load) + R"(
  mov.u32 %r4, 0;
again:
  add.u32 %r5, %r9, %r2;
  setp.gt.u32 %p5, %r4, 2;
  and.pred %p6, %p5, %p1;
  selp.u32 %r9, %r5, %r9, %p6;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p7, %r4, 5;
  @%p7 bra again;)"),
            1u);
}

// What the turn before has loaded counts as used in the next one, which loads anew; what that one loads
// is thrown away.
TEST(FollowedValue, OfTheTurnBefore) {
  EXPECT_EQ(count_readers(std::string(R"(
  mov.u32 %r4, 0;
  mov.u32 %r6, 0;
again:
)") + load + R"(
  selp.u32 %r9, %r6, %r9, %p1;
  mov.u32 %r6, %r2;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p7, %r4, 2;
  @%p7 bra again;)"),
            31u);
}

// More than have a bit of their own among those that are due.
TEST(FollowedValue, IsOneOfMany) {
  std::string body;
  for (int i = 0; i < 40; ++i)
    body += std::string(load) + "selp.u32 %r3, %r2, 1, %p1;\nxor.b32 %r9, %r9, %r3;\n";
  EXPECT_EQ(count_readers(body), 40u);
}

TEST(FollowedValue, IsAnElementOfAVector) {
  EXPECT_EQ(count_readers("ld.shared.v2.u32 {%r2, %r3}, [box];\nselp.u32 %r9, %r3, 1, %p1;"), 1u);
}

TEST(FollowedValue, IsAnAddress) {
  EXPECT_EQ(count_readers(std::string(load) + R"(
  selp.u32 %r3, %r2, 7, %p1;
  mul.wide.u32 %rd5, %r3, 4;
  add.s64 %rd6, %rd1, %rd5;
  st.global.u32 [%rd6], %r9;)"),
            1u);
}

}  // namespace
}  // namespace simt::observe::held_loads
