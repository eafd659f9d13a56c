#include "autograder/sandbox/standstill.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>
#include <vector>

namespace warplab {
namespace {

using namespace std::chrono_literals;

struct Pipe {
  Pipe() { EXPECT_EQ(pipe(ends), 0); }
  ~Pipe() {
    for (const int end : ends) close(end);
  }
  int ends[2];
};

struct ClockSaid {
  double seconds = -1;
  bool was_continued = false;
};

// What a Standstill says in a process of its own, to which `disturb` is done meanwhile.
ClockSaid seen_while(const std::function<void(pid_t)>& disturb) {
  Pipe ready, done, result;
  char byte = 0;
  const pid_t child = fork();
  if (child == 0) {
    const Standstill standstill;
    EXPECT_EQ(write(ready.ends[1], &byte, 1), 1);
    EXPECT_EQ(read(done.ends[0], &byte, 1), 1);
    const ClockSaid seen{standstill.seconds(), standstill.was_continued()};
    EXPECT_EQ(write(result.ends[1], &seen, sizeof seen), ssize_t{sizeof seen});
    _exit(0);
  }
  EXPECT_EQ(read(ready.ends[0], &byte, 1), 1);
  disturb(child);
  EXPECT_EQ(write(done.ends[1], &byte, 1), 1);
  ClockSaid seen;
  EXPECT_EQ(read(result.ends[0], &seen, sizeof seen), ssize_t{sizeof seen});
  waitpid(child, nullptr, 0);
  return seen;
}

TEST(Standstill, IsSeenByAProcessThatWasStopped) {
  const ClockSaid seen = seen_while([](pid_t process) {
    kill(process, SIGSTOP);
    std::this_thread::sleep_for(2s);
    kill(process, SIGCONT);
  });
  EXPECT_GT(seen.seconds, 1.5);
  EXPECT_LT(seen.seconds, 20);
  EXPECT_TRUE(seen.was_continued);
}

TEST(Standstill, IsNoPauseOfAMoment) {
  const ClockSaid seen = seen_while([](pid_t process) {
    for (int pause = 0; pause < 5; ++pause) {
      kill(process, SIGSTOP);
      std::this_thread::sleep_for(200ms);
      kill(process, SIGCONT);
      std::this_thread::sleep_for(200ms);
    }
  });
  EXPECT_EQ(seen.seconds, 0);
  EXPECT_TRUE(seen.was_continued);
}

TEST(Standstill, IsContinuedByNobodyElse) {
  EXPECT_FALSE(seen_while([](pid_t) {}).was_continued);
}

void stay_on_one_core(pid_t process) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(process, sizeof all, &all), 0);
  CPU_ZERO(&one);
  for (int core = 0; CPU_COUNT(&one) == 0; ++core)
    if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
  ASSERT_EQ(sched_setaffinity(process, sizeof one, &one), 0);
}

// A process that may only have a core when nobody else wants it, on a core that others want all the time: it waits for
// seconds, as a judge does whom a submission starves.
TEST(Standstill, IsNoWaitingForACore) {
  std::vector<pid_t> others;
  for (int i = 0; i < 16; ++i) {
    others.push_back(fork());
    if (others.back() == 0) {
      stay_on_one_core(0);
      for (;;) getppid();
    }
  }
  const ClockSaid seen = seen_while([&](pid_t process) {
    const sched_param none{};
    stay_on_one_core(process);
    EXPECT_EQ(sched_setscheduler(process, SCHED_IDLE, &none), 0);  // which only root takes back
    std::this_thread::sleep_for(6s);
    for (const pid_t other : others) kill(other, SIGKILL), waitpid(other, nullptr, 0);
  });
  EXPECT_EQ(seen.seconds, 0);
  EXPECT_FALSE(seen.was_continued);
}

TEST(Standstill, IsRunAgainAndNotForEver) {
  int runs = 0;
  EXPECT_EQ(run_without_standstill([&](int number) {
              EXPECT_EQ(number, ++runs);
              if (number < most_runs) throw StoodStill(15);
              return number;
            }),
            most_runs);
  EXPECT_THROW(run_without_standstill([](int) -> int { throw StoodStill(15); }), GraderError);
}

}  // namespace
}  // namespace warplab
