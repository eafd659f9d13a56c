// A diagnosis becomes sentences, and lines that fit a terminal.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/report/result.h"

namespace warplab {
namespace {

simt::events::Finding race() {
  simt::events::Finding finding;
  finding.kind = simt::events::FindingKind::shared_race;
  finding.kernel = "blur(unsigned char const*, unsigned char*, int, int, int, int, Filter, int)";
  finding.where = {"tile.cu", 19, {2, 1, 0}, {32, 0, 0}, "4-byte read"};
  finding.what = "4-byte read of shared memory, 4-byte write in line 17: no barrier orders them";
  return finding;
}

Diagnosis of_findings(std::vector<simt::events::Finding> findings) {
  Diagnosis diagnosis{"shared-race", {}, ""};
  diagnosis.findings = std::move(findings);
  return diagnosis;
}

TEST(DiagnosisText, LabelsWhatToDoNextAndBreaksNoLine) {
  const std::string fact(200, 'a'), sentence = fact + " b";
  EXPECT_EQ(explanation_of({"unclamped", {"first", fact}, sentence, {"clamp"}}),
            (std::vector<std::string>{"first", fact, sentence, "next: clamp"}));
}

TEST(DiagnosisText, OfAGateHasItsPlaceItsNotesAndWhatWouldHelp) {
  Gate gate;
  gate.message = "9 requests";
  EXPECT_EQ(text_of(gate), "9 requests");
  gate.place = {"tile.cu", 12};
  gate.code = "a = b[i];";
  gate.notes = {"in the case 3x3"};
  gate.next = "load once";
  EXPECT_EQ(text_of(gate), "9 requests\ntile.cu:12: a = b[i];\nin the case 3x3\nnext: load once");
}

TEST(DiagnosisText, TellsFactsFindingsAndWhatTheyLedToInThisOrder) {
  Diagnosis diagnosis = of_findings({race()});
  diagnosis.facts = {"in the case 5x5"};
  diagnosis.led_to = {"3 values are wrong"};
  const auto lines = sentences_of(diagnosis);
  EXPECT_EQ(lines.front(), "in the case 5x5");
  EXPECT_TRUE(lines[1].starts_with("shared-race: tile.cu:19: 4-byte read")) << lines[1];
  EXPECT_EQ(lines.back(), "3 values are wrong");
}

TEST(DiagnosisText, KeepsTheColumnOfAFindingsText) {
  const Diagnosis diagnosis = of_findings({race()});
  for (const std::size_t columns : {40, 50}) {
    const auto lines = brief_text_of(diagnosis, {}, columns);
    const auto advice = std::ranges::find_if(
        lines, [](const std::string& line) { return line.starts_with("  next step   put"); });
    ASSERT_NE(advice, lines.end());
    EXPECT_TRUE((advice + 1)->starts_with(std::string(14, ' '))) << *(advice + 1);
    EXPECT_NE((advice + 1)->at(14), ' ');
    for (const std::string& line : lines) EXPECT_LE(line.size(), columns) << line;
  }
}

TEST(DiagnosisText, TellsThreeFindingsAndCountsTheOthers) {
  const auto lines = sentences_of(of_findings(std::vector(5, race())));
  EXPECT_EQ(lines.back(), "... and 2 more");
  EXPECT_EQ(std::ranges::count_if(
                lines, [](const std::string& line) { return line.starts_with("shared-race:"); }),
            3);
}

TEST(DiagnosisText, InShortTellsTheFirstFindingAndCountsTheOthers) {
  Diagnosis diagnosis = of_findings({race()});
  diagnosis.facts = {"in the case 5x5"};
  diagnosis.led_to = {"3 values are wrong"};
  EXPECT_EQ(brief_text_of(diagnosis, {}, 74),
            (std::vector<std::string>{
                "in the case 5x5",
                "shared-race: tile.cu:19: 4-byte read of shared memory, 4-byte write in",
                "line 17: no barrier orders them",
                "  here        block (2,1,0), thread (32,0,0)",
                "  next step   put __syncthreads() between the two accesses",
                "3 values are wrong",
            }));
  diagnosis.findings.resize(2, race());
  EXPECT_EQ(brief_text_of(diagnosis, {}, 74)[5],
            "and 1 more finding, which may follow from it: JSON=file lists all");
  diagnosis.findings.resize(5, race());
  EXPECT_EQ(brief_text_of(diagnosis, {}, 74)[5],
            "and 4 more findings, which may follow from it: JSON=file lists all");
}

TEST(DiagnosisText, InShortShowsTheLineWithACaret) {
  const Source source{"labs/lab5/tile.cu", std::string(18, '\n') + "  sum += tile[i];\n"};
  EXPECT_EQ(brief_text_of(of_findings({race()}), source, 74)[2], "    19 | sum += tile[i];");
  simt::events::Finding finding = race();
  finding.where.column = 10;  // of "tile"
  EXPECT_EQ(brief_text_of(of_findings({finding}), source, 74)[3], "       |        ^");
  // What the line has no character for, or only a blank, and what does not fit.
  for (const std::uint32_t column : {0u, 2u, 19u, 1000u}) {
    finding.where.column = column;
    EXPECT_TRUE(brief_text_of(of_findings({finding}), source, 74)[3].starts_with("  here"))
        << column;
  }
  finding.where.column = 10;
  const std::vector<std::string> narrow = brief_text_of(of_findings({finding}), source, 20);
  EXPECT_EQ(std::ranges::count_if(narrow, [](const auto& line) { return line.ends_with("^"); }), 0);
  Diagnosis diagnosis{"wild-pointer", {"in the case 5x5"}, "", {"look"}};
  add_fact(diagnosis, "reads a at tile.cu:19", SourcePlace{"tile.cu", 19});
  const std::vector<std::string> shown = {"in the case 5x5", "reads a at tile.cu:19",
                                          "    19 | sum += tile[i];", "next: look"};
  EXPECT_EQ(brief_text_of(diagnosis, source, 74), shown);
  EXPECT_EQ(brief_text_of(diagnosis, source, 22)[2], "    19 | sum += ti ...");
  EXPECT_EQ(brief_text_of(diagnosis, {"other.cu", source.text}, 74).size(), 3u);
  EXPECT_EQ(brief_text_of(diagnosis, {"tile.cu", "one line"}, 74).size(), 3u);
}

TEST(DiagnosisText, ShowsALineBelowItsSentenceWhateverIsPutBefore) {
  const Source source{"tile.cu", std::string(18, '\n') + "sum += tile[i];\n\nstore();\n"};
  Diagnosis diagnosis{"wild-pointer", {"reads a", "reads a"}, ""};
  add_fact(diagnosis, "reads a", SourcePlace{"tile.cu", 19});
  insert_fact(diagnosis, 0, "in the case 5x5");
  EXPECT_EQ(brief_text_of(diagnosis, source, 74),
            (std::vector<std::string>{"in the case 5x5", "reads a", "reads a", "reads a",
                                      "    19 | sum += tile[i];"}));
  insert_fact(diagnosis, 1, "stores b", SourcePlace{"tile.cu", 21});
  EXPECT_EQ(brief_text_of(diagnosis, source, 74)[2], "    21 | store();") << "where it went wrong";
  EXPECT_EQ(diagnosis.places.at(1).number, 4u);
}

TEST(DiagnosisText, InShortHasTheOtherSideAndNoAddress) {
  simt::events::Finding finding = race();
  finding.other = {"tile.cu", 17, {2, 1, 0}, {0, 3, 0}, "4-byte write"};
  finding.address = 0xabcd;
  finding.has_address = true;
  finding.allocation = "tile at 0xabc0";
  const auto lines = brief_text_of(of_findings({finding}), {}, 74);
  EXPECT_EQ(lines[3], "  other side  block (2,1,0), thread (0,3,0)");
  for (const std::string& line : lines) EXPECT_EQ(line.find("0x"), std::string::npos) << line;
}

TEST(DiagnosisText, FindingsKeepTheirStructureInJson) {
  Result result;
  StepResult& step = result.labs.emplace_back().steps.emplace_back();
  step.diagnosis = of_findings({race()});
  step.diagnosis.findings[0].kernel += "\xff";  // not UTF-8
  step.stages = {{Stage::build, 1.5}, {Stage::cases, 0.5}};
  const auto json = to_json(result)["labs"][0]["steps"][0];
  const auto& finding = json["diagnosis"]["findings"][0];
  EXPECT_EQ(finding["kind"], "shared-race");
  EXPECT_EQ(finding["where"]["line"], 19);
  EXPECT_EQ(finding["where"]["thread"], nlohmann::json({32, 0, 0}));
  EXPECT_NO_THROW(json.dump());
  EXPECT_EQ(json["stages"][1]["name"], "cases");
  EXPECT_EQ(json["stages"][1]["seconds"], 0.5);
}

}  // namespace
}  // namespace warplab
