#include "autograder/sandbox/supervisor.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "autograder/sandbox/process.h"

namespace warplab {
namespace {

// By these a person, or their machine, asks us to end.
constexpr int requests[] = {SIGINT, SIGTERM, SIGHUP};

[[noreturn]] void be_the_child(pid_t parent, const sigset_t& mask,
                               const std::function<int()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(128 + SIGKILL);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  std::exit(work());
}

// Waits for the child's end; returns the signal that asked one of us to end, or 0. From a terminal
// both are asked.
int wait_for_end(pid_t child, const sigset_t& signals, int& status) {
  while (waitpid(child, &status, WNOHANG) == 0) {
    const int signal = sigwaitinfo(&signals, nullptr);
    if (signal <= 0 || signal == SIGCHLD) continue;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return signal;
  }
  const bool was_asked = WIFSIGNALED(status) && std::ranges::count(requests, WTERMSIG(status)) > 0;
  return was_asked ? WTERMSIG(status) : 0;
}

}  // namespace

sigset_t requests_to_end() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : requests) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  return signals;
}

int run_supervised(const std::function<int()>& work, const std::function<void()>& clean_up,
                   const std::function<int(int signal)>& died) {
  sigset_t signals = requests_to_end();
  sigaddset(&signals, SIGCHLD);
  std::signal(SIGCHLD, SIG_DFL);  // ignored, it would take the child away unseen
  sigset_t mask;
  sigprocmask(SIG_BLOCK, &signals, &mask);
  std::fflush(nullptr);
  const pid_t parent = getpid(), child = fork();
  if (child < 0) throw GraderError(fmt::format("cannot fork: {}", std::strerror(errno)));
  if (child == 0) be_the_child(parent, mask, work);

  int status = 0;
  const int asked = wait_for_end(child, signals, status);
  clean_up();
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  if (asked != 0) {
    std::signal(asked, SIG_DFL);
    raise(asked);
    return 128 + asked;  // number 1 of a container, which the kernel spares
  }
  return WIFSIGNALED(status) ? died(WTERMSIG(status)) : WEXITSTATUS(status);
}

}  // namespace warplab
