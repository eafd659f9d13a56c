// What a class got wrong, out of its results.
#include "autograder/items/items.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/items/item_views.h"
#include "common/wrap.h"
#include "simt/events/finding.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
namespace {

const char* const page =
    "## 1. Lab 2: OpenMP\n"
    "### Races\n"
    "A `shared-race` is one.\n";

StepResult right_step(double points, double ratio) {
  StepResult step = step_of(1, {gate_of(GateKind::correct, "correct", 8, 8, "22 cases"),
                                gate_of(GateKind::speed, "speed", points, 8, "full at 1.40x")});
  step.time.emplace();
  step.time->baseline = "lab1-convolution-c/1";
  step.time->ratio = ratio;
  return step;
}

StepResult wrong_step(const std::string& pattern) {
  StepResult step = step_of(1,
                            {gate_of(GateKind::correct, "correct", 0, 8, "all wrong"),
                             gate_of(GateKind::speed, "speed", 0, 8, "not run")},
                            VerdictKind::wrong);
  step.diagnosis.cause = pattern;
  return step;
}

class Items : public testing::Test {
 protected:
  void add(const std::string& student, std::vector<StepResult> steps) {
    GradedLab graded = graded_lab(std::move(steps));
    graded.student.id = student;
    book.graded.push_back(std::move(graded));
  }
  LabItems lab() const {
    const std::vector<LabItems> labs = items_of(book, Handout(page));
    return labs.empty() ? LabItems{} : labs[0];
  }

  GradeBook book = {{}, {"lab1-convolution-c", "lab2-openmp"}, {}};
};

TEST_F(Items, AGateHasTheShareOfThoseWhoPassAndTheMeanOfItsPoints) {
  add("ada", {right_step(8, 2)});
  add("bob", {right_step(4, 1.2)});
  add("cy", {wrong_step("unclamped")});
  add("dan", {wrong_step("unclamped")});
  const std::vector<GateItem> gates = lab().steps.at(0).gates;
  ASSERT_EQ(gates.size(), 2u);
  EXPECT_EQ(gates[0].gate, "correct");
  EXPECT_EQ(gates[0].passed, 2);
  EXPECT_EQ(gates[0].failed, 2);
  EXPECT_EQ(gates[0].share(), 0.5);
  EXPECT_EQ(gates[0].points, 4);
  EXPECT_EQ(gates[1].passed, 1);
  EXPECT_EQ(gates[1].failed, 1);
  EXPECT_EQ(gates[1].not_run, 2);
  EXPECT_EQ(gates[1].share(), 0.25);
  EXPECT_EQ(gates[1].points, 3);
  EXPECT_EQ(gates[1].max_points, 8);
  EXPECT_EQ(lab().students, 4);
  EXPECT_EQ(lab().points, 7);
  EXPECT_EQ(lab().max_points, 16);
}

TEST_F(Items, AFailureOfOursIsNamedAndCountsNowhere) {
  add("ada", {right_step(8, 2)});
  add("bob", {right_step(8, 2), step_with_grader_error()});
  book.graded.back().score = 16;  // of a step that was graded, under a lab that has a score
  add("cy", {step_with_grader_error()});
  const LabItems items = lab();
  EXPECT_EQ(items.not_graded, (std::vector<std::string>{"bob", "cy"}));
  EXPECT_EQ(items.students, 1);
  EXPECT_EQ(items.points, 16) << "ada's, not a mean with 0";
  ASSERT_EQ(items.steps.size(), 1u) << "of step 3 nothing is known";
  EXPECT_EQ(items.steps[0].gates[0].students(), 2);
  EXPECT_TRUE(items.steps[0].mistakes.empty());
}

TEST_F(Items, WhereWeFailedAllThereIsNothingToDivide) {
  add("ada", {step_with_grader_error()});
  EXPECT_EQ(lab().students, 0);
  EXPECT_EQ(lab().points, 0);
  EXPECT_TRUE(lab().steps.empty());
}

TEST_F(Items, MistakesAreCountedByStudentsTheMostFrequentFirst) {
  StepResult race = wrong_step("shared-race");
  race.diagnosis.findings.resize(3);
  for (auto& finding : race.diagnosis.findings)
    finding.kind = simt::events::FindingKind::shared_race;
  race.diagnosis.findings[2].kind = simt::events::FindingKind::divergent_barrier;
  StepResult slow = wrong_step("");
  slow.verdict = {VerdictKind::time_limit, "wall"};
  add("ada", {race});
  add("bob", {wrong_step("shared-race")});
  add("cy", {slow});
  add("dan", {right_step(8, 2)});
  const std::vector<MistakeItem> mistakes = lab().steps.at(0).mistakes;
  ASSERT_EQ(mistakes.size(), 3u);
  EXPECT_EQ(mistakes[0].name, "shared-race");
  EXPECT_EQ(mistakes[0].students, 2);
  EXPECT_EQ(mistakes[0].place.value().line, 2u);
  EXPECT_EQ(mistakes[1].name, "TIME_LIMIT(wall)");
  EXPECT_EQ(mistakes[2].name, "divergent-barrier");
  EXPECT_EQ(mistakes[2].students, 1);
}

TEST_F(Items, SaysWhatACauseIs) {
  add("ada", {wrong_step("filter-flipped")});
  const nlohmann::json step = to_json(items_of(book, Handout(page))).at(0)["steps"].at(0);
  EXPECT_EQ(step["mistakes"][0]["what"], "the filter is turned by 180 degrees");
}

TEST_F(Items, SpeedsHaveQuartilesAndABestByTheWayTheyWereTaken) {
  for (const double ratio : {1.0, 5.0, 2.0, 4.0, 3.0}) add("ada", {right_step(8, ratio)});
  StepResult on_a_gpu = right_step(8, 9);
  on_a_gpu.time->gpu = "NVIDIA H200";
  add("bob", {on_a_gpu});
  add("cy", {wrong_step("unclamped")});
  const std::vector<SpeedItem> speeds = lab().steps.at(0).speeds;
  ASSERT_EQ(speeds.size(), 2u);
  EXPECT_EQ(speeds[0].baseline, "lab1-convolution-c/1");
  EXPECT_EQ(speeds[0].students(), 5u);
  EXPECT_EQ(speeds[0].lower, 2);
  EXPECT_EQ(speeds[0].median, 3);
  EXPECT_EQ(speeds[0].upper, 4);
  EXPECT_EQ(speeds[0].best, 5);
  EXPECT_EQ(speeds[0].ratios, (std::vector<double>{1, 2, 3, 4, 5}));
  EXPECT_EQ(speeds[1].gpu, "NVIDIA H200");
  EXPECT_EQ(speeds[1].students(), 1u);
  EXPECT_EQ(speeds[1].lower, 9);
}

TEST_F(Items, ATimeWithoutABaselineIsNoSpeed) {
  StepResult first = right_step(8, 0);
  first.time->baseline.clear();
  add("ada", {first});
  EXPECT_TRUE(lab().steps.at(0).speeds.empty());
}

TEST_F(Items, AQuartileLiesBetweenTwoStudents) {
  EXPECT_EQ(quantile({4, 1, 2, 3}, 0.25), 1.75);
  EXPECT_EQ(quantile({4, 1, 2, 3}, 0.5), 2.5);
  EXPECT_EQ(quantile({7}, 0.75), 7);
  EXPECT_EQ(quantile({1, 2}, 1), 2);
}

TEST_F(Items, LabsAreInTheOrderOfTheClassAndThoseWithoutResultsAreLeftOut) {
  EXPECT_TRUE(items_of(book, Handout("")).empty());
  add("ada", {right_step(8, 2)});
  add("ada", {right_step(8, 2)});
  book.graded.back().lab.lab = "lab1-convolution-c";
  const std::vector<LabItems> labs = items_of(book, Handout(""));
  ASSERT_EQ(labs.size(), 2u);
  EXPECT_EQ(labs[0].lab, "lab1-convolution-c");
  EXPECT_EQ(labs[1].lab, "lab2-openmp");
}

TEST_F(Items, TheTableFitsATerminal) {
  add("ada", {right_step(8, 2)});
  for (int i = 0; i < 40; ++i) add("student" + std::to_string(i), {wrong_step("shared-race")});
  for (int i = 0; i < 20; ++i) add("failed" + std::to_string(i), {step_with_grader_error()});
  StepResult odd = wrong_step(std::string(90, 'x'));
  odd.name = "a\x1b[31m\nname" + std::string(90, 'y');
  odd.gates[0].name = std::string(90, 'z');
  for (int i = 0; i < 6; ++i)
    odd.diagnosis.findings.emplace_back().kind = static_cast<simt::events::FindingKind>(i);
  odd.time = right_step(8, 2).time;
  odd.time->gpu = std::string(90, 'g');
  add("last", {odd});
  const std::string table = table_of(items_of(book, Handout(page)));
  for (const std::string& line : split_lines(table)) EXPECT_LE(width_of(line), 80u) << line;
  EXPECT_EQ(table.find('\x1b'), std::string::npos);
  EXPECT_NE(table.find("1 of 41"), std::string::npos) << table;
  EXPECT_NE(table.find("40  shared-race                  handout.md:2 Races\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("best 2.00x, of 1\n"), std::string::npos) << table;
  EXPECT_NE(table.find("not counted: failed0, failed1"), std::string::npos) << table;
  EXPECT_NE(table.find("and 3 more"), std::string::npos) << table;
}

TEST_F(Items, JsonHasAllOfIt) {
  add("ada", {right_step(4, 1.5)});
  add("bob", {wrong_step("shared-race")});
  add("cy", {step_with_grader_error()});
  const nlohmann::json lab = to_json(items_of(book, Handout(page))).at(0);
  EXPECT_EQ(lab["lab"], "lab2-openmp");
  EXPECT_EQ(lab["students"], 2);
  EXPECT_EQ(lab["points"], 6);
  EXPECT_EQ(lab["not_graded"], nlohmann::json::array({"cy"}));
  const nlohmann::json step = lab["steps"].at(0);
  EXPECT_EQ(step["gates"][1]["gate"], "speed");
  EXPECT_EQ(step["gates"][1]["share"], 0);
  EXPECT_EQ(step["gates"][1]["not_run"], 1);
  EXPECT_EQ(step["mistakes"][0]["name"], "shared-race");
  EXPECT_EQ(step["mistakes"][0]["place"]["line"], 2);
  EXPECT_EQ(step["mistakes"][0]["what"], "");
  EXPECT_EQ(step["speeds"][0]["quartiles"], nlohmann::json::array({1.5, 1.5, 1.5}));
  EXPECT_EQ(step["speeds"][0]["best"], 1.5);
  EXPECT_EQ(step["speeds"][0]["ratios"], nlohmann::json::array({1.5}));
  EXPECT_TRUE(step["speeds"][0]["modelled"].is_null());
}

}  // namespace
}  // namespace warplab
