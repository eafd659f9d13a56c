// The stack of a submission's threads: 8 MiB each, whatever the shell says, and a full one is named in each.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <string>

#include "autograder/judge/grader.h"
#include "common/files.h"
#include "tests/behaviour/small_course.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

// `ulimit -s` of a shell.
class StackLimit {
 public:
  explicit StackLimit(rlim_t bytes) {
    getrlimit(RLIMIT_STACK, &before_);
    const rlimit other{std::min(bytes, before_.rlim_max), before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_STACK, &other), 0);
  }
  ~StackLimit() { setrlimit(RLIMIT_STACK, &before_); }

 private:
  rlimit before_{};
};

// Step 1 of lab 2, whose threads do `work` before their rows.
StepResult graded_doing(const std::string& work) {
  static const Course course = without_speed(small_course({320, 240}, {{33, 17}, {64, 64}}));
  const Lab& lab = course.find("lab2");
  std::string text = read_file(course.solution(lab) / "outer_loop.c");
  const std::string body = text.substr(text.find("  // BEGIN SOLUTION"));
  text.resize(text.find("void conv_filter"));
  text += fmt::format(
      "#include <omp.h>\n"
      "static volatile int sink;\n"
      "static int descend(int depth) {{\n"
      "  volatile char frame[4096];\n"
      "  frame[depth & 4095] = (char)depth;\n"
      "  return depth < 0 ? 0 : descend(depth + 1) + frame[depth & 4095];\n"
      "}}\n"
      "void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int "
      "imgFOffsetH,\n"
      "                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) "
      "{{\n"
      "#pragma omp parallel\n"
      "  {{ {} }}\n"
      "{}",
      work, body);
  const std::string file = own_folder() / "outer_loop.c";
  write_file(file, text);
  return Grader(course, test_options("stacks")).grade(lab, lab.step(1), file);
}

std::string text_of(const StepResult& result) {
  std::string text = verdict_text(result.verdict) + " " + result.diagnosis.cause + "\n";
  for (const std::string& line : explanation_of(result.diagnosis)) text += line + "\n";
  return text;
}

// So large that half of a usual stack is full of them, and all of a thread's where stacks are unlimited.
constexpr const char* array_of_4_mib =
    "volatile char a[4 << 20]; for (int i = 0; i < (4 << 20); i += 4096) a[i] = 1;";

TEST(Stacks, AreNotTheShells) {
  for (const rlim_t limit : {rlim_t{1} << 20, rlim_t{8} << 20, RLIM_INFINITY}) {
    const StackLimit of_shell(limit);
    const StepResult result = graded_doing(array_of_4_mib);
    EXPECT_EQ(verdict_text(result.verdict), "OK") << text_of(result);
  }
}

TEST(Stacks, AreNamedWhereTheyAreFull) {
  for (const rlim_t limit : {rlim_t{1} << 20, RLIM_INFINITY})
    for (const std::string who : {"omp_get_thread_num() == 0", "omp_get_thread_num() != 0"}) {
      const StackLimit of_shell(limit);
      for (const std::string work :
           {"sink = descend(0);", "volatile char a[12 << 20]; a[0] = 1; sink = a[0];"}) {
        const std::string text = text_of(graded_doing(fmt::format("if ({}) {{ {} }}", who, work)));
        EXPECT_TRUE(text.starts_with("NO_RESULT(SIGSEGV) stack-overflow\n")) << text;
        EXPECT_NE(text.find("the stack of a thread is full at outer_loop.c:"), text.npos) << text;
        EXPECT_NE(text.find(": 8 MiB\n"), text.npos) << text;
      }
    }
}

TEST(Stacks, AreNotFullWhereAPointerIsWild) {
  const std::string text = text_of(graded_doing("*(volatile int*)0x123456789000 = 1;"));
  EXPECT_TRUE(text.starts_with("NO_RESULT(SIGSEGV) wild-pointer\n")) << text;
}

}  // namespace
}  // namespace warplab
