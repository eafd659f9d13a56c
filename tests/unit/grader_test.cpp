// What the grader makes of a lab and its files before anything of a student's runs.
#include "autograder/judge/grader.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/files.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class GraderTest : public testing::Test {
 protected:
  std::vector<StepResult> grade(const Lab& lab, const std::vector<Submission>& submissions) {
    return Grader(course, test_options("grader-test")).grade(lab, submissions);
  }
  Course course = small_course({64, 48}, {{5, 5}});
  Lab lab = course.find("lab1");
  const fs::path folder = own_folder(fs::path(checkout::build) / "test-grades");
};

TEST_F(GraderTest, MissingFileIsASourceError) {
  const StepResult result = grade(lab, {{lab.steps[0], "no/such/file.c"}})[0];
  EXPECT_EQ(verdict_text(result.verdict), "SOURCE_ERROR(missing)");
  EXPECT_EQ(result.gates[0].name, "builds");
  EXPECT_NE(result.gates[0].message.find("no/such"), std::string::npos) << result.gates[0].message;
}

TEST_F(GraderTest, UnknownFamilyIsAGraderErrorOfEveryStep) {
  lab.problem = "alchemy";
  for (const StepResult& result : grade(lab, {{lab.steps[0], "a.c"}, {lab.steps[0], "b.c"}})) {
    EXPECT_EQ(verdict_text(result.verdict), "GRADER_ERROR");
    EXPECT_NE(result.diagnosis.facts[0].find("no problem family 'alchemy'"), std::string::npos);
  }
}

TEST_F(GraderTest, SizesThatTheFamilyHasNotAreAGraderError) {
  lab.sizes = {{1000, 0}};
  const StepResult result = grade(lab, {{lab.steps[0], "a.c"}})[0];
  EXPECT_EQ(verdict_text(result.verdict), "GRADER_ERROR");
}

TEST_F(GraderTest, OneBadFileCostsNoOther) {
  fs::create_directories(folder);
  write_file(folder / "broken.c", "this is no C\n");
  write_file(folder / "empty_function.c",
             "void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int "
             "imgFOffsetH, int imgFOffsetW, float* filter, float* imgFloatSrc, float* "
             "imgFloatDst) { /* TODO */ }\n");
  const auto results = grade(lab, {{lab.steps[0], folder / "broken.c"},
                                   {lab.steps[0], folder / "missing.c"},
                                   {lab.steps[0], folder / "empty_function.c"}});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(verdict_text(results[0].verdict), "BUILD_ERROR(compile)");
  EXPECT_EQ(verdict_text(results[1].verdict), "SOURCE_ERROR(missing)");
  EXPECT_EQ(verdict_text(results[2].verdict), "WRONG");
  EXPECT_NE(results[2].diagnosis.facts[0].find("your code goes where the TODO is"),
            std::string::npos);
}

TEST_F(GraderTest, ResultsKeepTheOrderOfWhatWasHandedIn) {
  const Lab& mixed = course.find("lab10");
  const auto gpu = std::find_if(mixed.steps.begin(), mixed.steps.end(),
                                [](const Step& step) { return step.device == Device::gpu; });
  ASSERT_NE(gpu, mixed.steps.end());
  const auto results = grade(mixed, {{*gpu, "none.cu"}, {mixed.steps[0], "none.c"}});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].device, Device::gpu);
  EXPECT_EQ(results[1].device, Device::cpu);
}

}  // namespace
}  // namespace warplab
