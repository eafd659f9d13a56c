// What a step asks for is not had by handing in the solution of a step before it, as simt counts and times
// both. Of solutions for the CPU the same is told by the timing tables (unit/lab_test.cpp). Later steps are
// left out: they go on from what a step teaches, so theirs have it. Nor is a solution compared that is wrong as
// a later step, which may only be for want of memory.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/build/intake.h"
#include "autograder/judge/gpu/gpu_baseline.h"
#include "autograder/judge/gpu/gpu_workers.h"
#include "autograder/judge/timing.h"
#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/tiers.h"

namespace warplab {
namespace {

constexpr double most_for_speed = 0.2;  // of the points for it

// Of a step for the GPU, by number.
struct StepName {
  std::string lab;
  int step;
};

// With functions of the same name.
std::vector<const Step*> steps_before(const Lab& lab, const Step& step) {
  std::vector<const Step*> before;
  for (const Step& other : lab.steps)
    if (other.number < step.number && other.device == step.device && other.entries == step.entries)
      before.push_back(&other);
  return before;
}

// With less memory than it was written for.
bool may_be_wrong(const Step& earlier, const Step& step) {
  return earlier.device_share != step.device_share;
}

bool asks_for_something(const Step& step) {
  return step.device == Device::gpu &&
         (step.points_for(GateKind::speed) > 0 || !step.hardware.empty());
}

// One for each lab is quick.
Tiers<StepName> steps_with_some_before() {
  std::vector<StepName> steps;
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Step& step : lab.steps)
      if (asks_for_something(step) && !steps_before(lab, step).empty())
        steps.push_back({lab.name, step.number});
  return one_of_each_kind(steps, [](const StepName& step) { return step.lab; });
}

class EarlierSteps : public testing::TestWithParam<StepName> {
 protected:
  // What the solution of `handed_in` needs as `step`; nothing where it is wrong there.
  std::optional<GpuBaseline> execute(const Step& handed_in) {
    const Build build = workshop_.builder.from_source(
        fmt::format("step{}", handed_in.number), step_.file,
        read_source(course_.solution(lab_) / handed_in.file), lab_, step_, problem_);
    if (build.verdict.kind != VerdictKind::ok) return std::nullopt;
    return executed(build);
  }

  // Of what the step is compared with.
  double baseline_s() {
    const Lab& lab = course_.find(step_.speed->baseline_lab);
    const Step& step = lab.step(step_.speed->baseline_step);
    const Build build = workshop_.builder.from_source(
        "baseline", step.file, read_source(course_.solution(lab) / step.file), lab, step, problem_);
    return executed(build).value().seconds;
  }

  double share_for_speed(const GpuBaseline& submission, double baseline_s) const {
    return speed_points(baseline_s / submission.seconds, step_.speed->zero_at, step_.speed->full_at,
                        1);
  }

  // Of all counters.
  bool has_all_points(const GpuBaseline& submission) const {
    return std::ranges::all_of(step_.hardware, [&](const CounterGate& gate) {
      const double value = submission.counters.at(gate.counter);
      return gate.points == 0 || (value >= gate.at_least && value <= gate.at_most);
    });
  }

  const Course course_ = load_course(checkout::root);
  const Lab& lab_ = course_.find(GetParam().lab);
  const Step& step_ = lab_.step(GetParam().step);
  const Problem& problem_ = *find_problem(lab_.problem, step_.device);
  const Workshop workshop_{course_, test_options("earlier-steps")};

 private:
  std::optional<GpuBaseline> executed(const Build& build) {
    try {
      return execute_baseline(workshop_.sandbox, simt_, build, problem_, lab_, step_, *profiled_,
                              {Seed::fresh(), "inputs"}, {Seed::fresh(), "caches"});
    } catch (const WrongBaseline&) {
      return std::nullopt;
    }
  }

  const DeviceProgram simt_{workshop_.sandbox, workshop_.options.worker_objects,
                            workshop_.options.simt_threads};
  const std::unique_ptr<Case> profiled_ =
      problem_.timed_case(lab_, step_, step_.profiled_size, course_.root);
};

TEST_P(EarlierSteps, DoNotHaveWhatAStepAsksFor) {
  const bool is_for_speed = step_.points_for(GateKind::speed) > 0;
  const double before_s = is_for_speed ? baseline_s() : 0;
  const std::optional<GpuBaseline> own = execute(step_);
  ASSERT_TRUE(own);
  EXPECT_TRUE(has_all_points(*own));
  if (is_for_speed) {
    EXPECT_EQ(share_for_speed(*own, before_s), 1);
  }
  for (const Step* earlier : steps_before(lab_, step_)) {
    const std::optional<GpuBaseline> other = execute(*earlier);
    if (!other) {
      EXPECT_TRUE(may_be_wrong(*earlier, step_)) << "step " << earlier->number;
      continue;
    }
    if (!step_.hardware.empty()) {
      EXPECT_FALSE(has_all_points(*other)) << "step " << earlier->number;
    }
    if (is_for_speed) {
      EXPECT_LE(share_for_speed(*other, before_s), most_for_speed) << "step " << earlier->number;
    }
  }
}

TEST(EarlierStepsOfALab, AreComparedIfTheyAreRight) {
  const std::map<std::string, int> expected = {{"lab7", 3},  {"lab8", 28}, {"lab9", 6},
                                               {"lab10", 2}, {"lab11", 6}, {"lab12", 6},
                                               {"lab13", 1}};
  std::map<std::string, int> compared;
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Step& step : lab.steps)
      if (asks_for_something(step))
        for (const Step* earlier : steps_before(lab, step))
          compared[short_name(lab.name)] += !may_be_wrong(*earlier, step);
  for (const auto& [lab, least] : expected) EXPECT_GE(compared[lab], least) << lab;
}

std::string earlier_steps_name(const testing::TestParamInfo<StepName>& info) {
  return fmt::format("{}_{}", short_name(info.param.lab), info.param.step);
}

INSTANTIATE_TEST_SUITE_P(Quick, EarlierSteps, testing::ValuesIn(steps_with_some_before().quick),
                         earlier_steps_name);
INSTANTIATE_TEST_SUITE_P(Rest, EarlierSteps, testing::ValuesIn(steps_with_some_before().rest),
                         earlier_steps_name);

}  // namespace
}  // namespace warplab
