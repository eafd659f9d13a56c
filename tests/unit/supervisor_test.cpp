#include "autograder/sandbox/supervisor.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>

namespace warplab::supervisor_test {
namespace {

// Runs `work` supervised in a process of its own, and sends that a signal once `work` has said
// where it is by a byte. What that process says on `out` is read until everybody has closed it. Nothing is
// said where it cannot have the new namespaces.
struct Outcome {
  int status = 0;
  std::string said;
};

Outcome supervise(const std::function<int(int out)>& work, int signal, int namespaces = 0) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const auto say = [&](char what) { EXPECT_EQ(write(ends[1], &what, 1), 1); };
  const auto supervisor = static_cast<pid_t>(
      syscall(SYS_clone, SIGCHLD | namespaces, nullptr, nullptr, nullptr, nullptr));
  if (supervisor == 0) {
    close(ends[0]);
    // A shell ignores some of these for what it runs in the background.
    for (const int request : {SIGINT, SIGTERM, SIGHUP}) std::signal(request, SIG_DFL);
    _exit(run_supervised([&] { return work(ends[1]); }, [&] { say('c'); },
                         [&](int by) { return by == SIGSEGV ? 3 : 4; }));
  }
  close(ends[1]);
  Outcome outcome;
  for (char what; read(ends[0], &what, 1) == 1; outcome.said += what)
    if (what == 'w' && signal != 0) kill(supervisor, signal);
  if (supervisor > 0) waitpid(supervisor, &outcome.status, 0);
  close(ends[0]);
  return outcome;
}

int wait_for_ever(int out) {
  EXPECT_EQ(write(out, "w", 1), 1);
  for (;;) pause();
}

TEST(Supervisor, PassesTheExitCodeOnAndCleansUp) {
  const Outcome outcome = supervise([](int) { return 7; }, 0);
  EXPECT_EQ(WEXITSTATUS(outcome.status), 7);
  EXPECT_EQ(outcome.said, "c");
}

TEST(Supervisor, CleansUpAfterARequestToEnd) {
  for (const int request : {SIGINT, SIGTERM, SIGHUP}) {
    const Outcome outcome = supervise(wait_for_ever, request);
    ASSERT_TRUE(WIFSIGNALED(outcome.status));
    EXPECT_EQ(WTERMSIG(outcome.status), request);
    EXPECT_EQ(outcome.said, "wc");
  }
}

// As `docker run` starts it.
TEST(Supervisor, EndsByARequestAsTheFirstProcessOfAContainer) {
  const Outcome outcome = supervise(wait_for_ever, SIGTERM, CLONE_NEWUSER | CLONE_NEWPID);
  if (outcome.said.empty()) GTEST_SKIP() << "nobody may make a container here";
  EXPECT_EQ(WEXITSTATUS(outcome.status), 128 + SIGTERM);
  EXPECT_EQ(outcome.said, "wc");
}

TEST(Supervisor, TellsOfACrash) {
  const Outcome outcome = supervise(
      [](int) {
        std::signal(SIGSEGV, SIG_DFL);
        return raise(SIGSEGV);
      },
      0);
  EXPECT_EQ(WEXITSTATUS(outcome.status), 3);
  EXPECT_EQ(outcome.said, "c");
}

// The pipe ends only when the child, which holds it too, is gone.
TEST(Supervisor, TakesItsChildWithItWhenItIsKilled) {
  const Outcome outcome = supervise(wait_for_ever, SIGKILL);
  EXPECT_EQ(WTERMSIG(outcome.status), SIGKILL);
  EXPECT_EQ(outcome.said, "w");
}

}  // namespace
}  // namespace warplab::supervisor_test
