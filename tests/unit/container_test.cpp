// The sandbox of a container: what it stops, and what it leaves to the container, which docs/security.md lists.
#include "autograder/sandbox/container.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/sandbox/kind.h"
#include "autograder/sandbox/sandbox.h"
#include "tests/checkout.h"
#include "tests/confinement.h"

namespace warplab::container_test {
namespace {

class ContainerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_not_confined(); !why.empty()) GTEST_SKIP() << why;
    sandbox_.emplace(SandboxKind::container, Defences());
  }

  Jail tools_jail() const {
    Jail jail;
    jail.read_only = sandbox_->staging().folder("in", false);
    jail.writable = sandbox_->staging().folder("out", true);
    jail.limits = compile_limits();
    return jail;
  }
  Jail workers_jail() const {
    Jail jail;
    jail.read_only = sandbox_->staging().folder("in", false);
    jail.is_worker = true;
    jail.limits = run_limits(1);
    return jail;
  }
  Sandbox::Run run(const Jail& jail, const std::string& script) const {
    // bash makes a call as it starts that no worker may.
    return sandbox_->run(jail, {jail.is_worker ? "/bin/sh" : "/bin/bash", "-c", script});
  }
  Sandbox::Run tool(const std::string& script) const { return run(tools_jail(), script); }
  Sandbox::Run worker(const std::string& script) const { return run(workers_jail(), script); }

  std::optional<Sandbox> sandbox_;
};

TEST_F(ContainerTest, StartsWhereItCan) { EXPECT_EQ(sandbox_->why_it_does_not_start(), ""); }

TEST_F(ContainerTest, OpensNothingOfTheMachine) {
  for (const Jail& jail : {tools_jail(), workers_jail()}) {
    const auto tried =
        run(jail, fmt::format("for f in /etc/passwd /proc/self/environ /proc/{0}/cmdline"
                              " /proc/{0}/mem /proc/{0}/environ /proc/{0}/maps {1}/README.md"
                              " {1}/solutions/lab1-convolution-c/convolution.c; do"
                              "  read -r line < $f && echo opened $f; done; echo /* /etc/* /tmp/*",
                              getpid(), checkout::root));
    EXPECT_EQ(tried.output.find("opened"), std::string::npos) << tried.output;
    EXPECT_TRUE(tried.output.ends_with("\n/* /etc/* /tmp/*\n")) << tried.output;
  }
}

TEST_F(ContainerTest, ToolsWriteToTheirFoldersAlone) {
  const auto tried = tool(
      "for d in ../out $TMPDIR /tmp /dev/shm /usr .; do echo x > $d/x && echo $d; done 2> "
      "/dev/null");
  EXPECT_EQ(tried.output,
            fmt::format("../out\n{}\n", (sandbox_->staging().path() / "scratch").string()));
}

TEST_F(ContainerTest, WorkersWriteNothing) {
  EXPECT_EQ(worker(": > /tmp/x").status.signal(), SIGSYS);
  Defences defences;
  defences.system_calls = false;  // which does not even let them try
  sandbox_.emplace(SandboxKind::container, defences);
  const auto tried =
      worker("for d in . /tmp /dev/shm /usr; do echo x > $d/x && echo wrote $d; done; echo end");
  EXPECT_EQ(tried.output.find("wrote"), std::string::npos) << tried.output;
  EXPECT_TRUE(tried.output.ends_with("end\n")) << tried.output;
}

// With arguments that mean nothing, most would fail for another reason if they were not refused.
TEST_F(ContainerTest, ToolsMakeNoCallsThatReachFurther) {
  std::string script =
      "perl -e 'for (@ARGV) { print \"$_: $!\\n\" if syscall($_ + 0, 0, 0, 0, 0) != -1 or $! != 1 "
      "}'";
  for (const long call : {SYS_socket,
                          SYS_socketpair,
                          SYS_shmget,
                          SYS_msgget,
                          SYS_semget,
                          SYS_mq_open,
                          SYS_ptrace,
                          SYS_process_vm_readv,
                          SYS_process_vm_writev,
                          SYS_kcmp,
                          SYS_keyctl,
                          SYS_add_key,
                          SYS_bpf,
                          SYS_perf_event_open,
                          SYS_userfaultfd,
                          SYS_io_uring_setup,
                          SYS_mount,
                          SYS_unshare,
                          SYS_setns,
                          SYS_personality,
                          SYS_name_to_handle_at})
    script += fmt::format(" {}", call);
  EXPECT_EQ(tool(script + "; echo end").output, "end\n");
  EXPECT_EQ(tool(fmt::format("perl -e '$! = 0; syscall({}, {}, 0, 0, 0, 0); print $! + 0'",
                             SYS_clone, CLONE_NEWUSER | SIGCHLD))
                .output,
            "1");
}

TEST_F(ContainerTest, HasAnEmptyEnvironment) {
  setenv("WARPLAB_TEST_SECRET", "4711", 1);
  const auto tried = tool("env");
  unsetenv("WARPLAB_TEST_SECRET");
  EXPECT_NE(tried.output.find("PATH=/usr/bin\n"), std::string::npos) << tried.output;
  EXPECT_EQ(tried.output.find("4711"), std::string::npos) << tried.output;
}

TEST_F(ContainerTest, LeavesNoProcessBehind) {
  const auto endless = tool(
      "mkfifo $TMPDIR/up; setsid sh -c \"echo up > $TMPDIR/up; exec sleep 1000\" & "
      "read up < $TMPDIR/up; exec yes");
  EXPECT_EQ(endless.exceeded, ToolLimit::output);
  EXPECT_EQ(sandbox_->processes_left(), 0);
}

// Killed one by one, each would have started the next.
TEST_F(ContainerTest, EndsAChainOfProcesses) {
  tool("f() { [ $1 -gt 0 ] && f $(($1 - 1)) & }; f 100000");
  EXPECT_EQ(sandbox_->processes_left(), 0);
}

// By a uid each.
TEST_F(ContainerTest, WorkersCannotEndEachOther) {
  const Sandbox next(SandboxKind::container, {});
  for (const Sandbox* const of : {&std::as_const(*sandbox_), &next}) {
    Jail jail = workers_jail();
    jail.read_only = of->staging().folder("other", false);
    Sandbox::Worker other = of->start_worker(jail, {"/usr/bin/sleep", "1000"}, {});
    const auto tried = worker(
        fmt::format("kill -KILL {0} || kill -KILL -1 || kill -KILL {1}", other.pid, getpid()));
    EXPECT_NE(tried.output.find("Operation not permitted"), std::string::npos) << tried.output;
    EXPECT_FALSE(other.launcher.wait(0));
  }
}

TEST_F(ContainerTest, WhereItCannotBeMadeNothingIsExecuted) {
  Jail jail = tools_jail();
  jail.writable = *jail.writable / "missing";
  try {
    run(jail, "echo executed");
    FAIL();
  } catch (const GraderError& error) {
    EXPECT_EQ(error.what(),
              fmt::format("confine: {}: No such file or directory", jail.writable->string()));
  }
}

TEST_F(ContainerTest, HasAsManyWorkersAsUids) {
  const Jail jail = workers_jail();
  std::vector<Sandbox::Worker> workers;
  const auto start = [&] {
    workers.push_back(sandbox_->start_worker(jail, {"/usr/bin/sleep", "1000"}, {}));
  };
  for (int i = 1; i < uids_per_slot; ++i) start();
  EXPECT_THROW(start(), GraderError);
  workers.clear();
  start();
}

// Without a namespace for mounts.
TEST_F(ContainerTest, LeavesItToTheContainerWhichFilesAreSeen) {
  EXPECT_EQ(worker("[ -e /etc/passwd ] && echo seen").output, "seen\n");
}

// Without one for processes.
TEST_F(ContainerTest, LeavesItToTheContainerWhichProcessesAreSeen) {
  const auto tried = worker(fmt::format("kill -0 {}", getpid()));
  EXPECT_NE(tried.output.find("Operation not permitted"), std::string::npos) << tried.output;
  const auto clock =
      tool(fmt::format("perl -e 'print syscall({}, (~{} << 3) | 2, my $time = \"\\0\" x 16)'",
                       SYS_clock_gettime, getpid()));
  EXPECT_EQ(clock.output, "0") << "how long the judge has computed";
}

// As ThreadSanitizer reads /proc, so may the code that it watches. Memory and environment of others it may not.
TEST_F(ContainerTest, LeavesItToTheContainerWhatAWatchedWorkerReadsOfProcesses) {
  if (const std::string why = sandbox_->why_none_is_watched(); !why.empty()) GTEST_SKIP() << why;
  Jail jail = workers_jail();
  jail.is_watched = true;
  const auto tried = run(jail, fmt::format("for f in stat cmdline mem environ maps fd/0; do"
                                           "  : < /proc/{}/$f && echo $f; done",
                                           getpid()));
  EXPECT_TRUE(tried.output.starts_with("stat\ncmdline\n/bin/sh: ")) << tried.output;
  for (const char* file : {"mem", "environ", "maps", "fd/0"})
    EXPECT_EQ(tried.output.find(fmt::format("\n{}\n", file)), std::string::npos) << tried.output;
}

// Without a file system of a size.
TEST_F(ContainerTest, LeavesItToTheContainerHowMuchToolsWrite) {
  Jail jail = tools_jail();
  jail.limits.scratch_bytes = 1 << 20;
  EXPECT_EQ(run(jail, "yes | head -c 3000000 > $TMPDIR/x && echo written").output, "written\n");
}

// Without a namespace for users.
TEST_F(ContainerTest, LeavesItToTheContainerHowManyTasksToolsStart) {
  Jail jail = tools_jail();
  jail.limits.tasks = 2;
  EXPECT_EQ(run(jail, "for i in 1 2 3 4 5; do sleep 1000 & done; echo started").output,
            "started\n");
}

// On a machine of one's own root may do everything.
TEST(Container, IsForRootWhomSomebodyHasConfined) {
  const std::string why = why_no_container();
  if (geteuid() != 0) {
    EXPECT_EQ(why, "it needs root");
  } else if (prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN) == 1) {
    EXPECT_NE(why.find("CAP_SYS_ADMIN"), std::string::npos) << why;
  }
}

TEST(SandboxKinds, ThatHoldAProgramMakeAGrade) {
  EXPECT_TRUE(is_gradable("bubblewrap"));
  EXPECT_TRUE(is_gradable("container"));
  EXPECT_FALSE(is_gradable("none, not gradable"));
  EXPECT_FALSE(is_gradable("Container"));
}

}  // namespace
}  // namespace warplab::container_test
