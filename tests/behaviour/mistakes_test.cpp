// Every known mistake gets the verdict and the diagnosis that its first line names.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "autograder/gpu/counters.h"
#include "autograder/judge/grader.h"
#include "autograder/page/page.h"
#include "common/files.h"
#include "tests/behaviour/changed_solution.h"
#include "tests/behaviour/head_lines.h"
#include "tests/behaviour/mistaken_lines.h"
#include "tests/behaviour/small_course.h"
#include "tests/tiers.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class Mistake : public testing::TestWithParam<fs::path> {};

// The verdict, and the kind and lines of the finding that is told first. Its threads are chance.
std::string told_first(const StepResult& result) {
  std::string told = verdict_text(result.verdict) + " " + result.diagnosis.cause;
  if (result.diagnosis.findings.empty()) return told;
  const simt::events::Finding& first = result.diagnosis.findings.front();
  told += fmt::format(" {}:{}", name_of(first.kind), first.where.line);
  if (first.other) told += fmt::format(" and {}", first.other->line);
  return told;
}

// Of a mistake that is graded again by the same process, as --gtest_repeat=200 does, every run is
// told the same as the first.
void expect_as_before(const std::string& mistake, const StepResult& result) {
  static std::map<std::string, std::string> of_first_run;
  const std::string told = told_first(result);
  EXPECT_EQ(told, of_first_run.emplace(mistake, told).first->second) << "in another run";
}

// The page has a note at the line of the mistake, or at the one that the file says is marked: what is left out has no line of
// its own. Of labs whose files say which line that is.
void expect_marked(const fs::path& file, const Course& course, const Lab& lab, const Step& step,
                   const std::string& source, const StepResult& result) {
  const bool is_changed = !head_lines(file, "REPLACE").empty();
  std::set<std::size_t> wanted = quoted_lines(file, source, "MARKED");
  ASSERT_EQ(wanted.empty(), head_lines(file, "MARKED").empty()) << "no line has what is MARKED";
  if (wanted.empty())
    wanted = is_changed ? changed_lines(file, read_file(course.solution(lab) / step.file))
                        : quoted_lines(file, source, "LINE");
  ASSERT_FALSE(wanted.empty()) << "a whole file says with LINE which line is wrong";
  LabResult of_lab{lab.name, lab.title, "", 0, 0, {result}};
  of_lab.steps[0].source.file = step.file;  // as a student's is called
  const std::set<std::size_t> marked =
      lines_with_notes(page::lab_page(of_lab, "a machine", std::nullopt), step.number);
  EXPECT_TRUE(std::ranges::any_of(marked, [&](std::size_t line) { return wanted.contains(line); }))
      << fmt::format("wanted is a mark in {}, and marked are {}", fmt::join(wanted, ", "),
                     fmt::join(marked, ", "));
}

// Those whose pages are looked at.
bool has_marked_page(const std::string& lab) {
  return lab == "lab5" || lab == "lab7" || lab == "lab8" || lab == "lab9";
}

TEST_P(Mistake, IsCaughtForItsNamedReason) {
  const std::string lab_name = GetParam().parent_path().filename();
  const Lab& whole = whole_course().find(lab_name);
  // Two threads need a while to get into each other's way.
  const bool has_threads = whole.device == Device::cpu && whole.has_openmp();
  Course course = without_speed(small_course(has_threads ? Size{2496, 1872} : Size{320, 240}, {}));
  for (const std::string& size : head_lines(GetParam(), "FILTER_SIZE"))
    for (Lab& each : course.labs)
      for (Step& one : each.steps)
        if (each.name.starts_with(lab_name + "-")) one.parameters["filter_size"] = std::stoi(size);
  // Counters of a small picture are those of its border where the file says so.
  if (!head_lines(GetParam(), "PROFILED").empty())
    for (Lab& each : course.labs)
      for (Step& one : each.steps)
        one.profiled_size = whole_course().find(each.name).step(one.number).profiled_size;
  const Lab& lab = course.find(lab_name);
  const auto step = head_lines(GetParam(), "STEP");
  const auto expected = head_lines(GetParam(), "EXPECT");
  ASSERT_EQ(step.size(), 1u);
  ASSERT_EQ(expected.size(), 1u);

  const Grader grader(course, test_options("mistakes"));
  const Step& of_step = lab.step(std::stoi(step[0]));
  const fs::path source = source_of(GetParam(), course, lab, of_step);
  const StepResult result = grader.grade(lab, of_step, source);
  expect_as_before(GetParam(), result);
  if (has_marked_page(lab_name))
    expect_marked(GetParam(), course, lab, of_step, read_file(source), result);
  std::string lines;
  for (const std::string& line : sentences_of(result.diagnosis)) lines += "\n  " + line;
  std::string said = lines;
  for (const Gate& gate : result.gates) said += "\n  " + text_of(gate);
  for (const std::string& text : head_lines(GetParam(), "SAYS"))
    EXPECT_NE(said.find(text), std::string::npos) << "does not say " << text << said;
  if (expected[0].starts_with("GATE ")) {  // right, but the hardware has more to do than it should
    const std::string name = expected[0].substr(5);
    EXPECT_EQ(verdict_text(result.verdict), "OK") << lines;
    for (const Gate& gate : result.gates)
      if (gate.name == name) {
        EXPECT_FALSE(gate.passed) << gate.message;
        const gpu::Counter* const counter = gpu::find_counter(name);
        if (counter != nullptr && counter->of_line != nullptr) {
          EXPECT_TRUE(gate.place) << "the line that shows it: " << text_of(gate);
        }
        return;
      }
    FAIL() << "the step has no gate " << name;
  }
  EXPECT_EQ(verdict_text(result.verdict) + " " + result.diagnosis.cause, expected[0])
      << lines << result.compiler;
  EXPECT_GE(sentences_of(result.diagnosis).size(), 2u) << "what, and the next step";
  // What is right by luck has points for that, and no others.
  const bool is_unsafe = result.verdict.kind == VerdictKind::unsafe;
  for (const Gate& gate : result.gates)
    EXPECT_EQ(is_unsafe && gate.name == "correct" ? 0 : gate.points, 0) << gate.name;
}

// One for each step of each lab is quick: the first by name whose pattern stands for no other step of the lab,
// or else the first.
Tiers<fs::path> mistakes() {
  const auto all = sources_by_lab("mistakes");
  const auto in_lab = [](const fs::path& file, const std::string& key) {
    return file.parent_path().filename().string() + " " + head_lines(file, key).at(0);
  };
  std::map<std::string, fs::path> chosen;  // by step
  std::set<std::string> patterns;
  for (const fs::path& file : all)
    if (!chosen.contains(in_lab(file, "STEP")) && patterns.insert(in_lab(file, "EXPECT")).second)
      chosen.emplace(in_lab(file, "STEP"), file);
  for (const fs::path& file : all) chosen.emplace(in_lab(file, "STEP"), file);
  Tiers<fs::path> tiers;
  for (const fs::path& file : all)
    (chosen.at(in_lab(file, "STEP")) == file ? tiers.quick : tiers.rest).push_back(file);
  return tiers;
}

INSTANTIATE_TEST_SUITE_P(Quick, Mistake, testing::ValuesIn(mistakes().quick), name_by_lab);
INSTANTIATE_TEST_SUITE_P(Rest, Mistake, testing::ValuesIn(mistakes().rest), name_by_lab);

}  // namespace
}  // namespace warplab
