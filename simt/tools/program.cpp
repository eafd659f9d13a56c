#include "simt/tools/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "simt/session/session_host.h"
#include "simt/tools/drop_in.h"
#include "simt/tools/report.h"

namespace simt::tools {
namespace {

constexpr int signal_base = 128;
constexpr std::array forwarded{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

volatile sig_atomic_t child_id = 0;

// What comes from the terminal (not from a process) has reached the child already.
void forward(int signal, siginfo_t* info, void*) {
  if (info->si_code <= 0 && child_id > 0) kill(child_id, signal);
}

// While it lives, signals go to the child: we stay, to tell what it did. exec() gives the child
// back the usual actions.
class Forwarding {
 public:
  Forwarding() {
    struct sigaction action {};
    action.sa_sigaction = forward;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (size_t i = 0; i < forwarded.size(); ++i) {
      sigaction(forwarded[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) sigaction(forwarded[i], &action, nullptr);
    }
  }
  ~Forwarding() {
    child_id = 0;
    for (size_t i = 0; i < forwarded.size(); ++i) sigaction(forwarded[i], &before_[i], nullptr);
  }
  Forwarding(const Forwarding&) = delete;

 private:
  std::array<struct sigaction, forwarded.size()> before_{};
};

// While it lives, signals wait.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~HeldSignals() { release(); }
  HeldSignals(const HeldSignals&) = delete;
  void release() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

[[noreturn]] void become_program(char* const* arguments, char* const* environment, int complaints) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvpe(arguments[0], arguments, environment);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(complaints, &error, sizeof error);
  _exit(127);
}

std::string start_error(const std::string& program, int error) {
  if (program.ends_with(".cu"))
    return fmt::format("{} is a source file: simtcc {} -o {} makes a program of it", program,
                       program, program.substr(0, program.size() - 3));
  std::string text = fmt::format("cannot run {}: {}", program, strerror(error));
  if (error == ENOENT && program.find('/') == std::string::npos && std::filesystem::exists(program))
    text += fmt::format("; it is in this folder: ./{}", program);
  else if (error == ENOENT)
    text += "; was it built? (simtcc program.cu -o program)";
  return text;
}

// What simt has not seen: the first program, why, and how many others.
std::string unseen_text(const std::vector<session::DriverUser>& unseen) {
  session::ProcessResults first;
  first.command = unseen.front().command;
  return fmt::format("{}{} asked for NVIDIA's driver, so nothing of it is in the report: {}",
                     command_text(first),
                     unseen.size() == 1 ? "" : fmt::format(", and {} more,", unseen.size() - 1),
                     why_unseen(unseen.front().file));
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  return WIFSIGNALED(status) ? signal_base + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

bool ProgramEnd::is_alone() const {
  return processes.size() == 1 && processes[0].process == command;
}

bool ProgramEnd::complete() const {
  return std::ranges::all_of(processes, &session::ProcessResults::complete);
}

std::string ProgramEnd::cut_short(const session::ProcessResults& process) const {
  if (process.complete) return {};
  const bool is_signalled = process.process == command && exit_code > signal_base;
  const char* name = is_signalled ? sigabbrev_np(exit_code - signal_base) : nullptr;
  if (name != nullptr)
    return fmt::format("it was ended by SIG{} ({})", name, sigdescr_np(exit_code - signal_base));
  return "it ended without exit()";
}

std::string ProgramEnd::cut_short() const {
  if (is_alone()) return cut_short(processes[0]);
  if (complete()) return {};
  return fmt::format("{} of {} processes ended without exit()",
                     std::ranges::count(processes, false, &session::ProcessResults::complete),
                     processes.size());
}

ProgramEnd run_program(const session::SessionRequest& request,
                       const std::vector<std::string>& program) {
  std::vector<char*> arguments;
  for (const std::string& word : program) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int complaints[2];
  if (pipe2(complaints, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");

  // From the session's first moment to its last no signal ends this process, or its folder would stay.
  const HeldSignals held;
  const Forwarding forwarding;
  const session::SessionHost host(request, drop_in_environment(program[0]));
  const pid_t child = fork();
  if (child == 0) {
    held.release();
    become_program(arguments.data(), host.environment(), complaints[1]);
  }
  child_id = child;
  held.release();
  close(complaints[1]);
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  int error = 0;
  ssize_t received;
  do received = read(complaints[0], &error, sizeof error);
  while (received < 0 && errno == EINTR);
  close(complaints[0]);

  ProgramEnd end{.exit_code = wait_for(child), .command = child, .processes = {}, .findings = {}};
  child_id = 0;
  if (received == sizeof error) throw UsageError(start_error(program[0], error));
  end.processes = host.results();
  std::vector<session::DriverUser> unseen = host.driver_users();
  std::erase_if(unseen, [&end](const session::DriverUser& user) {
    return std::ranges::find(end.processes, user.process, &session::ProcessResults::process) !=
           end.processes.end();
  });
  if (end.processes.empty() && !unseen.empty()) throw UsageError(unseen_text(unseen));
  if (!unseen.empty()) fmt::print(stderr, "simt: {}\n", unseen_text(unseen));
  if (end.processes.empty())
    throw UsageError(fmt::format(
        "{} calls nothing of CUDA, nor does a process that it started, so there is nothing to "
        "report{}; or what "
        "does was not built with simtcc, or got an environment without {}",
        program[0], end.exit_code == 0 ? "" : fmt::format(" (its exit code is {})", end.exit_code),
        session::session_variable));
  end.findings = join_findings(end.processes);
  return end;
}

}  // namespace simt::tools
