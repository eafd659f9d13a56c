// A process that keeps to some cores until it is told that it may measure.
#include "autograder/judge/clock_queue.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "autograder/sandbox/process.h"
#include "common/cores.h"

namespace warplab {
namespace {

// The exit code of a process that queues, on core 0, and is let go, or whose line is closed.
int end_of_one_in_the_queue(bool is_let_go) {
  std::optional<ClockLine> line(std::in_place);
  const int cores = cores_of_affinity();
  const pid_t child = fork();
  if (child == 0) {
    const int theirs = dup(line->theirs());
    line.reset();
    dup2(theirs, ClockQueue::descriptor);
    try {
      const ClockQueue queue({0});
      if (cores_of_affinity() != 1) _exit(1);
      if (queue.wait() < 0) _exit(2);
      _exit(cores_of_affinity() == cores ? 0 : 3);
    } catch (const GraderError&) {
      _exit(4);
    }
  }
  line->close_their_end();
  pollfd said = {line->descriptor(), POLLIN, 0};
  EXPECT_EQ(poll(&said, 1, 10000), 1) << "it says that it has come";
  if (is_let_go)
    line->let_go();
  else
    line.reset();
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

TEST(ClockQueue, KeepsToItsCoresUntilItMayMeasure) { EXPECT_EQ(end_of_one_in_the_queue(true), 0); }

TEST(ClockQueue, EndsWithWhoeverGradesTheClass) { EXPECT_EQ(end_of_one_in_the_queue(false), 4); }

}  // namespace
}  // namespace warplab
