// A child process that cannot outlive its owner.
#pragma once

#include <sys/types.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// Something of ours failed: no compiler, no user namespaces, no memory for a buffer. Never the
// student's doing; exit code 3.
struct GraderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How a process ended.
struct ExitStatus {
  int code = 0;  // exit code; 128 + signal where a signal ended it
  bool signalled() const { return code > 128 && code <= 128 + 64; }
  int signal() const { return signalled() ? code - 128 : 0; }
};

class Process {
 public:
  // A descriptor of ours, and the number that it gets in the child.
  struct Inherited {
    int ours;
    int theirs;
  };

  // Starts argv[0] (looked up on PATH) with exactly the descriptors in `inherited`; all others are
  // closed. Numbers 0, 1 and 2 are /dev/null unless they are given. Throws GraderError.
  Process(const std::vector<std::string>& argv, const std::vector<Inherited>& inherited);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();  // kills and reaps

  pid_t pid() const { return pid_; }
  int pidfd() const { return pidfd_.get(); }  // readable once the process has ended
  void kill() const;
  // Asks it to end, as a person would who interrupts it (SIGTERM). Whether it does is up to it.
  void terminate() const;
  // Waits for the end for at most `seconds`; nullopt if it still runs.
  std::optional<ExitStatus> wait(double seconds);

 private:
  pid_t pid_ = -1;
  Descriptor pidfd_;
  std::optional<ExitStatus> status_;
};

// "SIGSEGV" for 11; "signal 70" for one without a name.
std::string signal_name(int signal);

// Seconds of a clock that never goes back.
double now_s();

}  // namespace warplab
