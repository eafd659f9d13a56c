// What is printed for CodeRunner, read by its own rules.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "tests/readers/coderunner.h"
#include "tests/unit/graded_labs.h"
#include "tests/unit/xml_tree.h"

namespace warplab {
Export format_coderunner();
}  // namespace warplab

namespace warplab::exports_coderunner_test {

namespace {

using nlohmann::json;

std::string exported(const std::vector<GradedLab>& graded) {
  return format_coderunner().make(graded);
}

TEST(ExportsCodeRunner, TheFractionIsTheShareOfThePoints) {
  const CodeRunnerOutcome outcome = read_by_coderunner(exported({graded_lab(usual_steps())}));
  EXPECT_DOUBLE_EQ(outcome.fraction, 0.6) << "14.4 of 24";
  StepResult full = usual_steps()[0];
  full.gates[2].points = full.gates[2].max_points;
  EXPECT_EQ(read_by_coderunner(exported({graded_lab({full})})).fraction, 1);
  const StepResult without = step_of(1, {gate_of(GateKind::builds, "builds", 0, 0, "")});
  EXPECT_EQ(read_by_coderunner(exported({graded_lab({without})})).fraction, 0);
}

TEST(ExportsCodeRunner, AGateIsARow) {
  const CodeRunnerOutcome outcome = read_by_coderunner(exported({graded_lab(usual_steps())}));
  ASSERT_EQ(outcome.rows.size(), 6u);
  EXPECT_TRUE(outcome.rows[1].is_correct);
  EXPECT_EQ(outcome.rows[1].cells,
            (std::vector<std::string>{"lab2/1 outer-loop: correct", "8/8", "22 cases"}));
  EXPECT_FALSE(outcome.rows[2].is_correct);
  EXPECT_EQ(outcome.rows[2].cells[1], "6.4/8");
  EXPECT_EQ(outcome.rows[0].cells[1], "") << "it has no points";
}

// Cells are text to CodeRunner; what is below the table is HTML to it.
TEST(ExportsCodeRunner, WhatIsPrintedIsNoMarkup) {
  const CodeRunnerOutcome outcome = read_by_coderunner(exported({graded_lab(usual_steps())}));
  EXPECT_TRUE(outcome.html.empty());
  EXPECT_NE(outcome.rows[4].cells[2].find("<script>"), std::string::npos) << "as it was said";
  const XmlElement below = read_xml("<div>" + outcome.epilogue + "</div>");
  ASSERT_EQ(below.children.size(), 2u) << outcome.epilogue;
  EXPECT_EQ(below.children[0].name, "h5");
  EXPECT_EQ(below.children[0].text, "lab2/2 outer-loop: correct");
  EXPECT_EQ(below.children[1].name, "pre");
  EXPECT_TRUE(below.children[1].children.empty());
  EXPECT_NE(below.children[1].text.find("why it failed: ]]></failure><script>"), std::string::npos);
}

// The template has nothing to print then, and CodeRunner gives no mark.
TEST(ExportsCodeRunner, AGraderErrorHasNoFile) {
  std::vector<StepResult> steps = usual_steps();
  steps.push_back(step_with_grader_error());
  EXPECT_THROW(exported({graded_lab(steps)}), CourseError);
  GradedLab ada = graded_lab(usual_steps());
  ada.student.id = "ada";
  EXPECT_THROW(exported({ada}), CourseError) << "of a class";
  EXPECT_THROW(read_by_coderunner(""), BrokenQuestion);
}

// What this test's own reader would refuse, so that it is known to.
TEST(ExportsCodeRunner, TheReaderRefusesWhatCodeRunnerDoes) {
  const json good = json::parse(exported({graded_lab(usual_steps())}));
  const auto with = [&](const char* key, const json& value) {
    json changed = good;
    changed[key] = value;
    return changed.dump();
  };
  EXPECT_NO_THROW(read_by_coderunner(good.dump()));
  EXPECT_THROW(read_by_coderunner(good.dump() + "done"), BrokenQuestion);
  EXPECT_THROW(read_by_coderunner(with("fraction", 1.01)), BrokenQuestion);
  EXPECT_THROW(read_by_coderunner(with("fraction", "0.5x")), BrokenQuestion);
  EXPECT_THROW(read_by_coderunner(with("score", 3)), BrokenQuestion);
  EXPECT_THROW(read_by_coderunner(with("columnformats", {"%s", "%s"})), BrokenQuestion);
  EXPECT_THROW(read_by_coderunner(with("columnformats", {"%s", "%s", "%d"})), BrokenQuestion);
}

}  // namespace
}  // namespace warplab::exports_coderunner_test
