// The last lines of output as Autolab reads them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "tests/readers/autolab.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
Export format_autolab();
}  // namespace warplab

namespace warplab::exports_autolab_test {

namespace {

using nlohmann::json;

const std::set<std::string> usual_problems = {
    "lab2-1-outer-loop-correct", "lab2-1-outer-loop-speed", "lab2-2-outer-loop-correct",
    "lab2-2-outer-loop-speed"};

std::string exported(const GradedLab& graded) {
  return "a table\n" + hostile_text + format_autolab().make({graded});
}

TEST(ExportsAutolab, TheLastLineHasTheScores) {
  const auto scores = saved(exported(graded_lab(usual_steps())), usual_problems);
  EXPECT_EQ(scores.size(), 4u);
  EXPECT_EQ(scores.at("lab2-1-outer-loop-correct"), 8);
  EXPECT_EQ(scores.at("lab2-1-outer-loop-speed"), 6.4);
  EXPECT_EQ(scores.at("lab2-2-outer-loop-correct"), 0);
}

TEST(ExportsAutolab, NoNameHasAColon) {
  EXPECT_THROW(scores_in("{\"scores\":{\"step 1: speed\":1}}"), json::exception);
  std::vector<StepResult> steps = usual_steps();
  steps[0].name = "outer:loop\n\"x:";
  steps[0].gates[1].name = "load:bytes";
  const auto scores = saved(exported(graded_lab(steps)),
                            {"lab2-1-outer-loop--x--load-bytes", "lab2-1-outer-loop--x--speed",
                             "lab2-2-outer-loop-correct", "lab2-2-outer-loop-speed"});
  EXPECT_EQ(scores.at("lab2-1-outer-loop--x--load-bytes"), 8);
}

TEST(ExportsAutolab, TheLineBeforeIsTheFeedback) {
  const std::vector<std::string> lines = lines_of(exported(graded_lab(usual_steps())));
  const json feedback = json::parse(lines.at(lines.size() - 2));
  EXPECT_EQ(feedback.at("_presentation"), "semantic");
  ASSERT_EQ(feedback.at("stages"), json::array({"lab2-openmp"}));
  const json& stage = feedback.at("lab2-openmp");
  for (const auto& [gate, row] : stage.items()) EXPECT_TRUE(row.is_object()) << gate;
  EXPECT_EQ(stage.at("1 outer-loop: correct"), json({{"passed", true}}));
  EXPECT_EQ(stage.at("1 outer-loop: speed").at("hint"), "1.32x, full at 1.40x");
  EXPECT_NE(stage.at("2 outer-loop: correct").at("hint").get<std::string>().find("why it failed"),
            std::string::npos);
}

TEST(ExportsAutolab, AGraderErrorSavesNoScore) {
  std::vector<StepResult> steps = usual_steps();
  steps.push_back(step_with_grader_error());
  std::set<std::string> problems = usual_problems;
  problems.insert("lab2-3-outer-loop-correct");
  const std::string output = exported(graded_lab(steps));
  const auto scores = saved(output, problems);
  EXPECT_EQ(scores.size(), 5u);
  for (const auto& [problem, score] : scores) EXPECT_TRUE(score.is_null()) << problem;
  EXPECT_FALSE(has_feedback(output)) << output;
  EXPECT_NE(output.find("\n3 outer-loop: correct: not graded: the grader failed, not the "
                        "submission\n"),
            std::string::npos)
      << output;
}

TEST(ExportsAutolab, WithoutASandboxThereIsNoFeedback) {
  GradedLab graded = graded_lab(usual_steps());
  EXPECT_TRUE(has_feedback(exported(graded)));
  graded.score.reset();
  graded.is_gradable = false;
  const std::string output = exported(graded);
  EXPECT_FALSE(has_feedback(output)) << output;
  EXPECT_NE(output.find("\nNo grade for lab2-openmp, which is not 0 points: it was graded without "
                        "the sandbox\n"),
            std::string::npos)
      << output;
}

// What it printed is shown, and is not feedback.
TEST(ExportsAutolab, WhatASubmissionPrintsIsNoFeedback) {
  StepResult step = step_with_grader_error();
  step.diagnosis.facts = {"why"};
  step.compiler.clear();
  step.output = R"({"_presentation": "semantic", "stages": []})";
  const std::string output = exported(graded_lab({step}));
  EXPECT_NE(output.find("_presentation"), std::string::npos) << output;
  EXPECT_FALSE(has_feedback(output)) << output;
}

// A submission may print as much as it likes before: valid scores keep all of the output.
TEST(ExportsAutolab, OutputOfManyLinesIsShown) {
  std::string many;
  for (int line = 0; line < 10'001; ++line) many += "a line\n";
  EXPECT_EQ(shown(many), "");
  std::vector<StepResult> steps = usual_steps();
  for (const GradedLab& graded :
       {graded_lab(steps), graded_lab({steps[0], step_with_grader_error()})})
    EXPECT_NE(shown(many + exported(graded)).find("why"), std::string::npos);
}

TEST(ExportsAutolab, ALabWithoutPointsHasAProblem) {
  EXPECT_THROW(scores_in("{\"scores\":{}}"), std::runtime_error);
  const GradedLab graded =
      graded_lab({step_of(1, {gate_of(GateKind::builds, "builds", 0, 0, "0.6 s")})});
  EXPECT_EQ(saved(exported(graded), {"lab2"}).at("lab2"), 0);
}

TEST(ExportsAutolab, OutputIsNotTooLong) {
  std::vector<StepResult> steps(60, usual_steps()[1]);
  for (StepResult& step : steps) step.output = std::string(1 << 16, '"');
  EXPECT_LE(format_autolab().make({graded_lab(steps)}).size(), 1000u * 1024);
  GradedLab ada = graded_lab(usual_steps());
  ada.student.id = "ada";
  EXPECT_THROW(format_autolab().make({ada}), CourseError);
}

}  // namespace
}  // namespace warplab::exports_autolab_test
