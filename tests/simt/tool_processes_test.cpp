// `simt check` and its like over commands that start other processes, as a run of tests does.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "simt_command.h"

namespace simt::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* several_modes = R"(#include <cuda_runtime.h>
#include <csignal>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

__global__ void fill(int* x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] = n;  // line 9
}

int run(int n) {
  int* x;
  if (cudaMalloc(&x, 4 * 32)) return 1;
  fill<<<1, 64>>>(x, n);
  if (cudaDeviceSynchronize() && n <= 32) return 1;
  cudaDeviceReset();
  return 0;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "right";
  if (what == "fork") {  // children that use the device before their parent does
    for (int child = 0; child < 2; ++child)
      if (fork() == 0) std::exit(run(child == 0 ? 32 : 33));
    while (wait(nullptr) > 0) {}
    return run(32);
  }
  if (what == "fork-later") {
    int *kept, status = 0;
    if (cudaMalloc(&kept, 4)) return 1;
    if (fork() == 0) std::exit(0);
    wait(&status);
    return cudaFree(kept) || status;
  }
  const int result = run(what == "wrong" ? 33 : 32);
  if (what == "die") raise(SIGSEGV);
  if (what == "exec") execv(argv[2], argv + 2);
  return what == "fail" ? 9 : result;
}
)";

class ToolProcesses : public SimtCommand {
 protected:
  static void SetUpTestSuite() { make_folder("work", several_modes); }

  // What is left of sessions among temporary files that `command` has for itself.
  static std::size_t folders_left_by(const std::string& command) {
    const fs::path temporary = folder_ / "temporary";
    fs::create_directory(temporary);
    shell("export TMPDIR='" + temporary.string() + "'; " + command);
    std::size_t left = 0;
    for (const auto& entry : fs::directory_iterator(temporary))
      left += entry.path().filename().string().starts_with("simt-session-");
    return left;
  }
};

TEST_F(ToolProcesses, AScriptsProgramsAreOneReport) {
  std::ofstream(folder_ / "all.sh") << "./work right\n./work wrong\n./work wrong again\n";
  const Outcome outcome = simt("check --json check.json sh all.sh");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  const std::string& err = outcome.err;
  EXPECT_TRUE(err.starts_with("simt: out-of-bounds: work.cu:9: ")) << err;
  EXPECT_TRUE(has(err, "  process     ./work wrong, and 1 more process\n")) << err;
  EXPECT_TRUE(has(err, "  found       2 times\n")) << err;
  EXPECT_TRUE(err.ends_with("\n\nsimt check: 1 finding; 3 processes used CUDA, 3 ran kernels\n"))
      << err;
  const auto result = json("check.json");
  ASSERT_EQ(result["findings"].size(), 1u);
  EXPECT_EQ(result["findings"][0]["count"], 2);
  EXPECT_EQ(result["findings"][0]["processes"], nlohmann::json({1, 2}));
  EXPECT_EQ(result["exit_code"], 0);
  EXPECT_EQ(result["complete"], true);
  ASSERT_EQ(result["processes"].size(), 3u);
  EXPECT_EQ(result["processes"][2]["command"], nlohmann::json({"./work", "wrong", "again"}));
  EXPECT_EQ(result["processes"][2]["launches"], 1);
  EXPECT_EQ(result["processes"][2]["findings"], 1);
  EXPECT_EQ(result["processes"][2]["complete"], true);
}

TEST_F(ToolProcesses, RightProgramsHaveNoFindings) {
  const Outcome outcome = simt("check sh -c './work right; ./work fork-later; exit 0'");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "simt check: no findings; 2 processes used CUDA, 1 ran kernels\n");
}

TEST_F(ToolProcesses, PythonThatClosesDescriptorsIsNoObstacle) {
  if (shell("python3 -c ''").code != 0) GTEST_SKIP() << "there is no python3";
  std::ofstream(folder_ / "all.py") << R"(import subprocess, sys
first = subprocess.Popen(["./work", "wrong"], close_fds=True)
second = subprocess.run(["./work", "fail"], close_fds=True)
sys.exit(first.wait() or second.returncode)
)";
  const Outcome outcome = simt("check --json check.json python3 all.py");
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(has(outcome.err,
                  "1 finding; 2 processes used CUDA, 2 ran kernels; the command's exit code is 9"))
      << outcome.err;
  EXPECT_EQ(json("check.json")["exit_code"], 9);
}

TEST_F(ToolProcesses, CtestsOwnFailureAndFindingsAreToldApart) {
  const auto ctest = [](const std::string& modes) {
    std::ofstream file(folder_ / "CTestTestfile.cmake");
    std::istringstream words(modes);
    for (std::string mode; words >> mode;)
      file << "add_test(" << mode << " ./work " << mode << ")\n";
    file.close();
    return simt("check ctest").code;
  };
  EXPECT_EQ(ctest("right die"), 8);
  EXPECT_EQ(ctest("right wrong"), 1);
  EXPECT_EQ(ctest("fail wrong"), 4);
  EXPECT_EQ(ctest("right fork-later"), 0);
}

TEST_F(ToolProcesses, ChildrenOfForkReportForThemselves) {
  const Outcome outcome = simt("check --json check.json ./work fork");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  const auto result = json("check.json");
  ASSERT_EQ(result["processes"].size(), 3u) << result;
  EXPECT_EQ(result["complete"], true);
  ASSERT_EQ(result["findings"].size(), 1u) << result["findings"];
  EXPECT_EQ(result["findings"][0]["processes"].size(), 1u);
}

TEST_F(ToolProcesses, ThoseThatWereKilledAreNamed) {
  const Outcome outcome = simt("check --json check.json sh -c './work die; ./work wrong; exit 0'");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(has(outcome.err, "simt check: ./work die is not complete: it ended without exit()\n"))
      << outcome.err;
  const auto result = json("check.json");
  EXPECT_EQ(result["complete"], false);
  EXPECT_EQ(result["processes"][0]["complete"], false);
  EXPECT_EQ(result["processes"][0]["launches"], 1) << "what it said until then";
  EXPECT_EQ(result["processes"][1]["complete"], true);
}

TEST_F(ToolProcesses, WhatExecStartsIsAnotherProgram) {
  const Outcome outcome = simt("check --json check.json ./work exec ./work wrong");
  EXPECT_EQ(outcome.code, 1);
  const auto result = json("check.json");
  ASSERT_EQ(result["processes"].size(), 2u);
  EXPECT_EQ(result["processes"][0]["process"], result["processes"][1]["process"]);
  EXPECT_EQ(result["findings"][0]["processes"], nlohmann::json({1}));
}

TEST_F(ToolProcesses, WithoutTheEnvironmentAProgramJustRuns) {
  const Outcome outcome = simt("check env -i ./work wrong");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(has(outcome.err, "env calls nothing of CUDA, nor does a process that it started"))
      << outcome.err;
  EXPECT_TRUE(has(outcome.err, "SIMT_SESSION")) << outcome.err;
  EXPECT_TRUE(has(simt("check sh -c 'exit 8'").err, "(its exit code is 8)"));
}

TEST_F(ToolProcesses, CommandLinesAreShownWithoutControlCharacters) {
  const Outcome outcome =
      simt("check sh -c './work wrong \"$(printf \"\\033[31m\\377\")\"; exit 0'");
  EXPECT_TRUE(has(outcome.err, "  process     ./work wrong [U+001B][31m\ufffd\n")) << outcome.err;
}

TEST_F(ToolProcesses, ProfileCountsLaunchesOfAll) {
  const Outcome outcome = simt("profile --json profile.json sh -c './work; ./work; exit 5'");
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.out, "fill(int*, int)")) << outcome.out;
  const auto result = json("profile.json");
  ASSERT_EQ(result["kernels"].size(), 2u);
  EXPECT_EQ(result["kernels"][0]["process"], 0);
  EXPECT_EQ(result["kernels"][1]["process"], 1);
  EXPECT_EQ(result["processes"].size(), 2u);
}

TEST_F(ToolProcesses, TraceDrawsOneOfThem) {
  const Outcome outcome = simt("trace --output t.json sh -c './work right; ./work fail'");
  EXPECT_EQ(outcome.code, 9);
  EXPECT_TRUE(has(outcome.err, "the timeline of ./work right, the first of 2 processes"))
      << outcome.err;
}

TEST_F(ToolProcesses, FindingsAreForOtherProgramsToo) {
  const Outcome outcome = simt(
      "check --sarif check.sarif --junit check.xml sh -c './work right; ./work wrong; ./work die'");
  EXPECT_EQ(outcome.code, 4);
  const auto run = json("check.sarif")["runs"][0];
  ASSERT_EQ(run["results"].size(), 1u) << run;
  const auto& place = run["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(run["results"][0]["ruleId"], "out-of-bounds");
  EXPECT_EQ(place["artifactLocation"]["uri"], "work.cu");
  EXPECT_EQ(place["region"]["startLine"], 9);
  EXPECT_EQ(run["invocations"][0]["exitCode"], 128 + 11);
  const std::string xml = read(folder_ / "check.xml");
  EXPECT_TRUE(has(xml, " tests=\"3\" failures=\"1\" errors=\"1\"")) << xml;
  EXPECT_TRUE(has(xml, "<testcase name=\"./work right\" classname=\"simt.check\"")) << xml;

  fs::remove(folder_ / "check.sarif");
  EXPECT_EQ(simt("check --sarif check.sarif true").code, 2);
  EXPECT_FALSE(fs::exists(folder_ / "check.sarif")) << "an empty one would close alerts";
}

TEST_F(ToolProcesses, ABaselineLeavesWhatIsNew) {
  EXPECT_EQ(simt("check --write-baseline known.json ./work wrong").code, 0);
  const Outcome again = simt("check --baseline known.json --json check.json ./work wrong");
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "simt check: no new findings (1 known)\n");
  EXPECT_EQ(json("check.json")["findings"][0]["standing"], "known");

  // In another line of a file that is compiled again.
  fs::create_directory(folder_ / "later");
  std::ofstream(folder_ / "later/work.cu") << "// Fills arrays.\n" << several_modes;
  const Outcome later = shell("cd later; " + program("simtcc") + " work.cu -o work && " +
                              program("simt") + " check --baseline ../known.json ./work wrong");
  EXPECT_EQ(later.code, 0) << later.err;

  const Outcome gone = simt("check --baseline known.json ./work right");
  EXPECT_EQ(gone.code, 0);
  EXPECT_TRUE(has(gone.err, "simt check: 1 entry of known.json matches nothing in this run\n"))
      << gone.err;
  EXPECT_TRUE(has(gone.err,
                  "\n  out-of-bounds in work.cu, kernel fill(int*, int): "
                  "if (threadIdx.x < n) x[threadIdx.x] = n; // line 9\n"))
      << gone.err;
  EXPECT_EQ(simt("check --baseline known.json --write-baseline known.json ./work right").code, 0);
  EXPECT_EQ(simt("check --baseline known.json ./work wrong").code, 1);
}

TEST_F(ToolProcesses, TheSessionsFolderGoesAway) {
  const std::string tool = program("simt");
  EXPECT_EQ(folders_left_by(tool + " check ./work wrong"), 0u);
  EXPECT_EQ(folders_left_by(tool + " check ./missing"), 0u);
  EXPECT_EQ(folders_left_by(tool + " check sh -c 'kill -TERM $PPID; ./work; kill -INT $PPID'"), 0u);
}

// Not if the tool itself is killed; then the next one removes it.
TEST_F(ToolProcesses, TheFolderOfAToolThatWasKilledGoesAwayWithTheNext) {
  const std::string tool = program("simt");
  EXPECT_EQ(folders_left_by(tool + " run sh -c 'kill -KILL $PPID'"), 1u);
  EXPECT_EQ(folders_left_by(tool + " run ./work"), 0u);
}

}  // namespace
}  // namespace simt::tools
