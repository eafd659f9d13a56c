// What a class got wrong, out of its results.
#include "autograder/items/items.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/items/item_views.h"
#include "common/wrap.h"
#include "simt/events/finding.h"
#include "tests/unit/graded_labs.h"

namespace warplab::items_test {
namespace {

const std::map<std::string, std::string> chapters = {
    {"lab2-openmp", "# Lab 2: OpenMP\n## Races\nA `shared-race` is one.\n"}};
const Handout handout(chapters);

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
    const std::vector<LabItems> labs = items_of(book, handout);
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
  const nlohmann::json step =
      to_json(groups_of("2026", book, handout)).at(0)["labs"].at(0)["steps"].at(0);
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

TEST_F(Items, APointBiserialCorrelationIsThatOfPassingWithAllElse) {
  std::vector<PassedWith> students;
  for (int i = 0; i < 10; ++i) students.push_back({i >= 5, static_cast<double>(i)});
  // The deviation of 0 to 9 is sqrt(8.25), and the halves' means are 5 apart.
  EXPECT_NEAR(point_biserial(students).value(), 5 / std::sqrt(8.25) * 0.5, 1e-12);
  for (PassedWith& each : students) each.passed = !each.passed;
  EXPECT_NEAR(point_biserial(students).value(), -5 / std::sqrt(8.25) * 0.5, 1e-12);
  for (PassedWith& each : students) each.points = each.passed ? 1 : 0;
  EXPECT_NEAR(point_biserial(students).value(), 1, 1e-12);
  for (PassedWith& each : students) each.points = 7;
  EXPECT_FALSE(point_biserial(students)) << "all have as many";
  students.pop_back();
  EXPECT_FALSE(point_biserial(students)) << "too few";
  EXPECT_FALSE(point_biserial({}));
  EXPECT_FALSE(point_biserial(std::vector<PassedWith>(12, {true, 3}))) << "all pass";
}

TEST_F(Items, AGateDiscriminatesByThePointsForTheRestOfTheLab) {
  for (int i = 0; i < 5; ++i) add("right" + std::to_string(i), {right_step(8, 2)});
  for (int i = 0; i < 5; ++i) add("wrong" + std::to_string(i), {wrong_step("unclamped")});
  StepResult failed = step_with_grader_error();
  failed.step = 2;
  add("failed", {right_step(8, 2), failed});
  const std::vector<GateItem> gates = lab().steps.at(0).gates;
  EXPECT_NEAR(gates[0].discrimination.value(), 1, 1e-12) << "speed is all else";
  EXPECT_NEAR(gates[1].discrimination.value(), 1, 1e-12);
  EXPECT_NE(table_of(std::vector{lab()}).find("     1.00\n"), std::string::npos)
      << table_of(std::vector{lab()});
}

TEST_F(Items, PointsAndAttemptsAreSpread) {
  for (const double points : {0., 2., 4., 8.}) {
    add("ada", {right_step(points, 2)});
    book.graded.back().attempts = points < 3 ? 1 : 3;
  }
  EXPECT_EQ(lab().score.count, 4u);
  EXPECT_EQ(lab().score.mean, 11.5);
  EXPECT_EQ(lab().score.lower, 9.5);
  EXPECT_EQ(lab().score.median, 11);
  EXPECT_EQ(lab().score.upper, 13);
  EXPECT_EQ(lab().attempts.mean, 2);
  EXPECT_NE(table_of(std::vector{lab()})
                .find("4 students, mean 11.5/16, quartiles 9.5 11 13, 2.0 attempts each"),
            std::string::npos)
      << table_of(std::vector{lab()});
}

TEST_F(Items, GroupsAreTheClassAndItsSections) {
  const auto add_to = [this](const std::string& section, const std::string& student,
                             double points) {
    add(student, {right_step(points, 2)});
    book.graded.back().student.section = section;
    book.totals[student] = {.points = 8 + points, .max_points = 16};
  };
  add_to("", "ada", 8);
  EXPECT_EQ(groups_of("2026", book, handout).size(), 1u) << "nobody has a section";
  add_to("B", "bob", 0);
  add_to("B", "cy", 4);
  add("dan", {step_with_grader_error()});
  book.graded.back().student.section = "B";
  book.totals["dan"] = {.points = 0, .max_points = 16};
  book.totals["eve"] = {.points = 0, .max_points = 16};
  const std::vector<ItemGroup> groups = groups_of("2026", book, handout);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(name_of(groups[0]), "2026");
  EXPECT_EQ(name_of(groups[1]), "2026, no section");
  EXPECT_EQ(name_of(groups[2]), "2026, section B");
  EXPECT_EQ(groups[0].total.count, 3u)
      << "neither dan, whom we failed, nor eve, who has handed in nothing";
  EXPECT_EQ(groups[2].total.mean, 10);
  EXPECT_EQ(groups[2].max_total, 16);
  EXPECT_EQ(groups[2].labs.at(0).students, 2);
  const std::string table = table_of(groups);
  EXPECT_NE(table.find("  2026, section B                  2     10      9     10     11     16\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("lab2-openmp\n  2026                             3"), std::string::npos)
      << table;
  for (const std::string& line : split_lines(table)) EXPECT_LE(width_of(line), 80u) << line;
}

TEST_F(Items, LabsAreInTheOrderOfTheClassAndThoseWithoutResultsAreLeftOut) {
  EXPECT_TRUE(items_of(book, Handout({})).empty());
  add("ada", {right_step(8, 2)});
  add("ada", {right_step(8, 2)});
  book.graded.back().lab.lab = "lab1-convolution-c";
  const std::vector<LabItems> labs = items_of(book, Handout({}));
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
  const std::string table = table_of(items_of(book, handout));
  for (const std::string& line : split_lines(table)) EXPECT_LE(width_of(line), 80u) << line;
  EXPECT_EQ(table.find('\x1b'), std::string::npos);
  EXPECT_NE(table.find("1 of 41"), std::string::npos) << table;
  EXPECT_NE(table.find("  mistakes by students, to teach again with labs/lab2-openmp/chapter.md\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("40  shared-race                  line 2: Races\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("best 2.00x, of 1\n"), std::string::npos) << table;
  EXPECT_NE(table.find("not counted: failed0, failed1"), std::string::npos) << table;
  EXPECT_NE(table.find("and 3 more"), std::string::npos) << table;
}

TEST_F(Items, JsonHasAllOfIt) {
  add("ada", {right_step(4, 1.5)});
  add("bob", {wrong_step("shared-race")});
  add("cy", {step_with_grader_error()});
  const nlohmann::json group = to_json(groups_of("2026", book, handout)).at(0);
  EXPECT_EQ(group["class"], "2026");
  EXPECT_TRUE(group["section"].is_null());
  const nlohmann::json lab = group["labs"].at(0);
  EXPECT_EQ(lab["score"]["mean"], 6);
  EXPECT_EQ(lab["score"]["quartiles"], nlohmann::json::array({3, 6, 9}));
  EXPECT_EQ(lab["lab"], "lab2-openmp");
  EXPECT_EQ(lab["students"], 2);
  EXPECT_EQ(lab["points"], 6);
  EXPECT_EQ(lab["not_graded"], nlohmann::json::array({"cy"}));
  const nlohmann::json step = lab["steps"].at(0);
  EXPECT_EQ(step["gates"][1]["gate"], "speed");
  EXPECT_EQ(step["gates"][1]["share"], 0);
  EXPECT_EQ(step["gates"][1]["not_run"], 1);
  EXPECT_EQ(step["mistakes"][0]["name"], "shared-race");
  EXPECT_EQ(step["mistakes"][0]["place"]["file"], "labs/lab2-openmp/chapter.md");
  EXPECT_EQ(step["mistakes"][0]["place"]["line"], 2);
  EXPECT_EQ(step["mistakes"][0]["what"], "");
  EXPECT_EQ(step["speeds"][0]["quartiles"], nlohmann::json::array({1.5, 1.5, 1.5}));
  EXPECT_EQ(step["speeds"][0]["best"], 1.5);
  EXPECT_EQ(step["speeds"][0]["ratios"], nlohmann::json::array({1.5}));
  EXPECT_TRUE(step["speeds"][0]["modelled"].is_null());
}

}  // namespace
}  // namespace warplab::items_test
