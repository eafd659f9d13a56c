// Baselines of `simt check`: which findings an entry stands for, and the file.
#include "simt/tools/baseline.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/files.h"
#include "simt/events/finding.h"
#include "simt/tools/joined_findings.h"
#include "simt/tools/program.h"
#include "tests/own_folder.h"

namespace simt::tools::baseline_test {
namespace {

namespace fs = std::filesystem;
using events::Finding;
using events::FindingKind;
using events::Site;

// A race between lines of a file that has the text of `lines`.
class SimtBaseline : public testing::Test {
 protected:
  void write(const std::string& lines) { warplab::write_file(file_, lines); }

  JoinedFinding race(std::uint32_t here, std::uint32_t there) const {
    Finding finding;
    finding.kind = FindingKind::shared_race;
    finding.kernel = "sum(int*)";
    finding.where = {file_, here, {}, {}, "4-byte write"};
    finding.other = Site{file_, there, {}, {}, "4-byte read"};
    return {finding, {0}};
  }
  JoinedFinding out_of_bounds(std::uint32_t line) const {
    Finding finding;
    finding.kind = FindingKind::out_of_bounds;
    finding.kernel = "sum(int*)";
    finding.where = {file_, line, {}, {}, "4-byte read"};
    return {finding, {0}};
  }

  const fs::path folder_ = warplab::own_folder();
  const std::string file_ = folder_ / "a.cu";
};

std::vector<Standing> standings(const Baseline& baseline, std::vector<JoinedFinding> findings,
                                std::size_t unmatched = 0) {
  EXPECT_EQ(apply_baseline(baseline, findings).size(), unmatched);
  std::vector<Standing> all;
  for (const JoinedFinding& joined : findings) all.push_back(joined.standing);
  return all;
}

using List = std::vector<Standing>;

TEST_F(SimtBaseline, ALineCountsByItsText) {
  write("a();\nx[i] = y;\nz = x[j];\n");
  const Baseline known = renewed_baseline({}, {race(2, 3), out_of_bounds(3)});
  ASSERT_EQ(known.known.size(), 2u);
  EXPECT_EQ(standings(known, {race(2, 3), out_of_bounds(3)}), List(2, Standing::known));
  write("// more\n\n  a();\n\tx[i]  =  y;\nb();\nz = x[j];\n");
  EXPECT_EQ(standings(known, {race(4, 6), out_of_bounds(6)}), List(2, Standing::known));
  write("a();\nx[i] = y + 1;\nz = x[j];\n");
  EXPECT_EQ(standings(known, {race(2, 3), out_of_bounds(3)}, 1),
            (List{Standing::fresh, Standing::known}));
}

TEST_F(SimtBaseline, WhichSideOfARaceComesFirstIsChance) {
  write("a();\nx[i] = y;\nz = x[j];\n");
  const Baseline known = renewed_baseline({}, {race(2, 3)});
  EXPECT_EQ(standings(known, {race(3, 2)}), List{Standing::known});
  EXPECT_EQ(standings(known, {race(2, 1)}, 1), List{Standing::fresh});
}

TEST_F(SimtBaseline, AnotherKernelAndAnotherKindAreNew) {
  write("x[i] = y;\n");
  const Baseline known = renewed_baseline({}, {out_of_bounds(1)});
  JoinedFinding kernel = out_of_bounds(1), kind = out_of_bounds(1);
  kernel.finding.kernel = "sum(float*)";
  kind.finding.kind = FindingKind::misaligned;
  EXPECT_EQ(standings(known, {kernel, kind}, 1), List(2, Standing::fresh));
}

// Of two lines of one text, one more than before is new.
TEST_F(SimtBaseline, AnEntryStandsForOneFinding) {
  write("x[i] = y;\nx[i] = y;\n");
  const Baseline one = renewed_baseline({}, {out_of_bounds(1)});
  EXPECT_EQ(standings(one, {out_of_bounds(1), out_of_bounds(2)}),
            (List{Standing::known, Standing::fresh}));
  const Baseline both = renewed_baseline({}, {out_of_bounds(1), out_of_bounds(2)});
  EXPECT_EQ(standings(both, {out_of_bounds(1), out_of_bounds(2)}), List(2, Standing::known));
}

TEST_F(SimtBaseline, ASuppressionIsForAPlaceAndHasAReason) {
  write("x[i] = y;\nx[i] = y;\nz[1] = 2;\n");
  const Suppression by_text{.kind = "out-of-bounds",
                            .file = "*/a.cu",
                            .kernel = "sum(int*)",
                            .text = "x[i] = y;",
                            .reason = "on purpose"};
  std::vector<JoinedFinding> findings = {out_of_bounds(1), out_of_bounds(2), out_of_bounds(3)};
  EXPECT_TRUE(apply_baseline({{}, {by_text}}, findings).empty());
  EXPECT_EQ(findings[0].standing, Standing::suppressed);
  EXPECT_EQ(findings[1].reason, "on purpose");
  EXPECT_EQ(findings[2].standing, Standing::fresh);
  Suppression other = by_text;
  other.kind = "leak";
  EXPECT_EQ(standings({{}, {other}}, {out_of_bounds(1)}, 1), List{Standing::fresh});
  other = by_text;
  other.kernel = "sum*";
  EXPECT_EQ(standings({{}, {other}}, {out_of_bounds(1)}), List{Standing::suppressed});
  other.kernel = "product*";
  EXPECT_EQ(standings({{}, {other}}, {out_of_bounds(1)}, 1), List{Standing::fresh});
  other = by_text;
  other.file = "*/b.cu";
  EXPECT_EQ(standings({{}, {other}}, {out_of_bounds(1)}, 1), List{Standing::fresh});
}

TEST_F(SimtBaseline, ARenewedOneKeepsSuppressionsAndForgetsWhatIsGone) {
  write("x[i] = y;\nz[1] = 2;\n");
  Baseline baseline = renewed_baseline({}, {out_of_bounds(1)});
  baseline.suppressions = {{"out-of-bounds", "*", "", "z[1] = 2;", "on purpose"}};
  std::vector<JoinedFinding> findings = {out_of_bounds(2)};
  EXPECT_EQ(apply_baseline(baseline, findings).size(), 1u);
  const Baseline renewed = renewed_baseline(baseline, findings);
  EXPECT_TRUE(renewed.known.empty());
  EXPECT_EQ(renewed.suppressions.size(), 1u);
}

TEST_F(SimtBaseline, TheFileIsReadAsItWasWritten) {
  write("x[i] = y; // \"\\\x01\xff\nz = x[j];\n");
  Baseline baseline = renewed_baseline({}, {race(1, 2), out_of_bounds(1)});
  baseline.suppressions = {{"leak", "src/*", "", "", "the driver frees it"}};
  const fs::path file = folder_ / "known.json";
  warplab::write_file(file, baseline_json(baseline));
  const Baseline read = read_baseline(file);
  EXPECT_EQ(read.known, baseline.known);
  ASSERT_EQ(read.suppressions.size(), 1u);
  EXPECT_EQ(read.suppressions[0].reason, "the driver frees it");
  EXPECT_EQ(standings(read, {race(2, 1), out_of_bounds(1)}, 1), List(2, Standing::known));
}

TEST_F(SimtBaseline, MistakesInTheFileAreNamed) {
  const fs::path file = folder_ / "known.json";
  const auto expect = [&](const std::string& text, const std::string& part) {
    warplab::write_file(file, text);
    try {
      read_baseline(file);
      ADD_FAILURE() << text;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("known.json"), std::string::npos) << error.what();
    }
  };
  const auto entry = [](const std::string& key, const std::string& members) {
    return R"({"simt_baseline": 1, ")" + key + R"(": [{)" + members + "}]}";
  };
  expect("{", "is not JSON");
  expect("[]", "is not an object");
  expect("{}", "--write-baseline");
  expect(R"({"simt_baseline": 2})", "--write-baseline");
  expect(R"({"simt_baseline": 1, "suppresions": []})", "suppresions");
  expect(R"({"simt_baseline": 1, "known": {}})", "is not a list");
  expect(entry("known", R"("file": "a.cu")"), "known[0] has no \"kind\"");
  expect(entry("known", R"("kind": "shared-rice")"), "shared-rice");
  expect(entry("known", R"("kind": "leak", "line": 3)"), "\"line\"");
  expect(entry("known", R"("kind": "leak", "file": 3)"), "\"file\" is not a text");
  expect(entry("suppressions", R"("kind": "leak", "file": "a.cu")"), "has no \"reason\"");
  expect(entry("suppressions", R"("kind": "leak", "reason": "so")"), "neither \"file\" nor");
  warplab::write_file(file, R"({"simt_baseline": 1})");
  EXPECT_NO_THROW(read_baseline(file));
  EXPECT_THROW(read_baseline(folder_ / "missing.json"), UsageError);
}

}  // namespace
}  // namespace simt::tools::baseline_test
