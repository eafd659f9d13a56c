// SARIF against what GitHub's code scanning asks for, and as Artemis reads it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "common/files.h"
#include "simt/events/finding.h"
#include "tests/own_folder.h"
#include "tests/readers/sarif.h"
#include "tests/run_command.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
Export format_sarif();
}  // namespace warplab

namespace warplab::exports_sarif_test {

namespace {

using nlohmann::json;
using simt::events::Finding;
using simt::events::FindingKind;
using simt::events::Site;

GradedLab racing_lab() {
  Finding race;
  race.kind = FindingKind::shared_race;
  race.kernel = "blur(" + hostile_text + ")";
  race.where = {"/build/a b.cu", 38, {}, {3, 0, 0}, "4-byte write", 7};
  race.other = Site{"/build/a b.cu", 41, {}, {2, 0, 0}, "4-byte read"};
  race.what = "written here, [see](7) there" + hostile_text;
  Finding leak;
  leak.kind = FindingKind::leak;
  leak.what = "256 bytes were not freed";
  StepResult step = step_of(1,
                            {gate_of(GateKind::builds, "builds", 0, 0, ""),
                             gate_of(GateKind::checkers, "checkers", 0, 10, "shared-race")},
                            VerdictKind::unsafe);
  step.diagnosis.findings = {race, leak, race};
  return graded_lab({step});
}

json exported(const GradedLab& graded) { return json::parse(format_sarif().make({graded})); }

// "[text](id)" is a link to a related location, unless a backslash stands before the bracket.
std::vector<std::pair<std::string, std::string>> links_in(const std::string& message) {
  static const std::regex link("\\\\.|\\[((?:[^\\]\\\\]|\\\\.)*)\\]\\(([0-9]+)\\)");
  std::vector<std::pair<std::string, std::string>> links;
  for (std::sregex_iterator at(message.begin(), message.end(), link), end; at != end; ++at)
    if ((*at)[2].matched) links.emplace_back((*at)[1], (*at)[2]);
  return links;
}

TEST(ExportsSarif, HasWhatCodeScanningAsksFor) {
  const json log = exported(racing_lab());
  expect_code_scanning(log);
  const json& run = log.at("runs").at(0);
  EXPECT_EQ(run.at("automationDetails").at("id"), "warplab/lab2/");
  EXPECT_EQ(run.at("invocations").at(0).at("executionSuccessful"), true);
  EXPECT_EQ(run.at("tool").at("driver").at("rules").size(), 2);
  EXPECT_EQ(run.at("results").size(), 3);
}

TEST(ExportsSarif, NamesFileLineAndTheOtherSide) {
  const json race = exported(racing_lab())["runs"][0]["results"][0];
  EXPECT_EQ(race["ruleId"], "shared-race");
  EXPECT_EQ(race["level"], "error");
  const json& place = race["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "labs/lab2-openmp/a%20b.cu");
  EXPECT_EQ(place["region"]["startLine"], 38);
  EXPECT_EQ(place["region"]["startColumn"], 7);
  EXPECT_EQ(race["relatedLocations"][0]["id"], 1);
  EXPECT_EQ(race["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 41);
}

TEST(ExportsSarif, SaysWhereMissingThreadsBranchOff) {
  GradedLab lab = racing_lab();
  Finding& finding = lab.lab.steps[0].diagnosis.findings[0];
  finding.kind = FindingKind::divergent_barrier;
  add_divergence(finding, {});
  const json result = exported(lab)["runs"][0]["results"][0];
  const std::string text = result["message"]["text"];
  EXPECT_NE(text.find("(missing: [line 41](1))"), std::string::npos) << text;
  EXPECT_EQ(result["relatedLocations"].size(), 1u);
}

TEST(ExportsSarif, OnlyOurLinksAreLinks) {
  const json log = exported(racing_lab());
  for (const json& result : log["runs"][0]["results"]) {
    const auto links = links_in(result["message"]["text"]);
    EXPECT_EQ(links.size(), result.contains("relatedLocations") ? 1u : 0u);
    for (const auto& [text, id] : links) EXPECT_EQ(text + id, "line 411");
  }
}

// A finding without a line is still one that its readers take.
TEST(ExportsSarif, AFindingWithoutALineIsInTheSubmission) {
  const json leak = exported(racing_lab())["runs"][0]["results"][1];
  EXPECT_EQ(leak["level"], "warning");
  const json& place = leak["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "labs/lab2-openmp");
  EXPECT_EQ(place["region"]["startLine"], 1);
}

// What no checker found: a crash, say.
TEST(ExportsSarif, HasThePlaceOfADiagnosisWithoutFindings) {
  GradedLab graded = racing_lab();
  Diagnosis& why = graded.lab.steps[0].diagnosis;
  why = {"wild-pointer", {}, "", {"look"}, {{{"a b.cu", 7}, "reads there [see](7)"}}};
  const json log = exported(graded);
  expect_code_scanning(log);
  const json& result = log["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "wild-pointer");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 7);
  EXPECT_TRUE(links_in(result["message"]["text"]).empty());
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["rules"][0]["help"]["text"], "look");
  why.places.clear();
  EXPECT_TRUE(exported(graded)["runs"][0]["results"].empty());
}

TEST(ExportsSarif, PathsCountFromTheCheckout) {
  for (const char* submission : {"labs/lab2-openmp/a b.cu", "labs/lab2-openmp/other.cu",
                                 "/home/ada/a b.cu", "../ada", "/handed-in/v1.2"}) {
    GradedLab graded = racing_lab();
    graded.lab.submission = submission;
    const json place = exported(graded)["runs"][0]["results"][0]["locations"][0];
    EXPECT_EQ(place["physicalLocation"]["artifactLocation"]["uri"], "labs/lab2-openmp/a%20b.cu")
        << submission;
    graded.lab.submission = "";
    EXPECT_NO_THROW(exported(graded));
  }
}

// An empty run would close the alerts of an earlier one.
TEST(ExportsSarif, WhatWasNotSearchedIsNotFree) {
  EXPECT_THROW(format_sarif().make({graded_lab({step_with_grader_error()})}), CourseError);
  const GradedLab unbuilt =
      graded_lab({step_of(1, {{GateKind::builds, "builds", false, {}, {}, 0, 0, "line 3: ..."}},
                          VerdictKind::build_error)});
  const json run = exported(unbuilt)["runs"][0];
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_TRUE(run["results"].empty());
}

TEST(ExportsSarif, HasNoMoreResultsThanAreShown) {
  GradedLab graded = racing_lab();
  std::vector<Finding>& findings = graded.lab.steps[0].diagnosis.findings;
  findings.assign(5001, Finding(findings[1]));
  EXPECT_EQ(exported(graded)["runs"][0]["results"].size(), 5000u);
}

// Of 10 MB, compressed. Names of kernels may be as long as a student likes.
TEST(ExportsSarif, IsNotTooLarge) {
  std::mt19937 random(1);
  const auto noise = [&] {
    std::string text(20'000, ' ');
    for (char& c : text) c = static_cast<char>('!' + random() % 90);
    return text;
  };
  GradedLab graded = racing_lab();
  std::vector<Finding>& findings = graded.lab.steps[0].diagnosis.findings;
  Finding race = findings[0];
  findings.clear();
  for (int i = 0; i < 5000; ++i) {
    race.kernel = race.what = noise();
    race.where.access = noise();
    findings.push_back(race);
  }
  const std::filesystem::path folder = own_folder();
  write_file(folder / "log.sarif", format_sarif().make({graded}));
  const CommandRun zipped =
      run_command("gzip -c " + quoted((folder / "log.sarif").string()) + " | wc -c");
  EXPECT_LE(std::stol(zipped.output), 10'000'000);
  expect_code_scanning(nlohmann::json::parse(read_file(folder / "log.sarif")));
}

}  // namespace
}  // namespace warplab::exports_sarif_test
