// Steps 1 to 5 of lab 8 with a block size that the compiler knows, as many students write them: all
// points, a word that the loop is gone which the step is about, and that size in what is shown of the
// kernels.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>

#include "autograder/judge/grader.h"
#include "common/files.h"
#include "simt/model/modelled_kernels.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class KnownBlockSize : public testing::TestWithParam<int> {};

TEST_P(KnownBlockSize, HasAllPointsAndIsShown) {
  Course course = load_course(checkout::root);
  for (Lab& lab : course.labs)
    if (lab.name == "lab8-reduction") lab.sizes = {{0, 0}, {100003, 0}};
  const Lab& lab = course.find("lab8");
  const Step& step = lab.step(GetParam());
  std::string text = read_file(course.solution(lab) / step.file);
  text = std::regex_replace(text, std::regex("blockDim\\.x"), "MAX_BLOCK");
  text = std::regex_replace(text, std::regex("MAX_BLOCK = 1024"), "MAX_BLOCK = 256");
  const fs::path file = own_folder() / step.file;
  write_file(file, text);

  GraderOptions options = test_options("block-size");
  options.backend = Backend::simt;  // what a GPU measures depends on who else uses it
  const StepResult result = Grader(course, options).grade(lab, step, file);
  EXPECT_EQ(verdict_text(result.verdict), "OK") << result.compiler;
  EXPECT_EQ(result.score, result.max_score);
  for (const Gate& gate : result.gates) {
    EXPECT_EQ(gate.passed, gate.name != "branches") << gate.name << ": " << gate.message;
    if (gate.name == "branches") {
      EXPECT_TRUE(gate.place) << text_of(gate);
    }
  }
  EXPECT_EQ(result.kernels.gpu, "NVIDIA H200");
  ASSERT_FALSE(result.kernels.kernels.empty());
  const simt::model::KernelOnGpu& kernel = result.kernels.kernels.front();
  EXPECT_EQ(kernel.block.threads, 256u) << kernel.kernel;
  EXPECT_GT(kernel.occupancy.now.blocks_per_sm, 0u);
  ASSERT_TRUE(kernel.point) << "it reads numbers";
  EXPECT_LE(kernel.point->instructions_per_s, kernel.point->roof);
}

INSTANTIATE_TEST_SUITE_P(gpu, KnownBlockSize, testing::Range(1, 6));

}  // namespace
}  // namespace warplab
