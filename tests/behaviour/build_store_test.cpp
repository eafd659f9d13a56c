// A source that was compiled before gets the same result without the compiler; what fails is
// compiled again.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "autograder/judge/grader.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class KeptBuilds : public testing::Test {
 protected:
  KeptBuilds() : course_(without_speed(small_course({64, 48}, {{1, 1}, {5, 5}}))) {
    options_.build_store = folder_ / "cache";
  }

  StepResult grade(const std::string& text) const {
    write_file(folder_ / "convolution.c", text);
    const Lab& lab = course_.find("lab1");
    return Grader(course_, options_).grade(lab, lab.step(1), folder_ / "convolution.c");
  }

  bool is_nothing_kept() const { return fs::is_empty(options_.build_store); }

  const fs::path folder_ = own_folder(fs::path(checkout::build) / "test-grades");
  const std::string honest_ =
      read_file(fs::path(checkout::root) / "tests/attacks/controls/honest_serial.c");
  Course course_;
  GraderOptions options_ = test_options("kept-builds");
};

bool was_compiled_before(const StepResult& result) {
  EXPECT_EQ(result.gates.at(0).message.ends_with(", compiled before"), result.build_is_kept);
  return result.build_is_kept;
}

// Without times and what the gate "builds" says of them.
nlohmann::json without_times(const StepResult& result) {
  Result all;
  all.labs.emplace_back().steps.push_back(result);
  nlohmann::json step = to_json(all).at("labs").at(0).at("steps").at(0);
  for (const char* key : {"build_s", "build_kept", "stages", "time"}) step.erase(key);
  step.at("gates").at(0).erase("message");
  return step;
}

TEST_F(KeptBuilds, GiveTheSameResult) {
  const std::string text = honest_ + "static int unused;\n";  // which gcc warns of
  const StepResult first = grade(text), second = grade(text);
  EXPECT_EQ(verdict_text(first.verdict), "OK");
  EXPECT_NE(first.compiler.find("unused"), std::string::npos) << first.compiler;
  EXPECT_FALSE(was_compiled_before(first));
  EXPECT_TRUE(was_compiled_before(second));
  EXPECT_EQ(without_times(first), without_times(second));
  EXPECT_FALSE(was_compiled_before(grade(text + "\n")));
}

// As root's may be, who is not whom compilers run as.
TEST_F(KeptBuilds, AreReadWithAPrivateUmask) {
  const mode_t usual = umask(077);
  const StepResult first = grade(honest_), second = grade(honest_);
  umask(usual);
  EXPECT_EQ(verdict_text(first.verdict), "OK");
  EXPECT_TRUE(was_compiled_before(second));
  EXPECT_EQ(without_times(first), without_times(second));
}

TEST_F(KeptBuilds, AreJudgedAnew) {
  const std::string text = honest_ + "int main(void) { return 0; }\n";
  EXPECT_EQ(without_times(grade(text)), without_times(grade(text)));
  EXPECT_EQ(verdict_text(grade(text).verdict), "BUILD_ERROR(own main)");
}

TEST_F(KeptBuilds, AreNotOfCompilersThatFail) {
  EXPECT_EQ(verdict_text(grade("int x = ;\n").verdict), "BUILD_ERROR(compile)");
  EXPECT_TRUE(is_nothing_kept());
  options_.build_limits.file_bytes = 4096;
  EXPECT_EQ(verdict_text(grade(honest_ + "char large[100000] = {1};\n").verdict),
            "BUILD_LIMIT(size)");
  EXPECT_TRUE(is_nothing_kept());
}

TEST_F(KeptBuilds, AreNotOfSourcesThatAskForTheTime) {
  grade(honest_ + "const char* when = __TIME__;\n");
  EXPECT_TRUE(is_nothing_kept());
}

TEST_F(KeptBuilds, HangOnLimits) {
  grade(honest_);
  options_.build_limits.memory_bytes -= 4096;
  EXPECT_FALSE(was_compiled_before(grade(honest_)));
  EXPECT_TRUE(was_compiled_before(grade(honest_)));
}

TEST_F(KeptBuilds, AreNotUsedWithoutTheWholeSandbox) {
  options_.defences.no_scratch = false;
  grade(honest_);
  EXPECT_FALSE(fs::exists(options_.build_store));
}

}  // namespace
}  // namespace warplab
