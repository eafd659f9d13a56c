// Every known mistake gets the verdict and the diagnosis that its first line names.
#include <gtest/gtest.h>

#include "autograder/gpu/counters.h"
#include "autograder/report/files.h"
#include "tests/behaviour/head_lines.h"
#include "tests/behaviour/small_course.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> all_mistakes() {
  std::vector<fs::path> all;
  for (const auto& lab : fs::directory_iterator(fs::path(COURSE_ROOT) / "tests" / "mistakes"))
    if (lab.is_directory())
      for (const auto& source : sources_in(lab.path())) all.push_back(source);
  std::sort(all.begin(), all.end());
  return all;
}

std::string test_name(const testing::TestParamInfo<fs::path>& info) {
  return info.param.parent_path().filename().string() + "_" + info.param.stem().string();
}

// "\\n" in a head line stands for the end of a line.
std::string with_line_ends(std::string text) {
  for (std::size_t at; (at = text.find("\\n")) != std::string::npos;) text.replace(at, 2, "\n");
  return text;
}

// The step's solution with places changed, as the file asks for; the file itself where it does not.
fs::path source_of(const fs::path& file, const Course& course, const Lab& lab, const Step& step) {
  const auto from = head_lines(file, "REPLACE"), to = head_lines(file, "BY");
  if (from.empty()) return file;
  std::string text = read_file(course.solution(lab) / step.file);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::string place = with_line_ends(from[i]);
    const std::size_t at = text.find(place);
    EXPECT_NE(at, std::string::npos) << step.file << " has no " << place;
    EXPECT_EQ(text.find(place, at + 1), std::string::npos) << "more than once: " << place;
    text.replace(at, place.size(), with_line_ends(to.at(i)));
  }
  const fs::path changed =
      fs::path(testing::TempDir()) / (lab.name + "-" + file.filename().string());
  write_file(changed, text);
  return changed;
}

class Mistake : public testing::TestWithParam<fs::path> {};

TEST_P(Mistake, IsCaughtForItsNamedReason) {
  const std::string lab_name = GetParam().parent_path().filename();
  const bool is_for_gpu = load_course(COURSE_ROOT).find(lab_name).device == "gpu";
  // Two threads need a while to get into each other's way.
  Course course = small_course(is_for_gpu ? Size{320, 240} : Size{2496, 1872}, {});
  for (Lab& each : course.labs)  // nothing is fast enough to be compared
    for (Step& step : each.steps) step.speed.reset();
  const Lab& lab = course.find(lab_name);
  const auto step = head_lines(GetParam(), "STEP");
  const auto expected = head_lines(GetParam(), "EXPECT");
  ASSERT_EQ(step.size(), 1u);
  ASSERT_EQ(expected.size(), 1u);

  const Grader grader(course, test_options("mistakes"));
  const StepResult result =
      grader.grade(lab, lab.step(std::stoi(step[0])),
                   source_of(GetParam(), course, lab, lab.step(std::stoi(step[0]))));
  std::string lines;
  for (const std::string& line : result.diagnosis.lines) {
    lines += "\n  " + line;
    EXPECT_LE(line.size(), 100u) << "a line of a diagnosis has to fit a terminal";
  }
  std::string said = lines;
  for (const Gate& gate : result.gates) said += "\n  " + gate.message;
  for (const std::string& text : head_lines(GetParam(), "SAYS"))
    EXPECT_NE(said.find(text), std::string::npos) << "does not say " << text << said;
  if (expected[0].starts_with("GATE ")) {  // right, but the hardware has more to do than it should
    const std::string name = expected[0].substr(5);
    EXPECT_EQ(verdict_text(result.verdict), "OK") << lines;
    for (const Gate& gate : result.gates)
      if (gate.name == name) {
        EXPECT_FALSE(gate.passed) << gate.message;
        if (gpu::find_counter(name)->of_line != nullptr) {
          EXPECT_NE(gate.message.find(lab.step(std::stoi(step[0])).file + ":"), std::string::npos)
              << "the line that shows it: " << gate.message;
        }
        return;
      }
    FAIL() << "the step has no gate " << name;
  }
  EXPECT_EQ(verdict_text(result.verdict) + " " + result.diagnosis.pattern, expected[0])
      << lines << result.compiler;
  EXPECT_GE(result.diagnosis.lines.size(), 2u) << "what, and the next step";
  // What is right by luck has points for that, and no others.
  const bool is_unsafe = result.verdict.kind == VerdictKind::unsafe;
  for (const Gate& gate : result.gates)
    EXPECT_EQ(is_unsafe && gate.name == "correct" ? 0 : gate.points, 0) << gate.name;
}

TEST(Mistakes, AreEnoughForEveryLab) {
  for (const Lab& lab : load_course(COURSE_ROOT).labs) {
    const std::string folder = lab.name.substr(0, lab.name.find('-'));
    EXPECT_GE(sources_in(fs::path(COURSE_ROOT) / "tests" / "mistakes" / folder).size(),
              lab.device == "gpu" ? 12u : 8u)
        << folder;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Mistake, testing::ValuesIn(all_mistakes()), test_name);

}  // namespace
}  // namespace warplab
