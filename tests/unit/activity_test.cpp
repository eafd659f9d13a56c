// What a process says is there for another one after its end.
#include "autograder/commands/activity.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <thread>
#include <vector>

namespace warplab {
namespace {

void in_a_child_that_dies(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
}

TEST(Activity, OutlivesTheProcessThatTellsIt) {
  const auto activity = share_activity();
  in_a_child_that_dies([&] {
    activity->part_done();
    activity->doing("lab9 step 1: building");
    activity->part_done();
    activity->doing("lab9 step 1: case 2 of 7");
  });
  EXPECT_EQ(activity->parts_done(), 2);
  EXPECT_EQ(activity->last(), "lab9 step 1: case 2 of 7");
}

TEST(Activity, KeepsTheBeginningOfWhatIsTooLong) {
  const auto activity = share_activity();
  in_a_child_that_dies([&] { activity->doing(std::string(100'000, 'x')); });
  EXPECT_EQ(activity->last(), std::string(239, 'x'));
}

TEST(Activity, MayBeToldByManyThreads) {
  const auto activity = share_activity();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 1000; ++i) activity->doing(std::string(100, static_cast<char>('a' + t)));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(activity->last(), std::string(100, activity->last().front()));
}

}  // namespace
}  // namespace warplab
