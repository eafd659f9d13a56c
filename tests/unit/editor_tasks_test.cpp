// .vscode/tasks.json: what its problem matchers make of what the grader prints, which is what an editor
// underlines.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "autograder/report/result.h"
#include "autograder/report/terminal.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab::editor_tasks_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path root = checkout::root;

json tasks() { return json::parse(read_file(root / ".vscode/tasks.json")).at("tasks"); }

// A line of a file that an editor underlines.
struct Mark {
  std::string file, line, severity, code, message;
  bool operator==(const Mark&) const = default;
};

void PrintTo(const Mark& mark, std::ostream* stream) {
  *stream << mark.file << ":" << mark.line << " " << mark.severity << " " << mark.code << ": "
          << mark.message;
}

// As Visual Studio Code reads a line: the first matcher whose pattern fits.
std::vector<Mark> marks_of(const std::string& output) {
  const json matchers = tasks().at(0).at("problemMatcher");
  std::vector<Mark> marks;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    for (const json& matcher : matchers) {
      const json& pattern = matcher.at("pattern");
      const std::regex expression(pattern.at("regexp").get<std::string>());
      std::smatch found;
      if (!std::regex_search(line, found, expression)) continue;
      const auto part = [&](const char* name) {
        return pattern.contains(name) ? found[pattern.at(name).get<std::size_t>()].str() : "";
      };
      const std::string severity = part("severity");
      marks.push_back({part("file"), part("line"),
                       severity.empty() ? matcher.at("severity").get<std::string>() : severity,
                       part("code"), part("message")});
      break;
    }
  return marks;
}

std::string printed(const StepResult& step) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* const stream = open_memstream(&text, &size);
  LabResult lab;
  lab.lab = "lab1-convolution-c";
  lab.title = "A 5x5 filter in C";
  lab.submission = "labs/lab1-convolution-c/convolution.c";
  lab.steps = {step};
  print_lab(lab, {}, stream);
  std::fclose(stream);
  std::string result(text, size);
  std::free(text);
  return result;
}

StepResult step_with(VerdictKind verdict, const std::string& why) {
  StepResult step;
  step.step = 1;
  step.name = "c";
  step.verdict = {verdict, ""};
  step.gates = {{GateKind::builds, "builds", verdict != VerdictKind::build_error, {}, {}, 0, 0, ""},
                {GateKind::correct, "correct", verdict == VerdictKind::ok, {}, {}, 0, 20, ""}};
  step.diagnosis.cause = "cause";
  step.diagnosis.facts = {why};
  return step;
}

TEST(EditorTasks, UnderlineWhatCompilersSay) {
  StepResult step = step_with(VerdictKind::build_error, "it does not compile");
  step.compiler =
      "convolution.c: In function 'conv_filter':\n"
      "convolution.c:31:5: error: expected ';' before 'for'\n"
      "   31 |     for\n"
      "convolution.c:12:7: warning: unused variable 'x' [-Wunused-variable]\n"
      "convolution.c:1:10: fatal error: omp.hh: No such file or directory\n";
  EXPECT_EQ(marks_of(printed(step)),
            (std::vector<Mark>{
                {"convolution.c", "31", "error", "", "expected ';' before 'for'"},
                {"convolution.c", "12", "warning", "", "unused variable 'x' [-Wunused-variable]"},
                {"convolution.c", "1", "error", "", "omp.hh: No such file or directory"}}))
      << printed(step);
  step.compiler =
      "tile.cu(31): error: expected a \";\"\n"
      "tile.cu(12): warning #177-D: variable \"x\" was declared but never referenced\n"
      "tile.cu:9:3: error: use of undeclared identifier 'y'\n";
  EXPECT_EQ(marks_of(printed(step)),
            (std::vector<Mark>{{"tile.cu", "31", "error", "", "expected a \";\""},
                               {"tile.cu", "12", "warning", "",
                                "variable \"x\" was declared but never referenced"},
                               {"tile.cu", "9", "error", "", "use of undeclared identifier 'y'"}}))
      << printed(step);
}

TEST(EditorTasks, UnderlineWhatTheGraderFinds) {
  const auto marks = [](const std::string& why) {
    return marks_of(printed(step_with(VerdictKind::wrong, why)));
  };
  EXPECT_EQ(marks("omp-race: outer_loop.c:35: value is written while another thread writes it"),
            (std::vector<Mark>{{"outer_loop.c", "35", "warning", "omp-race",
                                "value is written while another thread writes it"}}));
  EXPECT_EQ(marks("convolution.c:12: your code goes where the TODO is"),
            (std::vector<Mark>{
                {"convolution.c", "12", "warning", "", "your code goes where the TODO is"}}));
  EXPECT_EQ(marks("writes 4 bytes past the end of imgFloatDst at sse.cpp:31"),
            (std::vector<Mark>{
                {"sse.cpp", "31", "error", "", "writes 4 bytes past the end of imgFloatDst"}}));
  EXPECT_EQ(marks("writes imgSrc at sse.c:31, which may only be read"),
            (std::vector<Mark>{{"sse.c", "31", "error", "", "writes imgSrc"}}));
  EXPECT_EQ(marks("31x8, random image: first at x=1 y=0 R: expected 0, got -145.8779"),
            std::vector<Mark>{});
}

TEST(EditorTasks, UnderlineTheHeaviestLineOfACounter) {
  StepResult step = step_with(VerdictKind::ok, "");
  step.gates.push_back({GateKind::counter, "sectors", false, 17.5, 5, 0, 5,
                        "17.5 sectors per global load request, at most 5\n"
                        "convolution.cu:21: sum[c] += filter.tap[fy][fx];"});
  EXPECT_EQ(
      marks_of(printed(step)),
      (std::vector<Mark>{{"convolution.cu", "21", "warning", "", "sum[c] += filter.tap[fy][fx];"}}))
      << printed(step);
}

TEST(EditorTasks, FindWhatTheReadmeShows) {
  const std::vector<Mark> marks = marks_of(read_file(root / "README.md"));
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].file, "convolution.cu");
  EXPECT_EQ(marks[0].code, "shared-race");
}

TEST(EditorTasks, MatchTheSameWhereALabIsWatched) {
  const json all = tasks();
  ASSERT_EQ(all.size(), 2u);
  json watching = all[1].at("problemMatcher");
  const std::string handout = "\n" + read_file(root / "handout.md");
  for (json& matcher : watching) {
    const json& background = matcher.at("background");
    for (const char* mark : {"beginsPattern", "endsPattern"}) {
      const std::string pattern = background.at(mark);
      ASSERT_TRUE(pattern.starts_with("^"));
      EXPECT_TRUE(std::regex_search(handout, std::regex("\n" + pattern.substr(1)))) << pattern;
    }
    matcher.erase("background");
  }
  EXPECT_EQ(watching, all[0].at("problemMatcher"));
}

TEST(EditorTasks, CallMakeForTheLabWhoseFileIsOpen) {
  const std::string makefile = read_file(root / "Makefile");
  for (const json& task : tasks()) {
    EXPECT_EQ(task.at("command"), "make");
    const std::string goal = task.at("args").at(0);
    const std::string lab = "${fileDirnameBasename}";
    ASSERT_TRUE(goal.ends_with(lab)) << goal;
    const std::string rule = goal.substr(0, goal.size() - lab.size()) + "lab%: build";
    EXPECT_NE(makefile.find("\n" + rule), std::string::npos) << rule;
    for (const json& matcher : task.at("problemMatcher"))
      EXPECT_EQ(matcher.at("fileLocation"), json::array({"relative", "${fileDirname}"}));
  }
}

}  // namespace
}  // namespace warplab::editor_tasks_test
