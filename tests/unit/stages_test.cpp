// Stages run in order until one says that the step ends, and each is noted.
#include "autograder/judge/stages.h"

#include <gtest/gtest.h>

#include "tests/behaviour/small_course.h"
#include "tests/unit/steps.h"

namespace warplab {
namespace {

struct Listener : Observer {
  void stage_done(const std::string& lab, int step, const StageTime& stage,
                  const Verdict& verdict) override {
    told.push_back(
        fmt::format("{} {} {} {}", lab, step, name_of(stage.stage), verdict_text(verdict)));
  }
  std::vector<std::string> told;
};

TEST(Stages, EndWhereTheStepFails) {
  const Course course = small_course({8, 8}, {{5, 5}});
  const auto listener = std::make_shared<Listener>();
  GraderOptions options = test_options("stages-test");
  options.observer = listener;
  const Workshop workshop(course, options);
  Scorecard card(cpu_step());
  std::vector<std::string> ran;
  const auto passes = [&] { return ran.push_back("cases"), true; };
  const auto fails = [&] {
    card.fail(card.correct, {VerdictKind::wrong, ""}, {});
    return ran.push_back("showing"), false;
  };
  const auto too_late = [&] { return ran.push_back("timing"), true; };
  run_stages({{Stage::cases, passes}, {Stage::showing, fails}, {Stage::timing, too_late}}, workshop,
             course.find("lab1"), card);
  EXPECT_EQ(ran, (std::vector<std::string>{"cases", "showing"}));
  EXPECT_EQ(listener->told, (std::vector<std::string>{"lab1-convolution-c 2 cases OK",
                                                      "lab1-convolution-c 2 showing WRONG"}));
  ASSERT_EQ(card.result.stages.size(), 2u);
  EXPECT_EQ(card.result.stages[1].stage, Stage::showing);
  EXPECT_GE(card.result.stages[1].seconds, 0);
}

}  // namespace
}  // namespace warplab
