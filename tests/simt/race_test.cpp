// Races: each shape must be found with both lines, and each correct way of ordering must be quiet.
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "fake_launch.h"
#include "simt/device.h"

namespace simt::observe {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

auto element(uint32_t first, uint32_t stride = 4) {
  return [=](uint32_t lane) { return uint64_t{first} + lane * stride; };
}
auto same(uint64_t address) {
  return [=](uint32_t) { return address; };
}

// No finding but those of uninitialised memory, which has its own test.
void expect_none(const std::vector<events::Finding>& findings) {
  for (const events::Finding& f : findings) ADD_FAILURE() << f.text();
}
void expect_one(const std::vector<events::Finding>& findings, events::FindingKind kind,
                uint32_t line, uint32_t other) {
  ASSERT_EQ(findings.size(), 1u) << (findings.empty() ? "" : findings[1].text());
  EXPECT_EQ(findings[0].kind, kind) << findings[0].text();
  EXPECT_EQ(findings[0].where.line, line);
  ASSERT_TRUE(findings[0].other);
  EXPECT_EQ(findings[0].other->line, other);
}

TEST(SharedRace, MissingBarrierBeforeRead) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  k.block();
  k.write_shared(0, st, element(0));
  k.write_shared(1, st, element(128));
  k.read_shared(1, ld, element(0));
  const auto found = k.end();
  expect_one(found, events::FindingKind::shared_race, k.line(ld), k.line(st));
  EXPECT_EQ(found[0].where.thread.x, 32u);
  EXPECT_EQ(found[0].other->thread.x, 0u);
  EXPECT_EQ(found[0].count, 32u);
  EXPECT_EQ(found[0].address, 0u);
}

TEST(SharedRace, BarrierOrders) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  for (uint32_t b = 0; b < 3; ++b) {
    k.block(b);
    for (uint32_t w = 0; w < 2; ++w) k.write_shared(w, st, element(w * 128));
    k.barrier();
    for (uint32_t w = 0; w < 2; ++w) k.read_shared(w, ld, element((1 - w) * 128));
    k.barrier();
    for (uint32_t w = 0; w < 2; ++w) k.write_shared(w, st, element(w * 128));
  }
  expect_none(k.end());
}

TEST(SharedRace, MissingBarrierAfterRead) {
  FakeLaunch k(96);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  k.block();
  for (uint32_t w = 0; w < 3; ++w) k.write_shared(w, st, element(w * 128));
  k.barrier();
  // Two warps read what the second one then writes: the older reader counts.
  k.read_shared(0, ld, element(128));
  k.read_shared(1, ld, element(128));
  k.write_shared(1, st, element(128));
  expect_one(k.end(), events::FindingKind::shared_race, k.line(st), k.line(ld));
}

TEST(SharedRace, NeighbouringBytesAreNoRace) {
  FakeLaunch k(64);
  const uint32_t st = k.store(Type::u8), ld = k.load(Type::u8);
  k.begin();
  k.block();
  // Pixels of three bytes: warps meet in one word.
  for (uint32_t c = 0; c < 3; ++c)
    for (uint32_t w = 0; w < 2; ++w) k.write_shared(w, st, element(1 + w * 96 + c, 3));
  for (uint32_t w = 0; w < 2; ++w) k.read_shared(w, ld, element(1 + w * 96, 3));
  expect_none(k.end());
}

// 16 lanes that load neighbours are looked at in one go; every other lane is not.
TEST(SharedRace, NeighboursAreReadAsOneByOne) {
  FakeLaunch k(96);
  const uint32_t st = k.store(Type::u8), st2 = k.store(Type::u8);
  const uint32_t loads[] = {k.load(Type::u8), k.load(Type::u8)};
  uint32_t races = 0;
  for (uint32_t play = 0; play < 300; ++play) {
    const auto findings_of = [&](std::initializer_list<uint32_t> parts) {
      std::mt19937 random(play);
      k.begin();
      k.block();
      for (uint32_t w = 0; w < 3; ++w) k.write_shared(w, st, element(w * 32, 1));
      k.barrier();
      for (uint32_t access = 0; access < 6; ++access) {
        const uint32_t warp = random() % 3, ld = loads[random() % 2], first = random() % 65;
        for (const uint32_t lanes : parts) k.read_shared(warp, ld, element(first, 1), lanes);
        if (random() % 4 == 0) k.barrier();
        if (random() % 4 == 0) k.warp_sync(warp);
      }
      const uint32_t writer = random() % 3, first = random() % 65, lanes = random();
      k.write_shared(writer, st2, element(first, 1), lanes);
      std::vector<std::string> texts;
      for (const events::Finding& finding : k.end()) texts.push_back(finding.text());
      return texts;
    };
    const std::vector<std::string> found = findings_of({~0u});
    ASSERT_EQ(found, findings_of({0x55555555, 0xaaaaaaaa})) << play;
    races += found.size();
  }
  EXPECT_GT(races, 200u);
}

TEST(SharedRace, OneByteOfAWordIsARace) {
  FakeLaunch k(64);
  const uint32_t st1 = k.store(Type::u8), st4 = k.store();
  k.begin();
  k.block();
  k.write_shared(0, st1, element(3, 4), 1u << 7);
  k.write_shared(1, st4, element(0), 1u << 7);
  const auto found = k.end();
  expect_one(found, events::FindingKind::shared_race, k.line(st4), k.line(st1));
  EXPECT_EQ(found[0].address, 31u);
  EXPECT_EQ(found[0].where.thread.x, 39u);
}

TEST(SharedRace, WideAccesses) {
  FakeLaunch k(64);
  const uint32_t st = k.instruction(Opcode::st, Type::f32, {}, 4), ld = k.load(Type::u64);
  k.begin();
  k.block();
  k.write_shared(0, st, element(0, 16));
  k.read_shared(1, ld, same(504), 1u);
  const auto found = k.end();
  expect_one(found, events::FindingKind::shared_race, k.line(ld), k.line(st));
  EXPECT_EQ(found[0].other->thread.x, 31u);
}

TEST(SharedRace, SameValueIsNoRace) {
  FakeLaunch k(64);
  const uint32_t st = k.store();
  k.begin();
  k.block();
  for (uint32_t w = 0; w < 2; ++w)
    k.access(w, st, ptx::Space::shared, FakeLaunch::Access::store, same(64),
             [](uint32_t) { return 1; });
  expect_none(k.end());
}

TEST(SharedRace, DifferentValuesAtOnce) {
  FakeLaunch k(32);
  const uint32_t st = k.store();
  k.begin();
  k.block();
  k.write_shared(0, st, same(64));
  expect_one(k.end(), events::FindingKind::warp_race, k.line(st), k.line(st));
}

TEST(WarpRace, LockStepIsNoOrder) {
  FakeLaunch k(32);
  const uint32_t st = k.instruction(Opcode::st, Type::u32, {Modifier::volatile_}),
                 ld = k.instruction(Opcode::ld, Type::u32, {Modifier::volatile_});
  k.begin();
  k.block();
  k.write_shared(0, st, element(0));
  k.read_shared(0, ld, element(4), 0x7fffffff);
  const auto found = k.end();
  expect_one(found, events::FindingKind::warp_race, k.line(ld), k.line(st));
  EXPECT_NE(found[0].what.find("volatile"), std::string::npos) << found[0].what;
}

TEST(WarpRace, ReadThenWriteByNeighbour) {
  FakeLaunch k(32);
  const uint32_t st = k.store(), ld = k.load(), st2 = k.store();
  k.begin();
  k.block();
  k.write_shared(0, st, element(0));
  k.warp_sync(0);
  k.read_shared(0, ld, element(4), 0x7fffffff);
  k.write_shared(0, st2, element(0));
  expect_one(k.end(), events::FindingKind::warp_race, k.line(st2), k.line(ld));
}

TEST(WarpRace, SyncwarpOrders) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  k.block();
  for (int round = 0; round < 5; ++round) {
    k.write_shared(0, st, element(0));
    k.warp_sync(0);
    k.read_shared(0, ld, element(4), 0x7fffffff);
    k.warp_sync(0);
  }
  // Halves of a warp, each for itself.
  for (int half = 0; half < 2; ++half) {
    const uint32_t lanes = half ? 0xffff0000 : 0xffff;
    k.write_shared(1, st, element(1024), lanes);
    k.warp_sync(1, lanes);
    k.read_shared(
        1, ld, [](uint32_t l) { return 1024 + (l ^ 1) * 4; }, lanes);
  }
  expect_none(k.end());
}

TEST(WarpRace, SyncwarpOrdersTheLanesThatMeet) {
  FakeLaunch k(32);
  const uint32_t st = k.store(), ld = k.load();
  const auto by_lower_half = [](uint32_t l) { return (l % 16) * 4; };
  k.begin();
  k.block();
  k.write_shared(0, st, by_lower_half, 0xffff);
  k.warp_sync(0, 0xffff);
  k.warp_sync(0, 0xffff0000);
  k.read_shared(0, ld, by_lower_half, 0xffff0000);
  expect_one(k.end(), events::FindingKind::warp_race, k.line(ld), k.line(st));
}

TEST(WarpRace, SyncwarpPassesOnWhatItsLanesHaveWaitedFor) {
  FakeLaunch k(32);
  const uint32_t st = k.store(), ld = k.load();
  const auto by_lower_half = [](uint32_t l) { return (l % 16) * 4; };
  k.begin();
  k.block();
  k.write_shared(0, st, by_lower_half, 0xffff);
  k.warp_sync(0, 0xffff);
  k.warp_sync(0, 0xffff00);
  k.read_shared(0, ld, by_lower_half, 0xff0000);
  k.warp_sync(0);
  k.read_shared(0, ld, by_lower_half, 0xffff0000);
  expect_none(k.end());
}

TEST(WarpRace, BroadcastReadThenWrite) {
  for (uint32_t writer : {0u, 13u, 31u}) {
    FakeLaunch k(32);
    const uint32_t st = k.store(), ld = k.load(), st2 = k.store();
    k.begin();
    k.block();
    k.write_shared(0, st, element(0));
    k.warp_sync(0);
    k.read_shared(0, ld, same(0));
    k.write_shared(0, st2, same(0), 1u << writer);
    expect_one(k.end(), events::FindingKind::warp_race, k.line(st2), k.line(ld));
  }
}

// Whoever else read with it is the other side, not the thread itself.
TEST(WarpRace, NamesTwoThreads) {
  FakeLaunch k(32);
  const uint32_t st = k.store(), ld = k.load(), st2 = k.store();
  for (const uint32_t lanes : {~0u, 0b110u, 0b11u}) {
    k.begin();
    k.block();
    k.write_shared(0, st, element(0));
    k.warp_sync(0);
    k.read_shared(0, ld, same(0), lanes);
    k.write_shared(0, st2, same(0), 0b10u);
    const auto found = k.end();
    expect_one(found, events::FindingKind::warp_race, k.line(st2), k.line(ld));
    EXPECT_NE(found[0].where.thread.x, found[0].other->thread.x) << found[0].text();
    EXPECT_TRUE(lanes >> found[0].other->thread.x & 1) << found[0].text();
  }
}

TEST(Barriers, PartialOnesOrderWhoTookPart) {
  FakeLaunch k(128);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  k.block();
  for (uint32_t w = 0; w < 4; ++w) k.write_shared(w, st, element(w * 128));
  k.barrier(0, 1, 0b0011);
  k.read_shared(0, ld, element(128));
  k.read_shared(1, ld, element(0));
  k.read_shared(0, ld, element(256));  // warp 2 was not there
  const auto found = k.end();
  expect_one(found, events::FindingKind::shared_race, k.line(ld), k.line(st));
  EXPECT_EQ(found[0].other->thread.x, 64u);
}

TEST(Barriers, ExitedWarpsDoNotMatter) {
  FakeLaunch k(96);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  k.block();
  for (uint32_t w = 0; w < 2; ++w) k.write_shared(w, st, element(w * 128));
  k.warps[2].alive = 0;  // never wrote anything
  k.barrier();
  for (uint32_t w = 0; w < 2; ++w) k.read_shared(w, ld, element((1 - w) * 128));
  expect_none(k.end());
}

TEST(Atomics, AreNoRace) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), red = k.instruction(Opcode::red), ld = k.load();
  k.begin();
  k.block();
  k.write_shared(0, st, element(0));
  k.barrier();
  for (uint32_t w = 0; w < 2; ++w) k.atomic_shared(w, red, same(8));
  k.barrier();
  for (uint32_t w = 0; w < 2; ++w) k.read_shared(w, ld, same(8));
  expect_none(k.end());
}

// A histogram: two warps count in bins that were cleared, and one reads them without a barrier.
auto count_and_read(FakeLaunch& k, uint32_t st, uint32_t red, uint32_t ld) {
  k.begin();
  k.block();
  k.write_shared(0, st, element(0));
  k.barrier();
  for (uint32_t w = 0; w < 2; ++w) k.atomic_shared(w, red, element(0));
  k.read_shared(0, ld, element(0));
  return k.end();
}

// Two warps read a word, guess its value and swap it.
auto guess_and_swap(FakeLaunch& k, uint32_t st, uint32_t ld, uint32_t cas) {
  k.begin();
  k.block();
  k.write_shared(0, st, same(0), 1);
  k.barrier();
  for (uint32_t w = 0; w < 2; ++w) {
    k.read_shared(w, ld, same(0));
    k.atomic_shared(w, cas, same(0));
  }
  return k.end();
}

TEST(Atomics, HistogramWithoutBarrier) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), red = k.instruction(Opcode::red), ld = k.load();
  expect_one(count_and_read(k, st, red, ld), events::FindingKind::shared_race, k.line(ld),
             k.line(red));
}

TEST(Atomics, CompareAndSwapLoopMayBeginWithAPlainLoad) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), ld = k.load(), cas = k.compare_and_swap();
  expect_none(guess_and_swap(k, st, ld, cas));
}

// Compilers put the blocks of a function in any order: the read of a histogram may stand ahead of
// the loop that counts.
TEST(Atomics, HistogramWithoutBarrierWhateverItsLayout) {
  FakeLaunch k(64);
  const uint32_t st = k.store();
  k.branch(4, false);
  const uint32_t ld = k.load();
  k.instruction(Opcode::ret);
  const uint32_t red = k.instruction(Opcode::red);
  ASSERT_EQ(red, 4u);
  k.branch(red, true);
  k.branch(ld, false);
  expect_one(count_and_read(k, st, red, ld), events::FindingKind::shared_race, k.line(ld),
             k.line(red));
}

TEST(Atomics, CompareAndSwapMayStandAheadOfThePlainLoad) {
  FakeLaunch k(64);
  const uint32_t st = k.store();
  k.branch(4, false);
  const uint32_t cas = k.compare_and_swap();
  k.instruction(Opcode::ret);
  const uint32_t ld = k.load();
  ASSERT_EQ(ld, 4u);
  k.branch(cas, false);
  expect_none(guess_and_swap(k, st, ld, cas));
}

// Each turn of the loop counts and then reads what it has counted: no guess, though the next turn's
// atomic follows.
TEST(Atomics, ReadBehindACountInALoop) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), red = k.instruction(Opcode::red), ld = k.load();
  k.branch(red, true);
  expect_one(count_and_read(k, st, red, ld), events::FindingKind::shared_race, k.line(ld),
             k.line(red));
}

// A barrier of some paths only: others lead up to the atomic without one.
TEST(Atomics, BarrierBetweenLoadAndAtomicEndsAGuess) {
  for (const bool sometimes : {false, true}) {
    FakeLaunch k(64);
    const uint32_t st = k.store(), ld = k.load();
    if (sometimes) k.branch(ld + 3, true);
    k.instruction(Opcode::bar);
    const uint32_t cas = k.compare_and_swap();
    k.begin();
    k.block();
    k.write_shared(0, st, element(0));
    k.barrier();
    k.read_shared(0, ld, element(0));
    k.atomic_shared(1, cas, element(0));
    if (sometimes)
      expect_none(k.end());
    else
      expect_one(k.end(), events::FindingKind::shared_race, k.line(cas), k.line(ld));
  }
}

TEST(Atomics, LockOrdersItsCriticalSections) {
  FakeLaunch k(64);
  const uint32_t init = k.store(), cas = k.instruction(Opcode::atom), ld = k.load(), st = k.store(),
                 exch = k.instruction(Opcode::atom);
  k.begin();
  k.block();
  k.write_shared(0, init, element(0));
  k.barrier();
  // Lane after lane, warp after warp.
  for (const auto& [warp, lane] : {std::pair{0, 0}, {0, 5}, {1, 3}, {0, 1}, {1, 31}}) {
    k.atomic_shared(warp, cas, same(0), 1u << lane);
    k.read_shared(warp, ld, same(4), 1u << lane);
    k.write_shared(warp, st, same(4), 1u << lane);
    k.fence(warp);
    k.atomic_shared(warp, exch, same(0), 1u << lane);
  }
  expect_none(k.end());
}

// What lane 0 of the second warp learns by a flag is its warp's once they have waited for it, or have got a
// value of it.
TEST(Atomics, VolatileFlagBetweenWarps) {
  FakeLaunch k(64);
  const uint32_t init = k.store(), st = k.store(),
                 flag = k.instruction(Opcode::st, Type::u32, {Modifier::volatile_}),
                 poll = k.instruction(Opcode::ld, Type::u32, {Modifier::volatile_}), ld = k.load();
  enum Way { waits, shuffles, reads_alone, all_poll, does_not_wait };
  for (const Way way : {waits, shuffles, reads_alone, all_poll, does_not_wait}) {
    k.begin();
    k.block();
    k.write_shared(0, init, same(0), 1);
    k.barrier();
    k.read_shared(1, poll, same(0), 1);
    k.write_shared(0, st, element(128));
    k.fence(0);
    k.warp_sync(0);
    k.write_shared(0, flag, same(0), 1);
    k.read_shared(1, poll, same(0), way == all_poll ? ~0u : 1);
    if (way == waits) k.warp_sync(1);
    if (way == shuffles) ++k.warps[1].exchanges;
    k.read_shared(1, ld, element(128), way == reads_alone ? 1 : ~0u);
    const auto found = k.end();
    if (way == does_not_wait)
      expect_one(found, events::FindingKind::shared_race, k.line(ld), k.line(st));
    else
      expect_none(found);
  }
}

// Between lanes of one warp a volatile flag is as good, where a fence comes before it; but it is no way
// round __syncwarp() for lanes in lock-step.
TEST(Atomics, VolatileFlagInAWarp) {
  FakeLaunch k(32);
  const uint32_t init = k.store(), st = k.store(),
                 flag = k.instruction(Opcode::st, Type::u32, {Modifier::volatile_}),
                 poll = k.instruction(Opcode::ld, Type::u32, {Modifier::volatile_}), ld = k.load();
  constexpr uint32_t writer = 1 << 5, reader = 1 << 3;
  enum Way { fence, fence_and_look, no_fence, fence_and_look_elsewhere };
  for (const Way way : {fence, fence_and_look, no_fence, fence_and_look_elsewhere}) {
    k.begin();
    k.block();
    k.write_shared(0, init, element(0));
    k.barrier();
    k.read_shared(0, poll, same(0), reader);
    k.write_shared(0, st, same(256), writer);
    if (way != no_fence) k.fence(0, writer);
    if (way == fence_and_look) k.read_shared(0, poll, same(0), writer);
    if (way == fence_and_look_elsewhere) k.read_shared(0, poll, same(4), writer);
    k.write_shared(0, flag, same(0), writer);
    k.read_shared(0, poll, same(0), reader);
    k.read_shared(0, ld, same(256), reader);
    const auto found = k.end();
    if (way == fence || way == fence_and_look) {
      expect_none(found);
    } else {
      EXPECT_GE(found.size(), 2u);
      for (const events::Finding& f : found)
        EXPECT_EQ(f.kind, events::FindingKind::warp_race) << f.text();
    }
  }
}

// What lanes of warp 0 have stored, and one of them says to be there.
class OneLaneArrives : public ::testing::Test {
 protected:
  OneLaneArrives() {
    k_.begin();
    k_.block();
    k_.write_shared(0, init_, same(0), 1);
    k_.barrier();
  }
  // A lane says so with an atomic; another warp listens, and reads what `lane` has stored.
  void arrive(uint32_t lanes) { k_.atomic_shared(0, red_, same(0), lanes); }
  std::vector<events::Finding> read_of(uint32_t lane, uint32_t warp = 1) {
    k_.read_shared(warp, poll_, same(0), 1);
    k_.read_shared(warp, ld_, element(128 + lane * 4), 1);
    return k_.end();
  }
  void expect_race(const std::vector<events::Finding>& findings) {
    expect_one(findings, events::FindingKind::shared_race, k_.line(ld_), k_.line(st_));
  }

  FakeLaunch k_{96};
  const uint32_t init_ = k_.store(), st_ = k_.store(), red_ = k_.instruction(Opcode::red),
                 poll_ = k_.instruction(Opcode::ld, Type::u32, {Modifier::acquire}),
                 ld_ = k_.load();
};

TEST_F(OneLaneArrives, ForItself) {
  k_.write_shared(0, st_, element(128));
  arrive(1u << 3);
  expect_none(read_of(3));
}

TEST_F(OneLaneArrives, ForLanesThatItHasNotWaitedFor) {
  k_.write_shared(0, st_, element(128));
  arrive(1u << 3);
  expect_race(read_of(4));
}

TEST_F(OneLaneArrives, ForLanesThatItHasWaitedFor) {
  k_.write_shared(0, st_, element(128));
  k_.warp_sync(0);
  arrive(1u << 3);
  expect_none(read_of(4));
}

TEST_F(OneLaneArrives, BeforeTheOthersStoreAgain) {
  k_.write_shared(0, st_, element(128));
  k_.warp_sync(0);
  k_.write_shared(0, st_, element(128), ~(1u << 3));
  arrive(1u << 3);
  expect_race(read_of(4));
}

TEST_F(OneLaneArrives, AllDo) {
  k_.write_shared(0, st_, element(128));
  arrive(~0u);
  expect_none(read_of(4));
}

TEST_F(OneLaneArrives, OneAfterTheOther) {
  for (uint32_t lane = 0; lane < 6; ++lane) {
    k_.write_shared(0, st_, element(128), 1u << lane);
    arrive(1u << lane);
  }
  expect_none(read_of(4));
}

TEST_F(OneLaneArrives, AndAnotherWarpPassesItOn) {
  k_.write_shared(0, st_, element(128));
  arrive(1u << 3);
  k_.read_shared(1, poll_, same(0), 1);
  k_.atomic_shared(1, red_, same(0), 1);
  expect_race(read_of(4, 2));
}

TEST_F(OneLaneArrives, ALaneOfItsWarpListens) {
  k_.write_shared(0, st_, element(128));
  arrive(1u << 3);
  k_.read_shared(0, poll_, same(0), 1u << 5);
  k_.read_shared(0, ld_, same(128 + 3 * 4), 1u << 5);
  expect_none(k_.end());
}

TEST_F(OneLaneArrives, ALaneOfItsWarpListensForTheOthers) {
  k_.write_shared(0, st_, element(128));
  arrive(1u << 3);
  k_.read_shared(0, poll_, same(0), 1u << 5);
  k_.read_shared(0, ld_, same(128 + 4 * 4), 1u << 5);
  expect_one(k_.end(), events::FindingKind::warp_race, k_.line(ld_), k_.line(st_));
}

// A word that all lanes have read is written by a warp that one of them has told so.
TEST_F(OneLaneArrives, AfterABroadcast) {
  for (const bool synced : {true, false}) {
    FakeLaunch k(64);
    const uint32_t init = k.store(), ld = k.load(), red = k.instruction(Opcode::red),
                   poll = k.instruction(Opcode::ld, Type::u32, {Modifier::acquire}), st = k.store();
    k.begin();
    k.block();
    k.write_shared(0, init, element(0));
    k.barrier();
    k.read_shared(0, ld, same(16));
    if (synced) k.warp_sync(0);
    k.atomic_shared(0, red, same(0), 1);
    k.read_shared(1, poll, same(0), 1);
    k.write_shared(1, st, same(16), 1);
    if (synced)
      expect_none(k.end());
    else
      expect_one(k.end(), events::FindingKind::shared_race, k.line(st), k.line(ld));
  }
}

class GlobalRaceTest : public ::testing::Test {
 protected:
  // An array that the host has written.
  uint64_t array(FakeLaunch& k, uint64_t bytes = 4096) {
    const uint64_t begin = k.memory.allocate(bytes, memory::Kind::device)->begin;
    k.memory.notify_wrote(begin, bytes);
    return begin;
  }
  static auto at(uint64_t begin, uint32_t stride = 4) {
    return [=](uint32_t lane) { return begin + lane * stride; };
  }
};

TEST_F(GlobalRaceTest, BlocksInPlace) {
  FakeLaunch k(32);
  const uint64_t a = array(k);
  const uint32_t ld = k.load(), st = k.store();
  k.begin({2, 1, 1});
  k.block(0);
  k.read_global(0, ld, at(a + 4));  // one beyond its own part
  k.write_global(0, st, at(a));
  k.block(1);
  k.read_global(0, ld, at(a + 132));
  k.write_global(0, st, at(a + 128));
  const auto found = k.end();
  // Within the warp too: lane l reads what lane l + 1 writes.
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, events::FindingKind::global_race);
  EXPECT_EQ(found[0].where.line, k.line(st));
  EXPECT_EQ(found[0].other->line, k.line(ld));
  EXPECT_FALSE(found[0].allocation.empty());
}

TEST_F(GlobalRaceTest, OwnElementsAndNextLaunch) {
  FakeLaunch k(64);
  const uint64_t a = array(k), b = array(k);
  const uint32_t ld = k.load(), st = k.store();
  for (int launch = 0; launch < 300; ++launch) {  // more than a mark can number
    k.begin({4, 1, 1});
    for (uint32_t block = 0; block < 4; ++block) {
      k.block(block);
      for (uint32_t w = 0; w < 2; ++w) {
        const uint64_t offset = (block * 2 + w) * 128;
        k.read_global(w, ld, at((launch % 2 ? b : a) + (offset + 64) % 2048));
        k.write_global(w, st, at((launch % 2 ? a : b) + offset));
      }
    }
    expect_none(k.end());
  }
}

TEST_F(GlobalRaceTest, BytesOfPixels) {
  FakeLaunch k(32);
  const uint64_t a = array(k);
  const uint32_t st = k.store(Type::u8);
  k.begin({4, 1, 1});
  for (uint32_t block = 0; block < 4; ++block) {
    k.block(block);
    for (uint32_t c = 0; c < 3; ++c) k.write_global(0, st, at(a + 1 + block * 96 + c, 3));
  }
  expect_none(k.end());
}

TEST_F(GlobalRaceTest, SameElementOfAllBlocks) {
  FakeLaunch k(32);
  const uint64_t a = array(k);
  const uint32_t ld = k.load(), st = k.store();
  k.begin({3, 1, 1});
  for (uint32_t block = 0; block < 3; ++block) {
    k.block(block);
    k.read_global(0, ld, at(a, 0), 1);
    k.write_global(0, st, at(a, 0), 1);
  }
  // Two writes, and a write with a read: who came first does not make it another finding.
  const auto found = k.end();
  ASSERT_EQ(found.size(), 2u);
  for (const events::Finding& f : found) EXPECT_EQ(f.where.block.x, 1u) << f.text();
}

TEST_F(GlobalRaceTest, LastBlockPattern) {
  FakeLaunch k(64);
  const uint64_t part = array(k), counter = array(k, 4);
  const uint32_t st = k.store(), inc = k.instruction(Opcode::atom), ld = k.load();
  for (const bool with_fence : {true, false}) {
    k.begin({8, 1, 1});
    for (uint32_t block = 0; block < 8; ++block) {
      k.block(block);
      k.write_global(1, st, at(part + block * 4, 0), 1);
      k.barrier();
      if (with_fence) k.fence(0);
      k.atomic_global(0, inc, at(counter, 0), 1);
      k.barrier();
      if (block == 7)
        for (uint32_t w = 0; w < 2; ++w) k.read_global(w, ld, at(part), 0xff);
    }
    const auto found = k.end();
    if (with_fence)
      expect_none(found);
    else
      expect_one(found, events::FindingKind::global_race, k.line(ld), k.line(st));
  }
}

// Lane 0 takes a ticket for its warp: for itself alone unless it has waited for the others.
TEST_F(GlobalRaceTest, ATicketIsOfTheLaneThatTakesIt) {
  FakeLaunch k(32);
  const uint64_t part = array(k), counter = array(k, 4);
  const uint32_t st = k.store(), inc = k.instruction(Opcode::atom), ld = k.load();
  enum Way { all_fence_and_wait, wait_and_one_fences, all_fence, one_fences, one_reads_its_own };
  for (const Way way :
       {all_fence_and_wait, wait_and_one_fences, all_fence, one_fences, one_reads_its_own}) {
    k.begin({8, 1, 1});
    for (uint32_t block = 0; block < 8; ++block) {
      k.block(block);
      k.write_global(0, st, at(part + block * 128));
      if (way == all_fence || way == all_fence_and_wait) k.fence(0);
      if (way == all_fence_and_wait || way == wait_and_one_fences) k.warp_sync(0);
      if (way != all_fence && way != all_fence_and_wait) k.fence(0, 1);
      k.atomic_global(0, inc, at(counter, 0), 1);
      ++k.warps[0].exchanges;  // the others get it by a shuffle
      if (block == 7) k.read_global(0, ld, at(part), way == one_reads_its_own ? 1 : 0xff);
    }
    const auto found = k.end();
    if (way == all_fence || way == one_fences)
      expect_one(found, events::FindingKind::global_race, k.line(ld), k.line(st));
    else
      expect_none(found);
  }
}

TEST_F(GlobalRaceTest, LookBackThroughAChainOfFlags) {
  FakeLaunch k(32);
  const uint64_t value = array(k), flags = array(k);
  const uint32_t poll = k.instruction(Opcode::ld, Type::u32, {Modifier::acquire}), ld = k.load(),
                 st = k.store(), flag = k.instruction(Opcode::st, Type::u32, {Modifier::release});
  k.begin({6, 1, 1});
  for (uint32_t block = 0; block < 6; ++block) {
    k.block(block);
    if (block) {
      k.read_global(0, poll, at(flags + (block - 1) * 4, 0), 1);
      // What the block before published, and what that one had seen.
      for (uint32_t b = 0; b < block; ++b) k.read_global(0, ld, at(value + b * 4, 0), 1);
    }
    k.write_global(0, st, at(value + block * 4, 0), 1);
    k.write_global(0, flag, at(flags + block * 4, 0), 1);
  }
  expect_none(k.end());
}

TEST_F(GlobalRaceTest, ThreadsOfABlock) {
  FakeLaunch k(64);
  const uint64_t a = array(k);
  const uint32_t st = k.store(), ld = k.load();
  for (const bool with_barrier : {true, false}) {
    k.begin({1, 1, 1});
    k.block();
    for (uint32_t w = 0; w < 2; ++w) k.write_global(w, st, at(a + w * 128));
    if (with_barrier) k.barrier();
    k.read_global(1, ld, at(a));
    const auto found = k.end();
    if (with_barrier)
      expect_none(found);
    else
      expect_one(found, events::FindingKind::global_race, k.line(ld), k.line(st));
  }
}

TEST_F(GlobalRaceTest, FlagSetByManyAndFloatsThatShareLowBytes) {
  FakeLaunch k(32);
  const uint64_t a = array(k);
  const uint32_t st = k.store();
  const auto store = [&](uint32_t value) {
    k.access(
        0, st, ptx::Space::global, FakeLaunch::Access::store, at(a, 0),
        [=](uint32_t) { return value; }, 1);
  };
  k.begin({2, 1, 1});
  for (uint32_t block = 0; block < 2; ++block) k.block(block), store(1);
  expect_none(k.end());
  k.begin({2, 1, 1});
  for (uint32_t block = 0; block < 2; ++block) k.block(block), store(0x3f800000 + (block << 23));
  EXPECT_EQ(k.end().size(), 1u);
}

TEST_F(GlobalRaceTest, AFifthBlockRepeatsTheStoresOfAResult) {
  FakeLaunch k(32);
  const uint64_t flag = array(k), result = array(k);
  k.state.global.find(result, false)->note_storers();
  const uint32_t first = k.store(), st = k.store();
  // The blocks in turn, twice: a block may store its own again.
  const auto store_by = [&](uint32_t blocks, uint64_t address) {
    k.begin({blocks, 1, 1});
    for (uint32_t turn = 0; turn < 2; ++turn)
      for (uint32_t block = 0; block < blocks; ++block) {
        k.block(block);
        k.access(0, block ? st : first, ptx::Space::global, FakeLaunch::Access::store,
                 at(address, 4), [](uint32_t lane) { return lane; });
      }
    return k.end();
  };
  expect_none(store_by(9, flag));
  expect_none(store_by(4, result));
  expect_none(store_by(4, result));
  const auto found = store_by(5, result);
  expect_one(found, events::FindingKind::repeated_store, k.line(st), k.line(st));
  EXPECT_EQ(found[0].address, result);
  EXPECT_EQ(found[0].count, 64u);
}

TEST_F(GlobalRaceTest, BlocksThatABarrierOfTheGridOrdersRepeatNothing) {
  FakeLaunch k(32);
  const uint64_t counter = array(k), result = array(k);
  k.state.global.find(result, false)->note_storers();
  const uint32_t st = k.store(), inc = k.instruction(Opcode::atom);
  k.begin({8, 1, 1});
  for (uint32_t block = 0; block < 8; ++block) {
    k.block(block);
    k.atomic_global(0, inc, at(counter, 0), 1);
    k.fence(0);
    k.warp_sync(0);  // the whole warp waits for the lane that waits for the other blocks
    k.access(0, st, ptx::Space::global, FakeLaunch::Access::store, at(result),
             [](uint32_t lane) { return lane; });
    k.fence(0);
    k.warp_sync(0);
    k.atomic_global(0, inc, at(counter, 0), 1);
  }
  expect_none(k.end());
}

TEST_F(GlobalRaceTest, BytesOfAWordBelongToBlocksOfTheirOwn) {
  FakeLaunch k(32);
  const uint64_t result = array(k);
  k.state.global.find(result, false)->note_storers();
  const uint32_t st = k.store(Type::u8);
  k.begin({8, 1, 1});
  for (uint32_t block = 0; block < 8; ++block) {
    k.block(block);
    k.access(0, st, ptx::Space::global, FakeLaunch::Access::store, at(result + block % 4, 4),
             [](uint32_t) { return 7; });
  }
  expect_none(k.end());
}

TEST_F(GlobalRaceTest, VolatileFlagSetByAllLanes) {
  FakeLaunch k(32);
  const uint64_t a = array(k);
  const uint32_t st = k.instruction(Opcode::st, Type::u32, {Modifier::volatile_});
  k.begin({2, 1, 1});
  for (uint32_t block = 0; block < 2; ++block) {
    k.block(block);
    k.access(0, st, ptx::Space::global, FakeLaunch::Access::store, at(a, 0),
             [](uint32_t) { return 1; });
  }
  expect_none(k.end());
}

// Blocks that host threads run side by side touch words for the first time, again and again: a mark
// that is seen ahead of its site would make a race of two atomics.
TEST(GlobalRace, AtomicsOfBlocksSideBySideAreNone) {
  constexpr int launches = 200;
  constexpr uint64_t bytes = 4096;
  Options options;
  options.checkers = true;
  options.workers = 4;
  Device device(options);
  const Program program = device.load(R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry count(.param .u64 histogram) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [histogram];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  red.global.add.u32 [%rd3], 1;
  ret;
}
)");
  for (int launch = 0; launch < launches; ++launch) {
    const auto* histogram = device.memory().allocate(bytes, memory::Kind::device);
    ASSERT_NE(histogram, nullptr);
    std::byte parameters[8];
    std::memcpy(parameters, &histogram->begin, sizeof parameters);
    const LaunchResult result = device.launch(
        *program.kernel("count"), {.grid = {64, 1, 1}, .block = {1024, 1, 1}}, parameters);
    ASSERT_EQ(result.status, Status::ok) << result.message;
    for (const events::Finding& finding : result.findings)
      ASSERT_NE(finding.kind, events::FindingKind::global_race) << finding.text();
    device.memory().free(histogram->begin);
  }
}

// Host and device know managed memory by the same addresses, whichever allocation it is.
TEST(GlobalRace, LanesInSeveralManagedAllocations) {
  Options options;
  options.checkers = true;
  Device device(options);
  const Program program = device.load(R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry choose(.param .u64 even, .param .u64 odd) {
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [even];
  ld.param.u64 %rd2, [odd];
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 1;
  setp.eq.u32 %p, %r2, 0;
  selp.b64 %rd3, %rd1, %rd2, %p;
  mov.u32 %r3, %ctaid.x;
  mad.lo.u32 %r4, %r3, 32, %r1;  // blocks share what is odd
  selp.b32 %r1, %r4, %r1, %p;
  mul.wide.u32 %rd4, %r1, 4;
  add.s64 %rd4, %rd3, %rd4;
  st.global.u32 [%rd4], %r3;
  ret;
}
)");
  const auto* even = device.memory().allocate(256, memory::Kind::managed, "even");
  const auto* between = device.memory().allocate(4 << 20, memory::Kind::managed);
  const auto* odd = device.memory().allocate(128, memory::Kind::managed, "odd");
  ASSERT_TRUE(even && between && odd);
  std::byte parameters[16];
  std::memcpy(parameters, &even->begin, 8);
  std::memcpy(parameters + 8, &odd->begin, 8);
  const auto launch = [&](uint32_t blocks) {
    return device.launch(*program.kernel("choose"), {.grid = {blocks, 1, 1}, .block = {32, 1, 1}},
                         parameters);
  };
  expect_none(launch(1).findings);
  const auto found = launch(2).findings;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, events::FindingKind::global_race) << found[0].text();
  EXPECT_EQ(found[0].allocation.substr(0, 4), "odd,") << found[0].text();
}

TEST(AsyncCopy, ReadBeforeItArrives) {
  for (const bool waits : {true, false}) {
    FakeLaunch k(32);
    const uint64_t a = k.memory.allocate(4096, memory::Kind::managed)->begin;
    const uint32_t cp = k.instruction(Opcode::cp, Type::b32), ld = k.load();
    k.begin();
    k.block();
    uint64_t from[32], to[32];
    for (uint32_t l = 0; l < 32; ++l) from[l] = a + l * 4, to[l] = l * 4;
    const ptx::Function* function = nullptr;
    k.access(
        0, cp, ptx::Space::constant, FakeLaunch::Access::load, same(0), [](uint32_t) { return 0; },
        0);
    events::MemoryEvent source, destination;
    function = k.kernel();
    source.function = destination.function = function;
    source.pc = destination.pc = cp;
    source.lanes = destination.lanes = ~0u;
    source.bytes = destination.bytes = 4;
    source.addresses = from;
    destination.addresses = to;
    source.delta = k.memory.find(a)->delta();
    destination.space = ptx::Space::shared;
    destination.access = FakeLaunch::Access::store;
    k.observer->async_copy_issued(k.warps[0], source, destination);
    if (waits) k.observer->async_copy_arrived(k.warps[0], destination);
    k.read_shared(0, ld, element(0));
    const auto found = k.end();
    if (waits)
      expect_none(found);
    else
      expect_one(found, events::FindingKind::async_copy_early, k.line(ld), k.line(cp));
  }
}

TEST(DivergentBarrier, InPiecesAndFromDifferentLines) {
  FakeLaunch k(64);
  const uint32_t a = k.instruction(Opcode::bar), b = k.instruction(Opcode::bar);
  k.begin();
  k.block();
  k.observer->barrier_arrived(k.warps[0], a, 0, 0xffff, 0);
  auto found = k.end();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, events::FindingKind::divergent_barrier);
  EXPECT_EQ(found[0].where.line, k.line(a));

  k.begin();
  k.block();
  k.observer->barrier_arrived(k.warps[0], a, 0, ~0u, 0);
  k.observer->barrier_arrived(k.warps[1], b, 0, ~0u, 0);
  expect_one(k.end(), events::FindingKind::divergent_barrier, k.line(b), k.line(a));

  k.begin();
  k.block();
  k.barrier(a);
  k.barrier(b);
  k.warps[1].alive = 0;  // a warp that has returned
  k.barrier(a);
  expect_none(k.end());
}

// Whether lanes return before the others come to the barrier, or are only about to, is a question
// of how the compiler lays out the two paths.
TEST(DivergentBarrier, LanesThatHaveReturnedAreMissed) {
  FakeLaunch k(33);
  const uint32_t a = k.instruction(Opcode::bar);
  k.begin();
  k.block();
  k.barrier(a);  // the last warp has one lane
  expect_none(k.end());
  for (const bool have_returned : {false, true}) {
    k.begin();
    k.block();
    if (have_returned) k.warps[0].alive = 0x3;
    k.observer->barrier_arrived(k.warps[0], a, 0, 0x3, 0);
    const auto found = k.end();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, events::FindingKind::divergent_barrier);
    EXPECT_NE(found[0].what.find("2 of the 32 threads"), std::string::npos) << found[0].what;
    EXPECT_EQ(found[0].what.ends_with("returned"), have_returned) << found[0].what;
  }
}

}  // namespace
}  // namespace simt::observe
