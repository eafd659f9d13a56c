// A slow program is told why from its machine code, which its page shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "autograder/judge/grader.h"
#include "common/files.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

// Registers that hold four floats, and instructions on one of the four.
const char* const one_lane = R"(
#include <xmmintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const __m128 black = _mm_set_ss(0), white = _mm_set_ss(255);
  float* to = imgFloatDst;
  for (int y = 0; y < imgHeight; ++y)
    for (int at = 0; at < imgWidth * CHANNELS; ++at) {
      __m128 sum = black;
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        const float* from = imgFloatSrc + (long)(y + fy) * imgWidthF * CHANNELS + at;
        for (int fx = 0; fx < FILTER_SIZE; ++fx)
          sum = _mm_add_ss(sum, _mm_mul_ss(_mm_load_ss(from + fx * CHANNELS),
                                           _mm_load_ss(filter + fy * FILTER_SIZE + fx)));
      }
      _mm_store_ss(to++, _mm_min_ss(_mm_max_ss(sum, black), white));
    }
}
)";

// The first step of a lab, for which nothing is fast enough.
StepResult graded(const std::filesystem::path& source, const std::string& name = "lab3") {
  Course course = small_course({320, 240}, {{5, 5}});
  for (Lab& lab : course.labs)
    for (Step& step : lab.steps)
      if (step.speed) {
        step.speed->zero_at = 100;
        step.speed->full_at = 200;
      }
  const Lab& lab = course.find(name);
  const Grader grader(course, test_options("vector_code"));
  return grader.grade(lab, lab.step(1), source);
}

std::string said_of(const StepResult& result) {
  for (const Gate& gate : result.gates)
    if (gate.name == "speed") return text_of(gate);
  return verdict_text(result.verdict);
}

// The widest of its inner loops, in bits.
int width_of(const StepResult& result) {
  int width = 0;
  for (const LoopCode& loop : result.inner_loops.loops) width = std::max(width, loop.width);
  return width;
}

TEST(ProgramWithoutVectors, IsToldSo) {
  const std::filesystem::path own = own_folder() / "sse.c";
  write_file(own, one_lane);
  const StepResult scalar = graded(own);
  const std::string said = said_of(scalar);
  EXPECT_NE(said.find("each takes one number at a time"), std::string::npos) << said;
  EXPECT_EQ(width_of(scalar), 32);
  const StepResult vectors = graded(checkout::root + std::string("/solutions/lab3-sse/sse.c"));
  const std::string of_vectors = said_of(vectors);
  EXPECT_NE(of_vectors.find("full at 200"), std::string::npos) << of_vectors;
  EXPECT_EQ(of_vectors.find("one number at a time"), std::string::npos) << of_vectors;
  EXPECT_EQ(width_of(vectors), 128);
  EXPECT_GT(vectors.inner_loops.loops.back().line, 0u) << "its lines are known";
}

// One sum at a time, in double, for the channel that is outside of the window.
const char* const channel_by_channel = R"(
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int y = 0; y < imgHeight; ++y)
    for (int x = 0; x < imgWidth; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        SUM sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
}
)";

TEST(SlowProgram, IsToldWhatItsLoopsDo) {
  const std::filesystem::path own = own_folder() / "convolution.c";
  const auto said = [&](const std::string& type) {
    write_file(own, "#define SUM " + type + channel_by_channel);
    return said_of(graded(own, "lab1"));
  };
  const std::string one_sum = said("float");
  EXPECT_NE(one_sum.find("to go\nconvolution.c:"), std::string::npos) << one_sum;
  EXPECT_NE(one_sum.find("\neach of the 25 additions of this inner loop waits for the one before\n"
                         "next: keep several sums"),
            std::string::npos)
      << one_sum;
  const std::string doubles = said("double");
  EXPECT_NE(doubles.find("\n25 instructions of this loop convert floats to double\n"),
            std::string::npos)
      << doubles;
}

}  // namespace
}  // namespace warplab
