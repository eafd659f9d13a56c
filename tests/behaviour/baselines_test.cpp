// A baseline is compiled anew where its text is new, whatever the times of files say, and its
// compilation is kept with those of submissions.
#include "autograder/judge/baselines.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "autograder/sandbox/process.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/behaviour/small_course.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class BaselineTest : public testing::Test {
 protected:
  BaselineTest() {
    copy_small_course(folder_);
    options_.build_store = folder_ / "cache";
  }

  // Whether the compiler had been there before.
  bool is_kept() const {
    const Course course = load_course(folder_);
    const Workshop workshop(course, options_);
    Baselines baselines(workshop);
    const SpeedGate& gate = *course.find("lab1").step(1).speed;
    baselines.start(gate);
    return baselines.get(gate).is_kept;
  }

  // With the time of what it replaces.
  void rewrite_solution(const std::string& text) const {
    const auto time = fs::last_write_time(solution_);
    write_file(solution_, text);
    fs::last_write_time(solution_, time);
  }

  const fs::path folder_ = own_folder(fs::path(checkout::build) / "test-grades");
  const fs::path solution_ = folder_ / "solutions/lab1-convolution-c/convolution.c";
  GraderOptions options_ = test_options("baselines");
};

TEST_F(BaselineTest, IsCompiledOnce) {
  EXPECT_FALSE(is_kept());
  EXPECT_TRUE(is_kept());
}

TEST_F(BaselineTest, IsOfTheTextThatIsThere) {
  EXPECT_FALSE(is_kept());
  rewrite_solution(read_file(solution_) + "\n");
  EXPECT_FALSE(is_kept());
  rewrite_solution("int x = ;\n");
  EXPECT_THROW(is_kept(), GraderError);
}

TEST_F(BaselineTest, IsKeptAsASubmissionIs) {
  is_kept();
  const Course course = load_course(folder_);
  const Workshop workshop(course, options_);
  const Lab& lab = course.find("lab1");
  const Build build =
      workshop.builder.from_source("submission", lab.step(1).file, read_file(solution_), lab,
                                   lab.step(1), *find_problem(lab.problem, Device::cpu));
  EXPECT_TRUE(build.is_kept);
}

}  // namespace
}  // namespace warplab
