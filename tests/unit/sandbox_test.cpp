#include "autograder/sandbox/sandbox.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "autograder/sandbox/proc_file.h"

namespace warplab {
namespace {

Sandbox::Run run_in(const Sandbox& sandbox, bool is_worker, const std::string& script,
                    Limits limits = run_limits(1)) {
  Jail jail;
  jail.read_only = sandbox.staging().folder("in", false);
  jail.is_worker = is_worker;
  jail.limits = limits;
  return sandbox.run(jail, {"/bin/sh", "-c", script});
}

class SandboxTest : public testing::Test {
 protected:
  Sandbox sandbox_{SandboxKind::bubblewrap, {}};
};

TEST_F(SandboxTest, SeesNothingOfTheMachine) {
  const auto run = run_in(sandbox_, false, "echo /*; ls /home /root /etc /dev");
  EXPECT_EQ(run.output.substr(0, run.output.find('\n')), "/bin /dev /lib /lib64 /tmp /usr");
  EXPECT_NE(run.output.find("/dev:\nnull\n"), std::string::npos) << run.output;
}

TEST_F(SandboxTest, HasAnEmptyEnvironmentInEveryProcess) {
  setenv("WARPLAB_TEST_SECRET", "4711", 1);
  const auto run = run_in(sandbox_, true,
                          "read -r mine < /proc/self/environ; read -r first < /proc/1/environ; "
                          "echo \"$mine $first\"");
  unsetenv("WARPLAB_TEST_SECRET");
  EXPECT_EQ(run.output.find("4711"), std::string::npos) << run.output;
  EXPECT_EQ(run.status.code, 0) << run.output;
}

TEST_F(SandboxTest, IsReadOnlyButForTmp) {
  const auto run =
      run_in(sandbox_, true,
             "for f in / /usr/ /dev/ /tmp/ /dev/shm/; do : > ${f}x && echo wrote $f; done");
  EXPECT_EQ(run.output.find("wrote /\n"), std::string::npos);
  EXPECT_EQ(run.output.find("wrote /usr/"), std::string::npos);
  EXPECT_EQ(run.output.find("wrote /dev/\n"), std::string::npos);
}

TEST_F(SandboxTest, WorkersStartNoProcess) {
  EXPECT_EQ(run_in(sandbox_, false, "true | true").status.code, 0);
  EXPECT_EQ(run_in(sandbox_, true, "true | true").status.signal(), SIGSYS);
}

TEST_F(SandboxTest, StopsWhatTakesTooLong) {
  Limits limits;
  limits.wall_s = 0.3;
  const auto run = run_in(sandbox_, false, "sleep 10", limits);
  EXPECT_EQ(run.exceeded, "time");
  EXPECT_LT(run.wall_s, 3);
}

TEST_F(SandboxTest, StopsWhatPrintsTooMuch) {
  const auto run = run_in(sandbox_, false, "yes");
  EXPECT_EQ(run.exceeded, "output");
  EXPECT_LE(run.output.size(), std::size_t{64 << 10});
}

TEST_F(SandboxTest, LeavesNoProcessBehind) {
  Limits limits;
  limits.wall_s = 0.3;
  run_in(sandbox_, false, "setsid sleep 1000 & setsid sleep 1000 & sleep 1000", limits);
  EXPECT_EQ(sandbox_.processes_left(), 0);
}

TEST(ProcFile, IsEmptyOnceItsProcessIsGone) {
  const std::string own = read_proc_file("/proc/self/stat");
  EXPECT_NE(own.find(')'), std::string::npos);
  Process process({"true"}, {});
  const std::string path = fmt::format("/proc/{}/stat", process.pid());
  ASSERT_TRUE(process.wait(5));
  EXPECT_EQ(read_proc_file(path), "");
}

TEST(Slots, AreDifferentForTwoGraders) {
  const Slot first, second;
  if (!first.is_own_uid()) GTEST_SKIP() << "only root has uids to give";
  EXPECT_NE(first.uid(), second.uid());
}

TEST(StagingFolder, IsGoneWithItsOwner) {
  std::filesystem::path folder;
  {
    const Slot slot;
    const Staging staging(slot);
    folder = staging.folder("x", false);
    EXPECT_TRUE(std::filesystem::exists(folder));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.parent_path()));
}

// Somebody's own folder may begin like ours: it is not ours unless we made it.
TEST(StagingFolder, OfSomebodyElseStays) {
  const std::filesystem::path foreign = "/tmp/warplab-staging-notes";
  std::filesystem::create_directories(foreign);
  std::filesystem::last_write_time(
      foreign, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  {
    const Slot slot;
    const Staging staging(slot);
  }
  EXPECT_TRUE(std::filesystem::exists(foreign));
  std::filesystem::remove_all(foreign);
}

}  // namespace
}  // namespace warplab
