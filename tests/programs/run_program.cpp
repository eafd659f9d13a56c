#include "run_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "simt/session/session_host.h"

namespace simt {
namespace {

int checked(long result, const char* call) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), call);
  return static_cast<int>(result);
}

// What a child prints: a file in memory, so that nobody has to read while it runs.
class Output {
 public:
  Output() : descriptor_(checked(memfd_create("output", MFD_CLOEXEC), "memfd_create")) {}
  ~Output() { close(descriptor_); }
  Output(const Output&) = delete;

  int descriptor() const { return descriptor_; }
  std::string text() const {
    std::string all;
    char part[4096];
    for (ssize_t n;
         (n = pread(descriptor_, part, sizeof part, static_cast<off_t>(all.size()))) > 0;)
      all.append(part, static_cast<size_t>(n));
    return all;
  }

 private:
  const int descriptor_;
};

}  // namespace

ProgramRun run_program(const std::filesystem::path& program, const session::SessionRequest& request,
                       std::chrono::milliseconds limit) {
  const session::SessionHost host(request);
  const Output output, errors;
  const pid_t child = checked(fork(), "fork");
  if (child == 0) {
    setpgid(0, 0);
    if (dup2(output.descriptor(), 1) != 1 || dup2(errors.descriptor(), 2) != 2) _exit(126);
    char* const arguments[] = {const_cast<char*>(program.c_str()), nullptr};
    execve(program.c_str(), arguments, host.environment());
    _exit(127);
  }
  ProgramRun run;
  const int handle = checked(syscall(SYS_pidfd_open, child, 0), "pidfd_open");
  pollfd ended{handle, POLLIN, 0};
  run.timed_out = poll(&ended, 1, static_cast<int>(limit.count())) == 0;
  if (run.timed_out) kill(-child, SIGKILL);
  close(handle);
  int status = 0;
  checked(waitpid(child, &status, 0), "waitpid");
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.output = output.text();
  run.errors = errors.text();
  std::vector<session::ProcessResults> processes = host.results();
  if (processes.size() > 1) throw std::runtime_error(program.string() + " started others");
  if (!processes.empty()) run.results = std::move(processes.front());
  return run;
}

std::string describe(const ProgramRun& run) {
  std::string text =
      fmt::format("exit status {}{}, {} launches{}\n", run.code,
                  run.timed_out ? ", killed after the time limit" : "", run.results.launches.size(),
                  run.results.complete ? "" : ", without the session's end");
  if (!run.output.empty()) text += "stdout:\n" + run.output;
  if (!run.errors.empty()) text += "stderr:\n" + run.errors;
  for (const auto& finding : run.results.findings) text += finding.text();
  return text;
}

}  // namespace simt
