// What is measured is measured last, when nothing else is left to be done.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "autograder/judge/grader.h"
#include "tests/behaviour/small_course.h"

namespace warplab {
namespace {

struct Listener : Observer {
  void stage_done(const std::string& lab, int step, const StageTime& stage,
                  const Verdict&) override {
    told.push_back(fmt::format("{} {} {}", lab, step, name_of(stage.stage)));
  }
  std::vector<std::string> told;
};

TEST(Measuring, BeginsOnceAllStepsAreChecked) {
  const Course course = small_course({64, 48}, {{64, 48}});
  const Lab& lab = course.find("lab3");
  const auto listener = std::make_shared<Listener>();
  GraderOptions options = test_options("measuring");
  options.timing_budget_s = 0.05;
  options.observer = listener;
  options.before_measuring = [&] { listener->told.push_back("alone"); };
  std::vector<Submission> submissions;
  for (const Step& step : lab.steps)
    submissions.push_back({step, course.solution(lab) / step.file});
  submissions[0].source = lab.folder / lab.steps[0].file;  // the stub, which is not measured
  const auto results = Grader(course, options).grade(lab, submissions);
  ASSERT_EQ(results.size(), lab.steps.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].step, lab.steps[i].number);
    EXPECT_EQ(results[i].verdict.kind, i == 0 ? VerdictKind::wrong : VerdictKind::ok) << i;
  }
  const auto& told = listener->told;
  EXPECT_EQ(std::ranges::count(told, "alone"), 1);
  const auto alone = std::ranges::find(told, "alone");
  const auto is_timing = [](const std::string& each) { return each.ends_with("timing"); };
  EXPECT_EQ(std::count_if(told.begin(), alone, is_timing), 0);
  EXPECT_EQ(std::count_if(alone, told.end(), is_timing), std::ssize(lab.steps) - 1);
  EXPECT_EQ(std::ssize(lab.steps), told.end() - alone) << "and nothing else";
}

TEST(Measuring, IsNotWaitedForWhereNothingIsMeasured) {
  const Course course = small_course({64, 48}, {{64, 48}});
  const Lab& lab = course.find("lab1");
  GraderOptions options = test_options("measuring");
  options.before_measuring = [] { FAIL() << "a stub"; };
  Grader(course, options).grade(lab, {{lab.steps[0], lab.folder / lab.steps[0].file}});
}

}  // namespace
}  // namespace warplab
