// The example of docs/new-family.md, a course of one lab: it is proved as a course is, and its
// known mistakes get the diagnosis that they name.
#include <gtest/gtest.h>

#include "autograder/course_commands/check_course.h"
#include "autograder/course_commands/stubs.h"
#include "autograder/judge/grader.h"
#include "autograder/problems/problem.h"
#include "tests/behaviour/changed_solution.h"
#include "tests/behaviour/head_lines.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const fs::path example = fs::path(checkout::root) / "tests" / "example";

class NewFamily : public testing::Test {
 protected:
  NewFamily() {
    const fs::path root = own_folder(fs::path(checkout::build) / "test-grades");
    fs::create_directories(root / "images" / "golden");
    fs::copy(fs::path(checkout::root) / "common", root / "common", fs::copy_options::recursive);
    for (const char* part : {"common", "labs", "solutions"})
      fs::copy(example / part, root / part, fs::copy_options::recursive);
    fs::create_directories(root / "docs");
    write_file(root / "Makefile", "");
    write_file(root / "README.md", "<!-- labs -->\n<!-- end labs -->\n");
    write_file(root / "docs/instructor-guide.md", "<!-- weeks -->\n<!-- end weeks -->\n");
    write_file(root / "handout.md", "<!-- chapters -->\n<!-- end chapters -->\n");
    write_file(root / ".clangd", "# labs\n# end labs\n");
    course = load_course(root, complain_about);
  }

  StepResult grade(const fs::path& submission) {
    const Lab& lab = course.find("lab15");
    const Step& step = lab.step(std::stoi(head_lines(submission, "STEP").at(0)));
    return Grader(course, test_options("new-family-mistakes"))
        .grade(lab, step, source_of(submission, course, lab, step));
  }
  void expect_named(const std::string& extension) {
    int mistakes = 0;
    for (const fs::path& mistake : sources_in(example / "mistakes")) {
      if (mistake.extension() != extension) continue;
      const StepResult result = grade(mistake);
      EXPECT_EQ(verdict_text(result.verdict) + " " + result.diagnosis.cause,
                head_lines(mistake, "EXPECT").at(0))
          << mistake << result.compiler;
      ++mistakes;
    }
    EXPECT_EQ(mistakes, 2);
  }

  Course course;
};

TEST_F(NewFamily, GpuAndCpuStepsAreProvedAsACourseIs) {
  ASSERT_TRUE(course.broken.empty()) << course.broken.front().error;
  const Context context = {course, fs::path(checkout::build) / "lib",
                           course.root / "build" / "grades"};
  EXPECT_EQ(stubs_command(context, std::nullopt), 0);
  EXPECT_EQ(check_course_command(context, {}, std::nullopt, std::nullopt), 0);
}

TEST_F(NewFamily, CpuMistakesAreNamed) { expect_named(".c"); }

TEST_F(NewFamily, GpuMistakesAreNamed) { expect_named(".cu"); }

// A wrong value that is no known mistake's, in the right place.
TEST_F(NewFamily, CpuMistakeThatIsUnknownIsShown) {
  const fs::path file = course.root / "unknown.c";
  write_file(file,
             "// STEP: 1\n"
             "void saxpy(int n, float a, const float* x, const float* y, float* result) {\n"
             "  for (int i = 0; i < n; ++i) result[i] = a * x[i] + y[i] + (i == 5);\n"
             "}\n");
  const Diagnosis diagnosis = grade(file).diagnosis;
  EXPECT_EQ(diagnosis.cause, "wrong-values");
  const auto lines = sentences_of(diagnosis);
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(lines[0], "4097 numbers, a = 3: 1 of 4097 are wrong");
  EXPECT_TRUE(lines[1].starts_with("first result[5]: expected ")) << lines[1];
}

}  // namespace
}  // namespace warplab
