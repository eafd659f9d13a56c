// When a warp gives way to others, and when its loop is called endless.
#include "simt/exec/progress.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "simt/exec/running.h"

namespace simt::exec {
namespace {

constexpr uint32_t turn_length = 1000;
constexpr uint64_t limit = 10000;

// A launch that a warp is judged in.
struct Launch final : RunningWorker {
  int notes = 0, asked = 0;
  int lags_for = 0;  // how often others_lag() is still so
  bool lanes_left = false;

  Launch() { loop_limit = limit; }
  bool fault(Warp&, const Op*, const Fault&) override { return false; }
  events::Site site_of(Warp&, const Op*, int) const override { return {}; }
  void print(const Warp&, Printed) override {}
  bool stopped() const override { return false; }
  void note_others() override { ++notes; }
  bool others_lag() override { return ++asked <= lags_for; }
  bool lanes_leave_meetings() const override { return lanes_left; }
  void let_lanes_leave_meetings() override { lanes_left = true; }
  void stop(Warp&, const Op*, const Fault&) override {}
};

// Uses the slice up, and ends it; the backward branches that it had.
uint32_t use_slice(Progress& progress, bool changed, std::optional<uint64_t> registers) {
  const uint32_t slice = progress.fuel;
  progress.fuel = 0;
  progress.end_slice(changed, registers);
  return slice;
}

// A turn of a warp that works all the time; its backward branches.
uint32_t work_for_a_turn(Progress& progress) {
  progress.begin_turn();
  uint32_t branches = 0;
  do branches += use_slice(progress, true, std::nullopt);
  while (progress.next_slice(turn_length));
  return branches;
}

TEST(Progress, AWarpThatWorksKeepsItsTurnAndGetsLongerOnes) {
  Progress progress(turn_length);
  EXPECT_EQ(work_for_a_turn(progress), turn_length);
  EXPECT_TRUE(progress.has_worked());
  EXPECT_EQ(work_for_a_turn(progress), 2 * turn_length);
  EXPECT_EQ(work_for_a_turn(progress), 4 * turn_length);
}

TEST(Progress, ABranchOverALongBodyCountsForMore) {
  const auto branches_until_endless = [](uint64_t operations) {
    Launch launch;
    Progress progress(turn_length);
    uint64_t branches = 0;
    while (!progress.is_endless(launch)) {
      progress.begin_turn();
      do {
        ++branches;
        while (!progress.go_back(operations)) ++branches;
        progress.end_slice(true, std::nullopt);
      } while (progress.next_slice(turn_length));
    }
    return branches;
  };
  const uint64_t of_short_bodies = branches_until_endless(15);
  EXPECT_EQ(branches_until_endless(3), of_short_bodies);
  EXPECT_LT(branches_until_endless(9 * 16), of_short_bodies / 4);
}

TEST(Progress, ATurnOfLongBodiesHasFewerBranches) {
  Progress progress(turn_length);
  progress.begin_turn();
  while (!progress.go_back(3 * 16)) {
  }
  progress.end_slice(true, std::nullopt);
  EXPECT_FALSE(progress.next_slice(turn_length)) << "250 branches of 4 each";
  EXPECT_TRUE(progress.has_worked());
}

TEST(Progress, AWarpThatWaitsGivesWayAtOnceAndForAsLongAsItLikes) {
  Launch launch;
  Progress progress(turn_length);
  for (uint64_t i = 1; i <= 10 * limit; ++i) {
    progress.begin_turn();
    EXPECT_EQ(use_slice(progress, false, i), 250u) << "its registers change";
    EXPECT_TRUE(progress.has_waited());
    EXPECT_FALSE(progress.has_worked() || progress.stands());
    ASSERT_FALSE(progress.next_slice(turn_length));
    ASSERT_FALSE(progress.is_endless(launch));
  }
  EXPECT_EQ(launch.notes, 0);
}

TEST(Progress, AWarpThatStandsHasOneBranchToLook) {
  Progress progress(turn_length);
  progress.begin_turn();
  use_slice(progress, false, 7);
  progress.next_slice(turn_length);
  progress.begin_turn();
  use_slice(progress, false, 7);
  EXPECT_TRUE(progress.stands());
  progress.next_slice(turn_length);
  progress.begin_turn();
  EXPECT_EQ(use_slice(progress, true, 7), 1u);
  EXPECT_FALSE(progress.stands()) << "it has changed something";
  EXPECT_TRUE(progress.has_worked());
}

TEST(Progress, WorkBeyondTheLimitIsEndlessAfterAllElseWasTried) {
  Launch launch;
  launch.lags_for = 2;
  Progress progress(limit / 2);
  for (int turns = 0; !progress.is_endless(launch); ++turns) {
    ASSERT_LT(turns, 20);
    EXPECT_TRUE(launch.asked > launch.lags_for || !launch.lanes_left);
    work_for_a_turn(progress);
  }
  EXPECT_TRUE(launch.lanes_left) << "before it is called endless";
  EXPECT_EQ(launch.notes, 1);
  // Twice another lags; then a turn more, lanes that leave, and a turn more again.
  EXPECT_EQ(launch.asked, 2 + 2 + 2);
}

TEST(Progress, WhatItWorkedIsTakenBackWhereItsBlockOnlyWaited) {
  Launch launch;
  Progress progress(turn_length);
  for (int i = 0; i < 100; ++i) {
    progress.begin_block_turn();
    work_for_a_turn(progress);
    progress.take_back_block_turn();
    ASSERT_FALSE(progress.is_endless(launch));
  }
  EXPECT_EQ(launch.asked, 0);
}

TEST(Progress, ABarrierInASliceIsWork) {
  Launch launch;
  Progress progress(turn_length);
  for (int i = 0; launch.notes == 0 && i < 1000; ++i) {
    progress.begin_turn();
    --progress.fuel;
    EXPECT_FALSE(progress.is_endless(launch));
  }
  EXPECT_EQ(launch.notes, 1);
}

}  // namespace
}  // namespace simt::exec
