// A diagnosis becomes text once, in lines that fit.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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

TEST(DiagnosisText, TellsLinesFindingsAndWhatTheyLedToInThisOrder) {
  const Diagnosis diagnosis{
      "shared-race", {"in the case 5x5"}, "", {race()}, {"3 values are wrong"}};
  const auto lines = text_of(diagnosis, 74);
  EXPECT_EQ(lines.front(), "in the case 5x5");
  EXPECT_TRUE(lines[1].starts_with("shared-race: tile.cu:19: 4-byte read")) << lines[1];
  EXPECT_EQ(lines.back(), "3 values are wrong");
}

TEST(DiagnosisText, KeepsTheColumnOfAFindingsText) {
  const Diagnosis diagnosis{"shared-race", {}, "", {race()}, {}};
  for (const std::size_t columns : {60, 74}) {
    const auto lines = text_of(diagnosis, columns);
    const auto kernel = std::ranges::find_if(
        lines, [](const std::string& line) { return line.starts_with("  kernel      blur("); });
    ASSERT_NE(kernel, lines.end());
    EXPECT_TRUE((kernel + 1)->starts_with(std::string(14, ' '))) << *(kernel + 1);
    EXPECT_NE((kernel + 1)->at(14), ' ');
    for (const std::string& line : lines) EXPECT_LE(line.size(), columns) << line;
  }
}

TEST(DiagnosisText, TellsThreeFindingsAndCountsTheOthers) {
  const Diagnosis diagnosis{"shared-race", {}, "", std::vector(5, race()), {}};
  const auto lines = text_of(diagnosis, 74);
  EXPECT_EQ(lines.back(), "... and 2 more");
  EXPECT_EQ(std::ranges::count_if(
                lines, [](const std::string& line) { return line.starts_with("shared-race:"); }),
            3);
}

TEST(DiagnosisText, InShortTellsTheFirstFindingAndCountsTheOthers) {
  Diagnosis diagnosis{"shared-race", {"in the case 5x5"}, "", {race()}, {"3 values are wrong"}};
  EXPECT_EQ(brief_text_of(diagnosis, 74),
            (std::vector<std::string>{
                "in the case 5x5",
                "shared-race: tile.cu:19: 4-byte read of shared memory, 4-byte write in",
                "line 17: no barrier orders them",
                "  here        block (2,1,0), thread (32,0,0)",
                "  next step   put __syncthreads() between the two accesses",
                "3 values are wrong",
            }));
  diagnosis.findings.resize(2, race());
  EXPECT_EQ(brief_text_of(diagnosis, 74)[5],
            "and 1 more finding, which may follow from it: JSON=file lists all");
  diagnosis.findings.resize(5, race());
  EXPECT_EQ(brief_text_of(diagnosis, 74)[5],
            "and 4 more findings, which may follow from it: JSON=file lists all");
}

TEST(DiagnosisText, InShortHasTheOtherSideAndNoAddress) {
  simt::events::Finding finding = race();
  finding.other = {"tile.cu", 17, {2, 1, 0}, {0, 3, 0}, "4-byte write"};
  finding.address = 0xabcd;
  finding.has_address = true;
  finding.allocation = "tile at 0xabc0";
  const auto lines = brief_text_of({"shared-race", {}, "", {finding}, {}}, 74);
  EXPECT_EQ(lines[3], "  other side  block (2,1,0), thread (0,3,0)");
  for (const std::string& line : lines) EXPECT_EQ(line.find("0x"), std::string::npos) << line;
}

TEST(DiagnosisText, FindingsKeepTheirStructureInJson) {
  Result result;
  StepResult& step = result.labs.emplace_back().steps.emplace_back();
  step.diagnosis = {"shared-race", {}, "", {race()}, {}};
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
