// The freeze: what a worker could gain while its inputs are written, and that it gains nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "autograder/build/builder.h"
#include "autograder/build/intake.h"
#include "autograder/judge/session.h"
#include "tests/behaviour/small_course.h"

namespace warplab {
namespace {

// The fastest of some calls of precompute_watch.c, whose luck varies: it may see a row half written
// and have to compute it again. The judge dawdles between writing the inputs and
// the call, as it does when the baseline runs in between.
double fastest_call_s(bool freeze) {
  Course course = small_course({1, 1}, {{1500, 1000}});
  const Lab& lab = course.find("lab1");
  const Problem& problem = *find_problem(lab.problem);
  Defences defences;
  defences.freeze = freeze;
  const Sandbox sandbox(SandboxKind::bubblewrap, defences);
  const Builder builder(sandbox, course.root, std::string(BUILD_FOLDER) + "/lib", compile_limits());
  const std::string attack = std::string(COURSE_ROOT) + "/tests/attacks/precompute_watch.c";
  const Build build =
      builder.from_source("watch", "convolution.c", read_source(attack), lab, lab.step(1), problem);
  const auto the_case = std::move(problem.small_cases(lab).front());
  SharedBuffers buffers({the_case->layout()}, true);
  const PlacedCase placed = place(the_case->layout(), false);
  Session session(sandbox, build.executable, buffers, run_limits(1), 1);
  session.prepare(placed);
  std::vector<double> times;
  for (int round = 0; round < 8; ++round) {
    the_case->generate(round);
    the_case->write_inputs(buffers.inputs(placed));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    buffers.poison(placed, 0x7fc00001);
    const double seconds = session.call();
    EXPECT_TRUE(the_case->check(buffers.read_outputs(placed)).ok);
    if (round > 0) times.push_back(seconds);
  }
  EXPECT_FALSE(session.failed()) << verdict_text(session.verdict());
  return *std::min_element(times.begin(), times.end());
}

TEST(Freeze, StopsWorkBeforeTheCall) {
  const double frozen_s = fastest_call_s(true);
  const double unfrozen_s = fastest_call_s(false);
  EXPECT_LT(unfrozen_s, 0.5 * frozen_s)
      << "without the freeze the attack has to gain, or this test sees nothing";
}

}  // namespace
}  // namespace warplab
