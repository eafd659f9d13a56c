// What is left of a call's time without what others took of it.
#include "autograder/judge/interference.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <optional>
#include <vector>

namespace warplab {
namespace {

// Two threads of 10 ms each on two cores.
CallTime shared_by_two() {
  CallTime call;
  call.wall_s = 0.010;
  call.ran_s = 0.020;
  call.busiest_s = 0.010;
  call.cores = 2;
  return call;
}

// The same by one.
CallTime alone() {
  CallTime call;
  call.wall_s = call.ran_s = call.busiest_s = 0.020;
  call.cores = 2;
  return call;
}

TEST(Undisturbed, IsTheTimeOnTheWallWhereNothingElseRuns) {
  EXPECT_DOUBLE_EQ(undisturbed_s(shared_by_two(), 0), 0.010);
  EXPECT_DOUBLE_EQ(undisturbed_s(alone(), 0), 0.020);
}

TEST(Undisturbed, LeavesOutTheWaitForACore) {
  CallTime call = shared_by_two();
  call.wall_s = 0.017;
  call.waited_s = 0.007;
  EXPECT_DOUBLE_EQ(undisturbed_s(call, 0), 0.010);
}

TEST(Undisturbed, TakesNoThreadFasterThanItRan) {
  CallTime call = shared_by_two();
  call.wall_s = 0.030;
  call.waited_s = 0.035;
  EXPECT_DOUBLE_EQ(undisturbed_s(call, 0), 0.010);
  call = alone();
  call.wall_s = 0.030;
  call.waited_s = 0.020;
  EXPECT_DOUBLE_EQ(undisturbed_s(call, 0), 0.020);
}

// Eight threads that wait for each other have not run on eight cores.
TEST(Undisturbed, TakesNoMoreCoresThanThereAre) {
  CallTime call = shared_by_two();
  call.busiest_s = 0.0025;
  call.waited_s = 0.060;
  EXPECT_DOUBLE_EQ(undisturbed_s(call, 0), 0.010);
}

// Both threads were on a core all the time, and each core belonged to the hypervisor for half of
// it.
TEST(Undisturbed, LeavesOutWhatTheHypervisorTook) {
  CallTime call = shared_by_two();
  call.wall_s = 0.020;
  call.stolen_s = 0.020;
  EXPECT_DOUBLE_EQ(undisturbed_s(call, 1.0), 0.010);
}

TEST(Undisturbed, DoesNotForgiveSleep) {
  CallTime call = alone();
  call.wall_s = 0.050;
  EXPECT_DOUBLE_EQ(undisturbed_s(call, 0), 0.050);
}

TEST(CallTime, AddsThreadsThatBeganAndKeepsThoseThatEnded) {
  CoreUse before, after;
  before.threads = {{1, {1.0, 0.1}}, {2, {1.0, 0.1}}};
  before.ran_s = 2.0;
  before.judge_waited_s = 0.5;
  before.stolen_s = 7;
  after.threads = {{1, {1.2, 0.2}}, {3, {0.3, 0.4}}};
  after.ran_s = 2.6;
  after.judge_waited_s = 0.51;
  after.stolen_s = 7.02;
  const CallTime call = call_time(before, after, 0.9, 2);
  EXPECT_NEAR(call.ran_s, 0.6, 1e-9) << "thread 2 ran 0.1 s before it ended";
  EXPECT_NEAR(call.busiest_s, 0.3, 1e-9);
  EXPECT_NEAR(call.waited_s, 0.51, 1e-9) << "with the judge's own";
  EXPECT_NEAR(call.longest_wait_s, 0.4, 1e-9);
  EXPECT_NEAR(call.stolen_s, 0.02, 1e-9);
}

TEST(CoreUse, KnowsAThreadThatRuns) {
  const CoreUse before = read_core_use(getpid());
  ASSERT_TRUE(before.threads.contains(getpid()));
  for (const std::clock_t begin = std::clock(); std::clock() - begin < CLOCKS_PER_SEC / 20;) {
  }
  const CallTime call = call_time(before, read_core_use(getpid()), 1, 1);
  EXPECT_GT(call.ran_s, 0.049);
  EXPECT_NEAR(call.busiest_s, call.ran_s, 0.020) << "a thread that runs is behind by a tick or two";
}

TEST(CallTime, KnowsWhatOthersRan) {
  CoreUse before, after;
  after.ran_s = 0.6;
  after.busy_s = 1.0;
  after.idle_s = 0.3;
  after.throttled_s = 0.1;
  EXPECT_NEAR(call_time(before, after, 1, 2).others_s, 0.5, 1e-9);
  EXPECT_NEAR(call_time(before, after, 1, 2).idle_s, 0.3, 1e-9);
  after.busy_s = 0.5;
  EXPECT_NEAR(call_time(before, after, 1, 2).others_s, 0.1, 1e-9) << "ticks are coarse";
  after.busy_s = 0;
  EXPECT_EQ(call_time(before, after, 1, 2).idle_s, 0) << "nobody has counted";
}

TEST(CoreUse, KnowsThatAnotherProgramRuns) {
  const CoreUse before = read_core_use(getpid());
  const pid_t other = fork();
  if (other == 0)
    for (;;) getppid();
  usleep(500'000);
  const CallTime call = call_time(before, read_core_use(getpid()), 0.5, 1);
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  EXPECT_GT(call.others_s, 0.05);
}

// A process that waits for a byte has to be put on a core to take it.
TEST(CoreUse, CountsTurns) {
  int to_child[2], from_child[2];
  ASSERT_EQ(pipe(to_child) + pipe(from_child), 0);
  const pid_t child = fork();
  if (child == 0) {
    for (char byte = 0; read(to_child[0], &byte, 1) == 1;)
      if (write(from_child[1], &byte, 1) != 1) break;
    _exit(0);
  }
  const auto answer = [&] {
    char byte = 'x';
    EXPECT_EQ(write(to_child[1], &byte, 1), 1);
    EXPECT_EQ(read(from_child[0], &byte, 1), 1);
  };
  answer();
  const auto before = read_turns(child);
  if (before.empty()) GTEST_SKIP() << "this kernel does not count turns";
  // It may not have left its core yet when it is asked once more.
  for (int i = 0; i < 1000; ++i) answer();
  EXPECT_GT(read_turns(child).at(child), before.at(child));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(read_turns(child).empty());
  for (const int end : {to_child[0], to_child[1], from_child[0], from_child[1]}) close(end);
}

TEST(CoreUse, OfAProcessThatIsGoneIsNothing) {
  const CoreUse gone = read_core_use((1 << 22) + 1);  // above the largest there can be
  EXPECT_TRUE(gone.threads.empty());
  EXPECT_EQ(gone.ran_s, 0);
}

// One call in four met another program; no ratio shows it.
TEST(TimedCalls, ComparesUndisturbedTimes) {
  TimedCalls calls(0.001);
  for (int i = 0; i < 4; ++i) {
    CallTime baseline = alone(), submission = shared_by_two();
    if (i == 2) submission.wall_s += submission.waited_s = 0.008;
    if (i == 3) baseline.wall_s += baseline.waited_s = 0.012;
    calls.add(baseline, submission);
  }
  for (const Pair& pair : calls.pairs()) {
    EXPECT_NEAR(pair.baseline_s, 0.019, 1e-9);
    EXPECT_NEAR(pair.submission_s, 0.009, 1e-9);
  }
  for (const double threads : calls.threads_at_work()) EXPECT_NEAR(threads, 2, 1e-9);
  EXPECT_NEAR(calls.lost(), 0.020 / 0.140, 1e-9);
}

// Half of each core was stolen. The kernel counts that in steps of 10 ms, so a single call shows
// none of it or all.
TEST(TimedCalls, ComparesWhatAllThreadsRan) {
  TimedCalls calls(0);
  CallTime each_does_all = shared_by_two();
  each_does_all.wall_s = each_does_all.busiest_s = 0.020;
  each_does_all.ran_s = 0.040;
  calls.add(alone(), shared_by_two());
  calls.add(alone(), each_does_all);
  calls.add(std::nullopt, each_does_all);
  const std::vector<double> work = calls.work();
  ASSERT_EQ(work.size(), 2u);
  EXPECT_DOUBLE_EQ(work[0], 1);
  EXPECT_DOUBLE_EQ(work[1], 2);
}

TEST(TimedCalls, SpreadsStolenTimeOverAllCalls) {
  TimedCalls calls(0);
  for (int i = 0; i < 4; ++i) {
    CallTime baseline = alone(), submission = shared_by_two();
    baseline.wall_s = 0.040;
    submission.wall_s = 0.020;
    submission.stolen_s = i == 1 ? 0.240 : 0;
    calls.add(baseline, submission);
  }
  for (const Pair& pair : calls.pairs()) {
    EXPECT_NEAR(pair.baseline_s, 0.020, 1e-9);
    EXPECT_NEAR(pair.submission_s, 0.010, 1e-9);
  }
  for (const double threads : calls.threads_at_work()) EXPECT_NEAR(threads, 2, 1e-9);
}

// Two threads of 10 ms each that take turns at a lock. Whoever is given it waits for the core of the other, while nobody
// else runs.
TEST(TimedCalls, AWaitForTheProgramsOwnThreadsIsTheProgramsTime) {
  TimedCalls calls(0);
  CallTime call = shared_by_two();
  call.wall_s = 0.020;
  call.waited_s = 0.018;
  call.idle_s = 0.020;
  calls.add(std::nullopt, call);
  EXPECT_NEAR(calls.threads_at_work()[0], 1, 0.05);
  EXPECT_NEAR(calls.pairs()[0].submission_s, 0.020, 0.001);
  EXPECT_NEAR(calls.lost(), 0, 0.05);
}

TEST(TimedCalls, AWaitForTheOnlyCoreIsNot) {
  TimedCalls calls(0);
  CallTime call = shared_by_two();
  call.wall_s = 0.020;
  call.waited_s = 0.018;
  calls.add(std::nullopt, call);
  EXPECT_NEAR(calls.threads_at_work()[0], 2, 1e-9) << "nothing was idle: as if each had a core";
}

TEST(TimedCalls, AWaitForAnotherProgramIsNot) {
  TimedCalls calls(0);
  CallTime call = shared_by_two();
  call.wall_s = 0.020;
  call.waited_s = 0.018;
  call.others_s = 0.018;
  call.idle_s = 0.020;
  calls.add(std::nullopt, call);
  EXPECT_NEAR(calls.threads_at_work()[0], 2, 1e-9);
  EXPECT_NEAR(calls.pairs()[0].submission_s, 0.010, 1e-9);
}

TEST(TimedCalls, OneThreadIsOneHoweverBusyTheMachine) {
  TimedCalls calls(0);
  CallTime call = alone();
  call.wall_s = 0.060;
  call.waited_s = 0.040;
  call.stolen_s = 0.020;
  calls.add(std::nullopt, call);
  EXPECT_NEAR(calls.threads_at_work()[0], 1, 1e-9);
  EXPECT_EQ(calls.pairs()[0].baseline_s, 0);
}

}  // namespace
}  // namespace warplab
