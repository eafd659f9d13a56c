// Submissions that are right and written as few are: calls of the CUDA runtime that the course does
// not teach. They get all points for correctness.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "autograder/judge/grader.h"
#include "tests/behaviour/changed_solution.h"
#include "tests/behaviour/head_lines.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"
#include "tests/tiers.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

StepResult grade(const Course& course, const Lab& lab, const Step& step, const fs::path& source) {
  return Grader(course, test_options("unusual")).grade(lab, step, source);
}

Course course_without_speed() { return without_speed(small_course({320, 240}, {})); }

void expect_right(const StepResult& result) {
  EXPECT_EQ(verdict_text(result.verdict), "OK") << result.compiler;
  for (const std::string& line : sentences_of(result.diagnosis)) ADD_FAILURE() << line;
  for (const Gate& gate : result.gates)
    if (gate.name == "correct" || gate.name == "checkers") {
      EXPECT_EQ(gate.points, gate.max_points) << gate.name;
    }
}

class Unusual : public testing::TestWithParam<fs::path> {};

TEST_P(Unusual, IsRight) {
  Course course = course_without_speed();
  const Lab& lab = course.find(GetParam().parent_path().filename());
  const Step& step = lab.step(std::stoi(head_lines(GetParam(), "STEP").at(0)));
  expect_right(grade(course, lab, step, source_of(GetParam(), course, lab, step)));
}

// One for each lab is quick.
Tiers<fs::path> unusual_sources() {
  return one_of_each_kind(sources_by_lab("unusual"), [](const fs::path& source) {
    return source.parent_path().filename().string();
  });
}

INSTANTIATE_TEST_SUITE_P(Quick, Unusual, testing::ValuesIn(unusual_sources().quick), name_by_lab);
INSTANTIATE_TEST_SUITE_P(Rest, Unusual, testing::ValuesIn(unusual_sources().rest), name_by_lab);

// The course's own, which `make grade-solutions` grades at full size and on all cores: here on $WORKERS, too.
class SolutionOnSimt : public testing::TestWithParam<std::pair<std::string, int>> {};

TEST_P(SolutionOnSimt, IsRight) {
  const Course course = course_without_speed();
  const auto& [name, number] = GetParam();
  const Lab& lab = course.find(name);
  const Step& step = lab.step(number);
  expect_right(grade(course, lab, step, course.solution(lab) / step.file));
}

std::vector<std::pair<std::string, int>> steps_for_the_gpu() {
  std::vector<std::pair<std::string, int>> steps;
  for (const Lab& lab : whole_course().labs)
    for (const Step& step : lab.steps)
      if (step.device == Device::gpu) steps.emplace_back(lab.name, step.number);
  return steps;
}

INSTANTIATE_TEST_SUITE_P(Rest, SolutionOnSimt, testing::ValuesIn(steps_for_the_gpu()),
                         [](const testing::TestParamInfo<std::pair<std::string, int>>& info) {
                           return fmt::format("{}_{}", short_name(info.param.first),
                                              info.param.second);
                         });

// The step's solution with something ahead of its launch.
Diagnosis diagnosis_with(const std::string& call) {
  const Course course = course_without_speed();
  const Lab& lab = course.find("lab4");
  std::string text = read_file(course.solution(lab) / lab.step(1).file);
  text.insert(text.find("const dim3 block(16, 16);"), call + "\n  ");
  const fs::path file = own_folder() / "call.cu";
  write_file(file, text);
  const StepResult result = grade(course, lab, lab.step(1), file);
  EXPECT_EQ(verdict_text(result.verdict), "GPU_ERROR(cudaErrorNotSupported)") << result.compiler;
  return result.diagnosis;
}

void expect_said(const Diagnosis& diagnosis, const std::string& what) {
  std::string said;
  for (const std::string& line : explanation_of(diagnosis)) said += line + "\n";
  EXPECT_NE(said.find(what), std::string::npos) << said;
}

// What kernels print is kept as far as what other programs print, and nobody waits for the rest.
TEST(GpuPrints, LeaveASmallResultAndANote) {
  const Course course = course_without_speed();
  const Lab& lab = course.find("lab4");
  const fs::path source = fs::path(checkout::root) / "tests/unusual/lab4/prints_every_pixel.cu";
  const StepResult result =
      grade(course, lab, lab.step(1), source_of(source, course, lab, lab.step(1)));
  EXPECT_EQ(verdict_text(result.verdict), "OK") << result.compiler;
  EXPECT_LT(result.output.size(), Limits{}.output_bytes + 200);
  EXPECT_GT(result.output.size(), Limits{}.output_bytes / 2);
  EXPECT_TRUE(result.output.starts_with("(kernels printed more than the 64 KiB that are kept: "))
      << result.output.substr(0, 200);
  EXPECT_NE(result.output.find("\nline 2 of thread (15, 15) in block ("), std::string::npos);
}

// The functions of the CUDA runtime that an object or a library defines.
std::set<std::string> runtime_functions(const std::string& file) {
  const CommandRun nm = run_command("nm -g --defined-only -f posix " + quoted(checkout::build) +
                                    "/lib/" + file + " 2>/dev/null");
  std::istringstream lines(nm.output);
  std::set<std::string> functions;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("cuda") || line.starts_with("__cuda"))
      functions.insert(line.substr(0, line.find(' ')));
  return functions;
}

// Or a student meets the linker.
TEST(RefusedCall, IsThereForEveryFunctionThatSimtHas) {
  const std::set<std::string> all = runtime_functions("libsimt.a"),
                              answered = runtime_functions("worker_convolution_gpu.o");
  EXPECT_GT(all.size(), 300u);
  for (const std::string& function : all) EXPECT_TRUE(answered.contains(function)) << function;
}

// It is linked with hostile code, which has nothing to run kernels on.
TEST(RefusedCall, IsNotExecutedBySimtEither) {
  const CommandRun nm =
      run_command("nm -C " + quoted(checkout::build) + "/lib/worker_convolution_gpu.o 2>/dev/null");
  EXPECT_NE(nm.output.find("simt::runtime::Context::execute"), std::string::npos);
  for (const char* part : {"simt::exec::", "simt::session::", "simt::observe::", "simt::Device::"})
    EXPECT_EQ(nm.output.find(part), std::string::npos) << part;
}

TEST(RefusedCall, SaysWhyWhetherOrNotTheHostLooks) {
  expect_said(diagnosis_with("void* mapped; cudaHostGetDevicePointer(&mapped, &mapped, 0);"),
              "cudaHostGetDevicePointer(): kernels do not reach memory of the host");
  expect_said(
      diagnosis_with("void* mapped; CUDA_CHECK(cudaHostGetDevicePointer(&mapped, &mapped, 0));"),
      "cudaHostGetDevicePointer(): kernels do not reach memory of the host");
}

}  // namespace
}  // namespace warplab
