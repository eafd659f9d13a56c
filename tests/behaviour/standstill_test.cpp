// A grader that is stopped while it grades, alone or with its worker: nobody loses points by that. A worker that stands
// still alone does.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "autograder/judge/grader.h"
#include "autograder/sandbox/proc_file.h"
#include "common/files.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

using namespace std::chrono_literals;

// All processes that one has started, and it.
std::vector<pid_t> tree_of(pid_t root) {
  std::vector<pid_t> tree = {root};
  for (std::size_t i = 0; i < tree.size(); ++i)
    for (const std::string& task : list_proc_folder(fmt::format("/proc/{}/task", tree[i]))) {
      std::istringstream children(read_proc_file(task + "/children"));
      for (pid_t child; children >> child;) tree.push_back(child);
    }
  return tree;
}

// The worker, or nothing where none of them is.
std::vector<pid_t> worker_in(const std::vector<pid_t>& tree) {
  for (const pid_t process : tree) {
    const std::string name = read_proc_file(fmt::format("/proc/{}/comm", process));
    if (name == "worker\n" || name == "gpu_simt\n") return {process};
  }
  return {};
}

enum class Stopped { all, judge, worker };

// What becomes of a lab's solution where so much of its grading is stopped for 2.5 s, or as long as is said, `times` times,
// each time soon after a worker has begun. A call may take 1 s.
std::string graded(const std::string& lab_name, const std::string& source, Stopped stopped,
                   int times = 1, std::chrono::milliseconds pause = 2500ms) {
  const Course course = without_speed(small_course({320, 240}, {{33, 17}, {64, 64}}));
  const Lab& lab = course.find(lab_name);
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t judge = fork();
  if (judge == 0) {
    GraderOptions options = test_options("standstill");
    options.backend = Backend::simt;
    options.limits = run_limits(2);
    options.limits->wall_s = lab.device == Device::cpu ? 1 : 20;
    const StepResult result = Grader(course, options).grade(lab, lab.step(1), source);
    const std::string text =
        verdict_text(result.verdict) +
        (explanation_of(result.diagnosis).empty() ? "" : ": " + result.diagnosis.facts[0]);
    EXPECT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    _exit(0);
  }
  close(ends[1]);
  while (times > 0 && waitpid(judge, nullptr, WNOHANG) == 0) {
    std::this_thread::sleep_for(20ms);
    const std::vector<pid_t> tree = tree_of(judge), worker = worker_in(tree);
    if (worker.empty()) continue;
    std::this_thread::sleep_for(50ms);  // it is up, and in the middle of its calls
    --times;
    const std::vector<pid_t> chosen = stopped == Stopped::all     ? tree
                                      : stopped == Stopped::judge ? std::vector{judge}
                                                                  : worker;
    for (const pid_t process : chosen) kill(process, SIGSTOP);
    std::this_thread::sleep_for(pause);
    for (const pid_t process : chosen) kill(process, SIGCONT);
    std::this_thread::sleep_for(200ms);  // the worker that is left is killed
  }
  std::string text;
  for (char letter; read(ends[0], &letter, 1) == 1;) text += letter;
  close(ends[0]);
  waitpid(judge, nullptr, 0);
  return text;
}

// Right, and slow enough that a worker is in a call when it is looked at.
constexpr const char* slow_copy = R"(
#include <time.h>
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 200);
  solve(imgHeight, imgWidth, imgHeightF, imgWidthF, imgFOffsetH, imgFOffsetW, filter, imgFloatSrc, imgFloatDst);
}
)";

std::string slow_solution() {
  const std::filesystem::path folder =
      std::filesystem::path(checkout::build) / "test-grades" / "standstill-source";
  std::filesystem::create_directories(folder);
  std::string text =
      read_file(std::string(checkout::root) + "/solutions/lab1-convolution-c/convolution.c");
  for (std::size_t at; (at = text.find("conv_filter(")) != std::string::npos;)
    text.replace(at, 12, "solve(");
  write_file(folder / "convolution.c", text + slow_copy);
  return folder / "convolution.c";
}

TEST(Standstills, OfAllCostNothing) {
  EXPECT_EQ(graded("lab1-convolution-c", slow_solution(), Stopped::all), "OK");
}

// A worker that is woken with us has not escaped, however short that was.
TEST(Standstills, OfAMomentCostNothing) {
  const std::string source =
      std::string(checkout::root) + "/solutions/lab1-convolution-c/convolution.c";
  for (int run = 0; run < 10; ++run)
    EXPECT_EQ(graded("lab1-convolution-c", source, Stopped::all, 2, 100ms), "OK");
}

TEST(Standstills, OfTheJudgeAloneCostNothing) {
  EXPECT_EQ(graded("lab1-convolution-c", slow_solution(), Stopped::judge), "OK");
}

TEST(Standstills, OfAllThatGoOnAreTheGradersError) {
  const std::string text = graded("lab1-convolution-c", slow_solution(), Stopped::all, 100);
  EXPECT_TRUE(text.starts_with("GRADER_ERROR: the grader itself stood still for ")) << text;
}

TEST(Standstills, OfAWorkerAloneAreItsOwn) {
  EXPECT_EQ(graded("lab1-convolution-c", slow_solution(), Stopped::worker).substr(0, 16),
            "TIME_LIMIT(wall)");
}

TEST(Standstills, OfAGpuLabCostNothing) {
  const std::string source =
      std::string(checkout::root) + "/solutions/lab5-shared-int/convolution.cu";
  for (const Stopped stopped : {Stopped::all, Stopped::judge})
    EXPECT_EQ(graded("lab5-shared-int", source, stopped), "OK");
}

}  // namespace
}  // namespace warplab
