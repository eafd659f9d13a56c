// Steps of an earlier run, which result.json and the page keep beside those that were graded since.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/graded/read_result.h"
#include "autograder/page/page.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab::earlier_steps_test {
namespace {

using nlohmann::json;

StepResult step_of(int number, const std::string& name, double points) {
  StepResult step;
  step.step = number;
  step.name = name;
  step.graded_at = "2026-10-12T21:59:00Z";
  step.gates = {{GateKind::correct, "correct", points == 10, {}, {}, points, 10, "seen"}};
  if (points < 10) {
    step.verdict = {VerdictKind::wrong, ""};
    step.diagnosis.cause = "unclamped";
    step.diagnosis.facts = {"values are not clamped"};
    simt::events::Finding finding;
    finding.kind = simt::events::FindingKind::omp_race;
    finding.where = {"outer.c", 12, {}, {}, ""};
    step.diagnosis.findings = {finding};
  }
  return step;
}

Result result_of(std::vector<StepResult> steps, std::vector<EarlierStep> earlier = {}) {
  Result result;
  LabResult& lab = result.labs.emplace_back();
  lab.lab = "lab2-openmp";
  lab.steps = std::move(steps);
  lab.earlier = std::move(earlier);
  add_up(result);
  return result;
}

class EarlierSteps : public testing::Test {
 protected:
  EarlierSteps() {
    for (const auto& [number, name] : {std::pair{1, "outer"}, {2, "inner"}, {3, "both"}}) {
      Step& step = lab_.steps.emplace_back();
      step.number = number;
      step.name = name;
    }
    write_file(file_, to_json(result_of({step_of(1, "outer", 2), step_of(2, "inner", 10),
                                         step_of(3, "both", 10)}))
                          .dump());
  }

  std::vector<EarlierStep> earlier(const std::vector<StepResult>& graded) const {
    return read_earlier(file_, lab_, graded);
  }

  const std::filesystem::path file_ = own_folder() / "result.json";
  Lab lab_;
};

TEST_F(EarlierSteps, AreAllThatWereNotGradedSince) {
  const std::vector<EarlierStep> kept = earlier({step_of(2, "inner", 4)});
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].step.name, "outer");
  EXPECT_EQ(kept[0].step.graded_at, "2026-10-12T21:59:00Z");
  EXPECT_EQ(kept[1].step.name, "both");
}

TEST_F(EarlierSteps, AreNoneThatTheLabDoesNotHaveAnyMore) {
  lab_.steps.pop_back();
  lab_.steps[0].name = "another";
  EXPECT_TRUE(earlier({step_of(2, "inner", 4)}).empty());
}

TEST_F(EarlierSteps, AreNoneWhereNoResultCanBeRead) {
  for (const char* text : {"", "{}", "{\"labs\": []}", "{\"labs\": [{\"steps\": [{}]}]}"}) {
    write_file(file_, text);
    EXPECT_TRUE(earlier({}).empty()) << text;
  }
  std::filesystem::remove(file_);
  EXPECT_TRUE(earlier({}).empty());
}

TEST_F(EarlierSteps, StandInTheirPlacesInTheResultAsTheyWere) {
  const json before = json::parse(read_file(file_))["labs"][0]["steps"];
  const StepResult now = step_of(2, "inner", 4);
  const json result = to_json(result_of({now}, earlier({now})));
  const json& lab = result["labs"][0];
  ASSERT_EQ(lab["steps"].size(), 3u);
  EXPECT_EQ(lab["steps"][0], before[0]);
  EXPECT_EQ(lab["steps"][1]["score"], 4);
  EXPECT_EQ(lab["steps"][2], before[2]);
  EXPECT_EQ(lab["score"], 16);
  EXPECT_EQ(lab["max_score"], 30);
  EXPECT_EQ(result["score"], 16);
}

TEST_F(EarlierSteps, AreOnThePageWithTheirTime) {
  const StepResult now = step_of(2, "inner", 4);
  const std::string page = page::lab_page(result_of({now}, earlier({now})).labs[0], "some-cpu");
  EXPECT_NE(page.find("<p>16/30 points."), std::string::npos) << page;
  const std::size_t outer = page.find("<section id=\"step1\""), inner = page.find("id=\"step2\"");
  EXPECT_LT(outer, inner);
  EXPECT_LT(inner, page.find("id=\"step3\""));
  const std::string text = page.substr(outer, inner - outer);
  EXPECT_NE(text.find("<time datetime=\"2026-10-12T21:59:00Z\">2026-10-1"), std::string::npos)
      << text;
  EXPECT_NE(text.find("values are not clamped"), std::string::npos) << text;
  EXPECT_EQ(page.find("<time", inner), page.find("<time", page.find("id=\"step3\"")));
}

}  // namespace
}  // namespace warplab::earlier_steps_test
