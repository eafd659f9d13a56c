// The freeze: what a worker could gain while its inputs are written, and that it gains nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

#include "autograder/build/builder.h"
#include "autograder/build/intake.h"
#include "autograder/judge/session.h"
#include "tests/behaviour/small_course.h"

namespace warplab {
namespace {

// The fastest call of precompute_watch.c among `rounds`, or the first below `enough_s`. The
// attack's luck varies: it may see a row half written and have to compute it again, and on a busy
// machine its thread may wake when all is written. The judge dawdles between writing the inputs and
// the call, as it does when the baseline runs in between.
double fastest_call_s(bool freeze, int rounds, double enough_s) {
  Course course = small_course({1, 1}, {{1500, 1000}});
  const Lab& lab = course.find("lab1");
  const Problem& problem = *find_problem(lab.problem, lab.device);
  Defences defences;
  defences.freeze = freeze;
  const Sandbox sandbox(SandboxKind::bubblewrap, defences);
  const Builder builder(sandbox, course.root, std::string(BUILD_FOLDER) + "/lib", compile_limits());
  const std::string attack = std::string(COURSE_ROOT) + "/tests/attacks/precompute_watch.c";
  const Build build =
      builder.from_source("watch", "convolution.c", read_source(attack), lab, lab.step(1), problem);
  const auto the_case = std::move(problem.small_cases(lab, Step{}).front());
  SharedBuffers buffers({the_case->layout()}, true);
  const PlacedCase placed = place(the_case->layout(), false);
  Session session(sandbox, build.executable, buffers, run_limits(1), 1);
  session.prepare(placed);
  double fastest_s = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= rounds && fastest_s >= enough_s; ++round) {
    the_case->generate(round);
    the_case->write_inputs(buffers.inputs(placed));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    buffers.poison(placed, 0x7fc00001);
    const double seconds = session.call();
    EXPECT_TRUE(the_case->check(buffers.read_outputs(placed)).ok);
    if (round > 0) fastest_s = std::min(fastest_s, seconds);
  }
  EXPECT_FALSE(session.failed()) << verdict_text(session.verdict());
  return fastest_s;
}

TEST(Freeze, StopsWorkBeforeTheCall) {
  const double frozen_s = fastest_call_s(true, 7, 0);
  const double unfrozen_s = fastest_call_s(false, 100, 0.5 * frozen_s);
  EXPECT_LT(unfrozen_s, 0.5 * frozen_s)
      << "without the freeze the attack has to gain, or this test sees nothing";
}

}  // namespace
}  // namespace warplab
