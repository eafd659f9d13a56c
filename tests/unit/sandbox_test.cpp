#include "autograder/sandbox/sandbox.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autograder/sandbox/cgroup.h"
#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/process.h"
#include "tests/another_user.h"

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

TEST_F(SandboxTest, WorkersHaveNothingToWriteTo) {
  Defences defences;
  defences.system_calls = false;  // which does not even let them try
  const auto run = run_in(
      Sandbox(SandboxKind::bubblewrap, defences), true,
      "for f in / /usr/ /dev/ /tmp/ /dev/shm/ /proc/; do true > ${f}x && echo wrote $f; done");
  EXPECT_EQ(run.output.find("wrote"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("/dev/shm/x: Read-only file system"), std::string::npos) << run.output;
  EXPECT_EQ(run_in(sandbox_, true, ": > /tmp/x").status.signal(), SIGSYS);
}

TEST_F(SandboxTest, WorkersStartNoProcess) {
  EXPECT_EQ(run_in(sandbox_, false, "true | true").status.code, 0);
  EXPECT_EQ(run_in(sandbox_, true, "true | true").status.signal(), SIGSYS);
}

// As a course has whose owner lets nobody read what is new.
TEST_F(SandboxTest, ReadsWhatWasPutThereWithAPrivateUmask) {
  const mode_t usual = umask(077);
  Jail jail;
  jail.read_only = sandbox_.staging().folder("private", false);
  std::filesystem::create_directory(jail.read_only / "in");
  std::ofstream(jail.read_only / "in/file") << "content";
  umask(usual);
  jail.limits = run_limits(1);
  const auto run = sandbox_.run(jail, {"/bin/cat", jail.read_only / "in/file"});
  EXPECT_EQ(run.output, "content");
}

TEST_F(SandboxTest, StopsWhatTakesTooLong) {
  Limits limits;
  limits.wall_s = 0.3;
  EXPECT_EQ(run_in(sandbox_, false, "sleep 1000", limits).exceeded, ToolLimit::time);
}

TEST_F(SandboxTest, StopsWhatPrintsTooMuch) {
  const auto run = run_in(sandbox_, false, "yes");
  EXPECT_EQ(run.exceeded, ToolLimit::output);
  EXPECT_LE(run.output.size(), std::size_t{64 << 10});
}

// It is ended for what it prints, once its children say that they run.
TEST_F(SandboxTest, LeavesNoProcessBehind) {
  const auto run =
      run_in(sandbox_, false,
             "for i in 1 2; do mkfifo /tmp/$i; "
             "setsid sh -c \"echo up > /tmp/$i; exec sleep 1000\" & read up < /tmp/$i; "
             "done; exec yes",
             compile_limits());
  EXPECT_EQ(run.exceeded, ToolLimit::output);
  EXPECT_EQ(sandbox_.processes_left(), 0);
}

TEST(ProcFile, IsEmptyOnceItsProcessIsGone) {
  const std::string own = read_proc_file("/proc/self/stat");
  EXPECT_NE(own.find(')'), std::string::npos);
  Process process({"true"}, {});
  const std::string path = fmt::format("/proc/{}/stat", process.pid());
  ASSERT_TRUE(process.wait(60));
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

// Somebody's own folder may be called like ours: it is not ours unless we made it.
TEST(StagingFolder, OfSomebodyElseStays) {
  std::string foreign = "/tmp/warplab-staging-backup-XXXXXX";
  ASSERT_NE(mkdtemp(foreign.data()), nullptr);
  remove_leftovers();
  EXPECT_TRUE(std::filesystem::exists(foreign));
  std::filesystem::remove_all(foreign);
}

TEST(StagingFolder, OfARunThatGoesOnStays) {
  const Slot slot;
  const Staging staging(slot);
  const std::filesystem::path folder = staging.folder("x", false);
  remove_leftovers();
  EXPECT_TRUE(std::filesystem::exists(folder));
}

// Has a turn while another process, after `prepare`, waits for one.
void expect_turns(const std::function<bool()>& prepare) {
  int go[2], has_it[2];
  ASSERT_EQ(pipe(go) + pipe(has_it), 0);
  const pid_t other = fork();  // before there is a turn that it would inherit
  char byte = 0;
  if (other == 0) {
    try {
      EXPECT_EQ(read(go[0], &byte, 1), 1);
      if (!prepare()) _exit(1);
      const TimingTurn turn;
      EXPECT_EQ(write(has_it[1], "x", 1), 1);
    } catch (const GraderError& error) {
      fmt::print(stderr, "{}\n", error.what());
    }
    _exit(0);
  }
  pollfd answer{has_it[0], POLLIN, 0};
  {
    const TimingTurn turn;
    EXPECT_EQ(write(go[1], "x", 1), 1);
    EXPECT_EQ(poll(&answer, 1, 100), 0);
  }
  close(has_it[1]);
  EXPECT_EQ(read(has_it[0], &byte, 1), 1);
  waitpid(other, nullptr, 0);
  for (const int end : {go[0], go[1], has_it[0]}) close(end);
}

TEST(TimingTurn, ComesWhenTheOneBeforeIsOver) {
  expect_turns([] { return true; });
}

// Also enters other new namespaces. Nobody's uid changes.
bool enter_user_namespace(int flags) {
  const std::string users = fmt::format("{0} {0} 1", geteuid());
  const std::string groups = fmt::format("{0} {0} 1", getegid());
  if (unshare(CLONE_NEWUSER | flags) != 0) return false;
  std::ofstream("/proc/self/uid_map") << users;
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/gid_map") << groups;
  return true;
}

// As Slurm's job_container/tmpfs gives one to each job.
TEST(TimingTurn, ComesInTurnWithAPrivateTmpToo) {
  expect_turns([] {
    return enter_user_namespace(CLONE_NEWNS) && mount("none", "/tmp", "tmpfs", 0, nullptr) == 0 &&
           mount("none", "/run", "tmpfs", 0, nullptr) == 0;
  });
}

TEST(TimingTurn, ComesInTurnWithThoseOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to be two users";
  expect_turns(become_another_user);
}

// Another user's process that is no grader, and keeps the name.
TEST(TimingTurn, SaysThatAnotherUserKeepsTheMachinesTurn) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to be two users";
  int has_it[2], end[2];
  ASSERT_EQ(pipe(has_it) + pipe(end), 0);
  const pid_t other = fork();
  char byte = 0;
  if (other == 0) {
    close(end[1]);
    if (!become_another_user()) _exit(1);
    const TimingTurn turn;
    EXPECT_EQ(write(has_it[1], "x", 1), 1);
    EXPECT_EQ(read(end[0], &byte, 1), 0);
    _exit(0);
  }
  EXPECT_EQ(read(has_it[0], &byte, 1), 1);
  EXPECT_EQ(TimingTurn(0.05).of(), TurnOf::user);
  close(end[1]);
  waitpid(other, nullptr, 0);
  EXPECT_NE(TimingTurn(0.05).of(), TurnOf::user);
  for (const int each : {has_it[0], has_it[1], end[0]}) close(each);
}

TEST(TimingTurn, IsOfAContainerWhereProcessesOfTheMachineCannotBeSeen) {
  const pid_t child = fork();
  if (child == 0) {
    if (!enter_user_namespace(CLONE_NEWPID | CLONE_NEWNET)) _exit(1);
    const pid_t inside = fork();  // the first in the namespace
    if (inside == 0) _exit(TimingTurn().of() == TurnOf::container ? 0 : 1);
    int status = 0;
    waitpid(inside, &status, 0);
    _exit(WEXITSTATUS(status));
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

// The command lines of processes that name `text`.
std::vector<std::string> processes_with(const std::string& text) {
  std::vector<std::string> found;
  for (const std::string& process : list_proc_folder("/proc")) {
    std::string command = read_proc_file(process + "/cmdline");
    if (command.find(text) != std::string::npos) found.push_back(command);
  }
  return found;
}

// Seconds to sleep that no other run of these tests asks for.
const std::string sleeps_s = fmt::format("1000.{:07}", getpid());

// A grader that runs something in a jail until it is killed; returns its staging folder.
std::string kill_a_grader(bool is_worker) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t grader = fork();
  if (grader == 0) {
    const Sandbox sandbox(SandboxKind::bubblewrap, {});
    const std::string folder = sandbox.staging().folder("in", false).parent_path();
    EXPECT_EQ(write(ends[1], folder.data(), folder.size()), static_cast<ssize_t>(folder.size()));
    run_in(sandbox, is_worker, "exec sleep " + sleeps_s);
    _exit(1);
  }
  char folder[256] = {};
  EXPECT_GT(read(ends[0], folder, sizeof folder - 1), 0);
  while (processes_with(sleeps_s).empty()) usleep(1000);
  kill(grader, SIGKILL);
  waitpid(grader, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  return folder;
}

class KilledRun : public testing::TestWithParam<bool> {};

TEST_P(KilledRun, LeavesNothingForTheNextRunToFind) {
  const std::filesystem::path folder = kill_a_grader(GetParam());
  EXPECT_TRUE(std::filesystem::exists(folder));
  const Sandbox next(SandboxKind::bubblewrap, {});
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_TRUE(processes_with(sleeps_s).empty());
  EXPECT_TRUE(processes_with(folder.filename()).empty());
}

INSTANTIATE_TEST_SUITE_P(Of, KilledRun, testing::Bool(),
                         [](const auto& info) { return info.param ? "AWorker" : "ACompiler"; });

// Where it was killed after it locked a name and before it made the folder.
TEST(StagingFolder, LockWithoutFolderIsRemoved) {
  const Slot slot;
  const std::filesystem::path locks =
      slot.is_own_uid() ? "/run/warplab" : fmt::format("/tmp/warplab-{}", geteuid());
  const std::filesystem::path lock = locks / "warplab-staging-killed";
  std::ofstream(lock) << "";
  remove_leftovers();
  EXPECT_FALSE(std::filesystem::exists(lock));
}

// Anybody can take the name in /tmp.
TEST(StagingFolder, HasItsLocksElsewhereWhereTheirNameIsTaken) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be another user";
  constexpr uid_t user = 60599;
  constexpr int cannot_mount = 77;
  const std::filesystem::path own = fmt::format("/run/user/{}", user);
  const pid_t child = fork();
  if (child == 0) {
    const auto mount_empty = [](const char* where) {
      return mount("none", where, "tmpfs", 0, "mode=1777") == 0;
    };
    if (unshare(CLONE_NEWNS) != 0 ||
        mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 || !mount_empty("/tmp") ||
        !mount_empty("/run"))
      _exit(cannot_mount);
    std::filesystem::create_directory(fmt::format("/tmp/warplab-{}", user));
    std::filesystem::create_directories(own);
    if (chown(own.c_str(), user, user) != 0 || setresuid(user, user, user) != 0) _exit(2);
    try {
      const Staging staging{Slot()};
      _exit(std::filesystem::exists(own / "warplab" / staging.name()) ? 0 : 3);
    } catch (const GraderError&) {
      _exit(4);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == cannot_mount) GTEST_SKIP() << "cannot mount here";
  EXPECT_EQ(status, 0);
}

// Until a process, given its folder of /proc, has taken a uid.
void wait_for_uid(const std::string& process, uid_t uid) {
  while (read_proc_file(process + "/status").find(fmt::format("Uid:\t{}", uid)) ==
         std::string::npos)
    usleep(1000);
}

// A grader in a container has lock files of its own and the same uids: nothing of it is touched.
TEST(Slots, AreTakenOnlyWhereNothingRuns) {
  uid_t uid = 0;
  {
    const Slot slot;
    if (!slot.is_own_uid()) GTEST_SKIP() << "only root has uids to give";
    uid = slot.uid();
  }
  Process other({"setpriv", fmt::format("--reuid={}", uid), "--clear-groups", "sleep", "1000"}, {});
  wait_for_uid(fmt::format("/proc/{}", other.pid()), uid);
  const Slot slot;
  EXPECT_NE(slot.uid(), uid);
  EXPECT_FALSE(other.wait(0));
}

// Two containers lend the same uids, and one that another is made in sees all of its processes.
TEST(Slots, WhatIsLentEndsNothingInAnInnerContainer) {
  const Slot slot;
  if (!slot.is_own_uid()) GTEST_SKIP() << "only root has uids to give";
  const uid_t number = *slot.uid_of_worker();
  const std::vector<std::string> as_lent = {"setpriv", fmt::format("--reuid={}", number),
                                            "--clear-groups", "sleep", "1000"};
  std::vector<std::string> words = {"unshare", "--pid", "--fork", "--kill-child"};
  words.insert(words.end(), as_lent.begin(), as_lent.end());
  Process container(words, {});
  const std::string children = fmt::format("/proc/{0}/task/{0}/children", container.pid());
  while (read_proc_file(children).empty()) {
    if (container.wait(0)) GTEST_SKIP() << "nobody may make a container here";
    usleep(1000);
  }
  const std::string inner = "/proc/" + std::to_string(std::stoi(read_proc_file(children)));
  wait_for_uid(inner, number);
  EXPECT_EQ(*slot.uid_of_worker(), number);
  const std::string state = read_proc_file(inner + "/stat");
  EXPECT_FALSE(state.empty() || state.find(") Z ") != std::string::npos) << "it was ended";
  container.kill();
  container.wait(10);

  Process ours(as_lent, {});
  wait_for_uid(fmt::format("/proc/{}", ours.pid()), number);
  EXPECT_EQ(*slot.uid_of_worker(), number);
  const auto ended = ours.wait(10);
  ASSERT_TRUE(ended) << "what a program before has left";
  EXPECT_EQ(ended->signal(), SIGKILL);
}

// Where the machine has cgroup v2 with a memory controller and lets us use it, as root does.
class ControlGroup : public testing::Test {
 protected:
  void SetUp() override {
    group_ = Cgroup::make(name_, 64 << 20, 8);
    if (!group_) GTEST_SKIP() << "no cgroup v2 with memory and pids that we may use";
  }
  // Runs `script` as what the group holds, from its first moment on.
  ExitStatus run(const std::string& script) {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    Process process({"sh", "-c", "read it_is_taken_in; " + script}, {{ends[0], 0}});
    EXPECT_TRUE(group_->take_in(process.pid()));
    EXPECT_EQ(write(ends[1], "\n", 1), 1);
    for (const int end : ends) close(end);
    return process.wait(60).value_or(ExitStatus{-1});
  }
  std::string name_ = fmt::format("warplab-staging-test-{}", getpid());
  std::optional<Cgroup> group_;
};

TEST_F(ControlGroup, CountsMemoryThatIsInNoFigureOfAProcess) {
  const std::string file = "/dev/shm/" + name_;
  const auto end = run("head -c 200M /dev/zero > " + file);
  std::filesystem::remove(file);
  EXPECT_EQ(end.signal(), SIGKILL);
  EXPECT_TRUE(group_->ran_out_of_memory());
}

TEST_F(ControlGroup, LetsBeWhatStaysBelow) {
  EXPECT_EQ(run("exit 7").code, 7);
  EXPECT_FALSE(group_->ran_out_of_memory());
}

TEST_F(ControlGroup, IsRemovedWithWhatRunsInIt) {
  Process process({"sleep", "1000"}, {});
  ASSERT_TRUE(group_->take_in(process.pid()));
  Cgroup::remove_all_of(name_);
  EXPECT_EQ(process.wait(60).value_or(ExitStatus{}).signal(), SIGKILL);
  EXPECT_FALSE(std::filesystem::exists("/sys/fs/cgroup/" + name_));
}

}  // namespace
}  // namespace warplab
