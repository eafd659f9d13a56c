// JUnit's XML against the rules of those who read it: XML 1.0, the schema that Jenkins' xUnit
// plugin validates with, and Maven Surefire's.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "common/escape.h"
#include "common/files.h"
#include "tests/own_folder.h"
#include "tests/readers/junit.h"
#include "tests/run_command.h"
#include "tests/unit/graded_labs.h"
#include "tests/unit/xml_tree.h"

namespace warplab {
Export format_junit();
}  // namespace warplab

namespace warplab::exports_junit_test {

namespace {

XmlElement exported(const std::vector<GradedLab>& graded) {
  return read_xml(format_junit().make(graded));
}

const XmlElement& test_named(const XmlElement& suite, const std::string& name) {
  for (const XmlElement& child : suite.children)
    if (child.name == "testcase" && child.attributes.at("name") == name) return child;
  throw std::runtime_error("no test " + name);
}

TEST(ExportsJunit, IsValidForJenkinsAndForSurefire) {
  std::vector<StepResult> steps = usual_steps();
  steps.push_back(step_with_grader_error());
  steps[0].stages[0].seconds = 1e-7;
  steps[1].stages[0].seconds = 12345.6789;
  const XmlElement suites = exported({graded_lab(usual_steps()), graded_lab(steps)});
  expect_valid(suites, jenkins);
  ASSERT_EQ(suites.children.size(), 2);
  for (const XmlElement& suite : suites.children) {
    expect_valid(suite, surefire);
    expect_counts(suite);
  }
  EXPECT_EQ(suites.attributes.at("tests"), "14");
}

TEST(ExportsJunit, AGateIsATest) {
  const XmlElement suite = exported({graded_lab(usual_steps())}).children.at(0);
  EXPECT_TRUE(test_named(suite, "1 outer-loop: correct").children.empty());
  const XmlElement speed = test_named(suite, "1 outer-loop: speed").children.at(0);
  EXPECT_EQ(speed.name, "failure");
  EXPECT_EQ(speed.attributes.at("message"), "1.32x, full at 1.40x");
  const XmlElement wrong = test_named(suite, "2 outer-loop: correct").children.at(0);
  EXPECT_NE(wrong.text.find("why it failed: ]]></failure>"), std::string::npos) << wrong.text;
  const XmlElement skipped = test_named(suite, "2 outer-loop: speed").children.at(0);
  EXPECT_EQ(skipped.name, "skipped");
  EXPECT_EQ(skipped.text, "");
  EXPECT_EQ(suite.attributes.at("time"), "4.000") << "of both steps, all that they went through";
  EXPECT_EQ(property_of(suite, "score"), "14.4");
  EXPECT_EQ(property_of(suite, "max_score"), "24");
}

TEST(ExportsJunit, AGraderErrorIsAnErrorWithoutAScore) {
  const XmlElement suite = exported({graded_lab({step_with_grader_error()})}).children.at(0);
  for (const char* gate : {"3 outer-loop: builds", "3 outer-loop: correct"})
    EXPECT_EQ(test_named(suite, gate).children.at(0).attributes.at("type"), "grader-error");
  EXPECT_EQ(property_of(suite, "score"), "none");
  StepResult without_gates;
  without_gates.verdict = {VerdictKind::grader_error, ""};
  EXPECT_EQ(exported({graded_lab({without_gates})}).attributes.at("errors"), "1");
  GradedLab broken_off = graded_lab(usual_steps());
  broken_off.score.reset();
  EXPECT_EQ(exported({broken_off}).attributes.at("errors"), "1");
}

TEST(ExportsJunit, AClassHasASuitePerStudent) {
  GradedLab ada = graded_lab(usual_steps());
  ada.student.id = "ada";
  ada.score = 12.9;
  const XmlElement suite = exported({ada}).children.at(0);
  EXPECT_EQ(suite.attributes.at("name"), "ada/lab2-openmp");
  EXPECT_EQ(property_of(suite, "score"), "12.9");
  EXPECT_THROW(format_junit().make({}), CourseError);
}

// Another parser than the one that these tests have.
TEST(ExportsJunit, XmllintReadsIt) {
  constexpr int not_found = 127;
  if (run_command("xmllint --version").code == not_found)
    GTEST_SKIP() << "there is no xmllint: install libxml2-utils";
  const std::filesystem::path folder = own_folder();
  std::vector<StepResult> steps = usual_steps();
  steps.push_back(step_with_grader_error());
  GradedLab ada = graded_lab(usual_steps());
  ada.student.id = "ada \"&<>\x01\xff";
  write_file(folder / "junit.xml", format_junit().make({graded_lab(steps), ada}));
  const CommandRun run = run_command("xmllint --noout " + quoted((folder / "junit.xml").string()));
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.output, "");
}

// Char of XML 1.0, fifth edition, section 2.2.
bool is_in_xml(char32_t c) {
  return c == 0x9 || c == 0xa || c == 0xd || (c >= 0x20 && c <= 0xd7ff) ||
         (c >= 0xe000 && c <= 0xfffd) || (c >= 0x10000 && c <= 0x10ffff);
}

// In as many bytes as its size asks for, surrogates too.
std::string utf8(char32_t c) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | c >> 6), byte(0x80 | (c & 63))};
  if (c < 0x10000) return {byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63))};
  return {byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 63)), byte(0x80 | (c >> 6 & 63)),
          byte(0x80 | (c & 63))};
}

TEST(ExportsJunit, HasNoCharacterOutsideXml) {
  for (char32_t c = 0; c < 0x11000; ++c) {
    if (is_in_xml(c)) continue;
    const std::string escaped = escape_markup(utf8(c));
    EXPECT_EQ(escaped.find(utf8(c)), std::string::npos) << static_cast<std::uint32_t>(c);
  }
  std::string all;
  for (char32_t c = 0; c < 0x11000; ++c) all += utf8(c);
  EXPECT_NO_THROW(read_xml("<a>" + escape_markup(all + "\xff\xc3") + "</a>"));
}

}  // namespace
}  // namespace warplab::exports_junit_test
