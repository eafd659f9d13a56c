#include "autograder/sandbox/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

extern char** environ;

namespace warplab {
namespace {

// Moves every inherited descriptor out of the way first, so that no dup2 overwrites one that is
// still to be copied.
class FileActions {
 public:
  explicit FileActions(const std::vector<Process::Inherited>& inherited) {
    posix_spawn_file_actions_init(&actions_);
    int highest = 2;
    for (const auto& each : inherited) highest = std::max({highest, each.ours, each.theirs});
    int parking = highest + 1;
    for (const auto& each : inherited)
      posix_spawn_file_actions_adddup2(&actions_, each.ours, parking++);
    for (int number = 0; number <= 2; ++number)
      posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", O_RDWR, 0);
    parking = highest + 1;
    int highest_theirs = 2;
    for (const auto& each : inherited) {
      posix_spawn_file_actions_adddup2(&actions_, parking++, each.theirs);
      highest_theirs = std::max(highest_theirs, each.theirs);
    }
    for (int number = 3; number <= highest_theirs; ++number) {
      const bool wanted = std::any_of(inherited.begin(), inherited.end(),
                                      [&](const auto& each) { return each.theirs == number; });
      if (!wanted) posix_spawn_file_actions_addclose(&actions_, number);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions_, highest_theirs + 1);
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

}  // namespace

Process::Process(const std::vector<std::string>& argv, const std::vector<Inherited>& inherited) {
  std::vector<char*> arguments;
  for (const auto& argument : argv) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  // A session of its own: what is typed at our terminal is for us.
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  const FileActions actions(inherited);
  const int error =
      posix_spawnp(&pid_, arguments[0], actions.get(), &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0)
    throw GraderError(fmt::format("cannot start {}: {}", argv[0], std::strerror(error)));
  pidfd_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  if (!pidfd_) {
    kill();
    waitpid(pid_, nullptr, 0);
    throw GraderError(
        fmt::format("pidfd_open: {} (Linux 5.3 or newer is needed)", std::strerror(errno)));
  }
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::move(other.pidfd_)),
      status_(other.status_) {}

Process::~Process() {
  if (pid_ < 0 || status_) return;
  kill();
  waitpid(pid_, nullptr, 0);
}

void Process::kill() const {
  if (pid_ > 0 && !status_) ::kill(pid_, SIGKILL);
}

void Process::terminate() const {
  if (pid_ > 0 && !status_) ::kill(pid_, SIGTERM);
}

std::optional<ExitStatus> Process::wait(double limit_s) {
  if (status_) return status_;
  pollfd poll_end{pidfd_.get(), POLLIN, 0};
  const double end = now_s() + limit_s;
  int ready = 0;
  do {
    ready = poll(&poll_end, 1, std::max(0, static_cast<int>((end - now_s()) * 1000)));
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return std::nullopt;
  int status = 0;
  if (waitpid(pid_, &status, 0) != pid_) return std::nullopt;
  status_ = ExitStatus{WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status)};
  return status_;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace warplab
