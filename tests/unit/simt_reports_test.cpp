// What `simt check` writes for other programs, against the rules of those that read it.
#include "simt/tools/reports.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/files.h"
#include "simt/events/finding.h"
#include "simt/tools/program.h"
#include "tests/own_folder.h"
#include "tests/readers/junit.h"
#include "tests/readers/sarif.h"
#include "tests/unit/graded_labs.h"
#include "tests/unit/xml_tree.h"

namespace simt::tools::reports_test {
namespace {

namespace fs = std::filesystem;
using events::Finding;
using events::FindingKind;
using events::Site;
using nlohmann::json;

// While it lives, a folder of the test is the working folder.
class InOwnFolder {
 public:
  InOwnFolder() : before_(fs::current_path()) { fs::current_path(warplab::own_folder()); }
  ~InOwnFolder() { fs::current_path(before_); }
  InOwnFolder(const InOwnFolder&) = delete;

 private:
  fs::path before_;
};

Finding race_in(const std::string& file) {
  Finding race;
  race.kind = FindingKind::shared_race;
  race.kernel = "blur(" + warplab::hostile_text + ")";
  race.where = {file, 38, {}, {3, 0, 0}, "4-byte write", 7};
  race.other = Site{file, 41, {}, {2, 0, 0}, "4-byte read"};
  race.what = "written here, [see](7) there" + warplab::hostile_text;
  return race;
}

Finding leak() {
  Finding leak;
  leak.kind = FindingKind::leak;
  leak.what = "256 bytes were not freed";
  return leak;
}

// Three processes: one with both findings, one with the leak that was killed, and one that is right.
ProgramEnd three_processes(const std::string& file) {
  ProgramEnd end;
  end.exit_code = 8;
  end.processes.resize(3);
  for (std::size_t p = 0; p < 3; ++p) {
    session::ProcessResults& process = end.processes[p];
    process.process = static_cast<pid_t>(100 + p);
    process.command = {"./a b", warplab::hostile_text};
    process.began = 10 + static_cast<double>(p);
    process.ended = 10.25 + static_cast<double>(p);
    process.complete = true;
    process.launches.resize(p);
  }
  end.processes[0].findings = {race_in(file), leak()};
  end.processes[1].findings = {leak()};
  end.processes[1].complete = false;
  end.processes[1].ended = 0;
  end.findings = join_findings(end.processes);
  return end;
}

json sarif_of(const ProgramEnd& end) { return json::parse(check_sarif(end)); }

TEST(SimtSarif, HasWhatCodeScanningAsksFor) {
  const InOwnFolder here;
  const json log = sarif_of(three_processes(fs::current_path() / "src" / "a b.cu"));
  warplab::expect_code_scanning(log);
  const json& run = log["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "simt");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2u);
  EXPECT_EQ(run["results"].size(), 2u);
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false) << "one was killed";
  EXPECT_EQ(run["invocations"][0]["exitCode"], 8);
}

TEST(SimtSarif, PathsCountFromTheWorkingFolder) {
  const InOwnFolder here;
  const json run = sarif_of(three_processes(fs::current_path() / "src" / "a b.cu"))["runs"][0];
  const json& race = run["results"][0];
  const json& place = race["locations"][0]["physicalLocation"];
  EXPECT_EQ(race["ruleId"], "shared-race");
  EXPECT_EQ(place["artifactLocation"]["uri"], "src/a%20b.cu");
  EXPECT_EQ(place["artifactLocation"]["uriBaseId"], "SRCROOT");
  EXPECT_EQ(place["region"]["startLine"], 38);
  EXPECT_EQ(place["region"]["startColumn"], 7);
  const json& other = race["relatedLocations"][0];
  EXPECT_EQ(other["physicalLocation"]["region"]["startLine"], 41);
  const std::string root = run["originalUriBaseIds"]["SRCROOT"]["uri"];
  EXPECT_TRUE(root.starts_with("file:///") && root.ends_with("/")) << root;
}

TEST(SimtSarif, AFileThroughALinkIsInTheFolderToo) {
  const InOwnFolder here;
  fs::create_directory("real");
  warplab::write_file("real/a.cu", "x\n");
  fs::create_directory_symlink(fs::current_path() / "real", "link");
  fs::current_path("real");
  const json place =
      sarif_of(three_processes("../link/a.cu"))["runs"][0]["results"][0]["locations"][0];
  EXPECT_EQ(place["physicalLocation"]["artifactLocation"]["uri"], "a.cu");
  fs::current_path("..");
}

TEST(SimtSarif, AFileElsewhereHasItsWholePath) {
  const json result = sarif_of(three_processes("/usr/include/a%b.h"))["runs"][0]["results"][0];
  const json& artifact = result["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(artifact["uri"], "file:///usr/include/a%25b.h");
  EXPECT_FALSE(artifact.contains("uriBaseId"));
}

TEST(SimtSarif, AFindingWithoutALineIsInItsProgram) {
  const json leak = sarif_of(three_processes("a.cu"))["runs"][0]["results"][1];
  EXPECT_EQ(leak["level"], "warning");
  EXPECT_EQ(leak["properties"]["processes"], 2);
  const json& place = leak["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b");
  EXPECT_EQ(place["region"]["startLine"], 1);
}

TEST(SimtSarif, SaysWhatABaselineKnows) {
  ProgramEnd end = three_processes("a.cu");
  end.findings[0].standing = Standing::known;
  end.findings[1].standing = Standing::suppressed;
  end.findings[1].reason = "by design\x1b\xff";
  const json log = sarif_of(end);
  warplab::expect_code_scanning(log);
  const json& results = log["runs"][0]["results"];
  EXPECT_EQ(results[0]["baselineState"], "unchanged");
  EXPECT_FALSE(results[0].contains("suppressions"));
  EXPECT_EQ(results[1]["suppressions"][0]["justification"], "by design[U+001B]\ufffd");
  EXPECT_EQ(sarif_of(three_processes("a.cu"))["runs"][0]["results"][0]["baselineState"], "new");
}

warplab::XmlElement junit_of(const ProgramEnd& end) { return warplab::read_xml(check_junit(end)); }

TEST(SimtJunit, IsValidForJenkinsAndForSurefire) {
  const warplab::XmlElement suites = junit_of(three_processes("a\x01\xff.cu"));
  warplab::expect_valid(suites, warplab::jenkins);
  ASSERT_EQ(suites.children.size(), 1u);
  warplab::expect_valid(suites.children[0], warplab::surefire);
  warplab::expect_counts(suites.children[0]);
}

TEST(SimtJunit, AProcessIsATestThatItsFindingsFail) {
  const warplab::XmlElement suite = junit_of(three_processes("a.cu")).children.at(0);
  EXPECT_EQ(property_of(suite, "exit_code"), "8");
  ASSERT_EQ(suite.children.size(), 4u);
  const warplab::XmlElement &first = suite.children[1], &killed = suite.children[2],
                            &right = suite.children[3];
  EXPECT_TRUE(first.attributes.at("name").starts_with("./a b ]]>"));
  EXPECT_TRUE(killed.attributes.at("name").ends_with(" #2"));
  EXPECT_EQ(first.attributes.at("time"), "0.250");
  EXPECT_EQ(first.children.at(0).name, "failure");
  EXPECT_EQ(first.children[0].attributes.at("type"), "shared-race");
  EXPECT_TRUE(first.children[0].attributes.at("message").ends_with(", and 1 more finding"));
  EXPECT_NE(first.children[0].text.find("leak: 256 bytes were not freed"), std::string::npos);
  EXPECT_EQ(killed.children.at(0).name, "failure");
  EXPECT_NE(killed.children[0].text.find("it ended without exit()"), std::string::npos);
  EXPECT_TRUE(right.children.empty());
}

TEST(SimtJunit, WhatIsKnownFailsNoTest) {
  ProgramEnd end = three_processes("a.cu");
  end.findings[0].standing = Standing::known;
  end.findings[1].standing = Standing::suppressed;
  const warplab::XmlElement suite = junit_of(end).children.at(0);
  EXPECT_TRUE(suite.children.at(1).children.empty());
  EXPECT_EQ(suite.children.at(2).children.at(0).name, "error") << "it was killed";
  EXPECT_EQ(property_of(suite, "known"), "1");
  EXPECT_EQ(property_of(suite, "suppressed"), "1");
}

TEST(SimtJson, HasAllOfItWhateverTheBytes) {
  ProgramEnd end = three_processes("a\x01\xff.cu");
  end.findings[0].standing = Standing::known;
  const json result = json::parse(check_json(end));
  EXPECT_EQ(result["findings"][0]["standing"], "known");
  EXPECT_EQ(result["findings"][1]["standing"], "new");
  EXPECT_EQ(result["findings"][1]["processes"], json({0, 1}));
  EXPECT_EQ(result["complete"], false);
  EXPECT_EQ(result["exit_code"], 8);
  EXPECT_EQ(result["processes"][1]["cut_short"], "it ended without exit()");
  EXPECT_EQ(result["processes"][2]["launches"], 2);
}

}  // namespace
}  // namespace simt::tools::reports_test
