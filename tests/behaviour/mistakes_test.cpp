// Every known mistake gets the verdict and the diagnosis that its first line names.
#include <gtest/gtest.h>

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

class Mistake : public testing::TestWithParam<fs::path> {};

TEST_P(Mistake, IsCaughtForItsNamedReason) {
  const std::string lab_name = GetParam().parent_path().filename();
  const Course course = load_course(COURSE_ROOT);
  const Lab& lab = course.find(lab_name);
  const auto step = head_lines(GetParam(), "STEP");
  const auto expected = head_lines(GetParam(), "EXPECT");
  ASSERT_EQ(step.size(), 1u);
  ASSERT_EQ(expected.size(), 1u);

  const Grader grader(course, test_options("mistakes"));
  const StepResult result = grader.grade(lab, lab.step(std::stoi(step[0])), GetParam());
  std::string lines;
  for (const std::string& line : result.diagnosis.lines) {
    lines += "\n  " + line;
    EXPECT_LE(line.size(), 100u) << "a line of a diagnosis has to fit a terminal";
  }
  EXPECT_EQ(verdict_text(result.verdict) + " " + result.diagnosis.pattern, expected[0])
      << lines << result.compiler;
  EXPECT_GE(result.diagnosis.lines.size(), 2u) << "what, and the next step";
  EXPECT_EQ(result.score, 0);
}

TEST(Mistakes, AreEnoughForEveryLab) {
  for (const Lab& lab : load_course(COURSE_ROOT).labs) {
    const std::string folder = lab.name.substr(0, lab.name.find('-'));
    EXPECT_GE(sources_in(fs::path(COURSE_ROOT) / "tests" / "mistakes" / folder).size(), 8u)
        << folder;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Mistake, testing::ValuesIn(all_mistakes()), test_name);

}  // namespace
}  // namespace warplab
