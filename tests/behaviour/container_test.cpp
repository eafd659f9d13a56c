// Grading in a container that lets nobody make namespaces: who gets it, and what the result says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "autograder/judge/grader.h"
#include "common/files.h"
#include "tests/behaviour/in_docker.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/confinement.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab::container_test {
namespace {

namespace fs = std::filesystem;

TEST(InAContainer, ARightFileGetsFullMarks) {
  if (const std::string why = why_not_confined(); !why.empty()) GTEST_SKIP() << why;
  const Course course = small_course({1248, 1000}, {{1, 1}, {17, 33}});
  GraderOptions options = test_options("container");
  options.sandbox = SandboxKind::container;
  options.speed_rule = SpeedRule::unless_refuted;
  const Lab& lab = course.find("lab1");
  const StepResult result =
      Grader(course, options).grade(lab, lab.step(1), course.solution(lab) / lab.step(1).file);
  EXPECT_EQ(verdict_text(result.verdict), "OK") << result.compiler;
  EXPECT_EQ(result.score, result.max_score);
}

// A submission without a file is graded at once, wherever there is a sandbox.
class SandboxOption : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_not_confined(); !why.empty()) GTEST_SKIP() << why;
    if (const std::string why = why_no_docker(); !why.empty()) GTEST_SKIP() << why;
    fs::create_directories(scratch / "empty");
  }

  std::string grade(const std::string& option) const {
    return fmt::format("cd {} && {} grade lab1 {} --submission {} --results {} --no-page --json {}",
                       quoted(checkout::root),
                       quoted(std::string(checkout::build) + "/bin/warplab"), option,
                       quoted(scratch / "empty"), quoted(scratch / "kept"), quoted(file));
  }
  nlohmann::json result() const { return nlohmann::json::parse(read_file(file)); }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
  const fs::path file = scratch / "result.json";
};

TEST_F(SandboxOption, IsNotTakenWhereBubblewrapStarts) {
  const CommandRun run = run_command(grade("--sandbox container"));
  EXPECT_EQ(run.code, 1) << run.output;
  EXPECT_EQ(result()["sandbox"], "bubblewrap");
  EXPECT_EQ(run.output.find("sandbox:"), std::string::npos) << run.output;
}

TEST_F(SandboxOption, IsTakenInAContainerAndSaidSo) {
  const CommandRun run = run_in_docker(grade("--sandbox container"));
  EXPECT_EQ(run.code, 1) << run.output;
  EXPECT_EQ(result()["sandbox"], "container");
  EXPECT_NE(run.output.find("sandbox: container"), std::string::npos) << run.output;
}

TEST_F(SandboxOption, HasToBeAskedFor) {
  const CommandRun run = run_in_docker(grade(""));
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("--sandbox container"), std::string::npos) << run.output;
}

TEST_F(SandboxOption, IsRefusedWhereNobodyHasConfinedRoot) {
  const CommandRun run = run_in_docker(grade("--sandbox container"), ",+sys_admin");
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("CAP_SYS_ADMIN"), std::string::npos) << run.output;
  EXPECT_TRUE(result()["score"].is_null());
}

// And that Docker refuses what it takes to look for races.
TEST_F(SandboxOption, IsWhatDoctorNamesThere) {
  const CommandRun run =
      run_in_docker(fmt::format("cd {} && {} doctor", quoted(checkout::root),
                                quoted(std::string(checkout::build) + "/bin/warplab")));
  for (const char* line : {"sandbox    limited ", "    next: warplab grade --sandbox container",
                           "races      limited "})
    EXPECT_NE(run.output.find(line), std::string::npos) << run.output;
}

// Each as in a container of Docker 20.10.24 and of 28.5.2.
TEST_F(SandboxOption, MeetsInTheImitationWhatDockerRefuses) {
  for (const char* refused :
       {"unshare --user true", "unshare --net true", "mount -t tmpfs none /mnt",
        "setarch --addr-no-randomize true", "setarch --sticky-timeouts true"})
    EXPECT_NE(run_in_docker(refused).code, 0) << refused;
  for (const char* allowed : {"linux32 true", "setarch --uname-2.6 true", "chroot / true"})
    EXPECT_EQ(run_in_docker(allowed).code, 0) << allowed;
}

TEST_F(SandboxOption, GoesWithNoOther) {
  EXPECT_EQ(run_command(grade("--sandbox container --unsafe-no-sandbox")).code, 2);
  EXPECT_EQ(run_command(grade("--sandbox none")).code, 2);
}

}  // namespace
}  // namespace warplab::container_test
