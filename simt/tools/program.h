// The command that `simt` runs, and what the processes in its session report.
#pragma once

#include <sys/types.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "simt/session/process_results.h"
#include "simt/session/session.h"
#include "simt/tools/joined_findings.h"

namespace simt::tools {

// What the user has to mend: the command line, or a program that is none of simt's. A sentence with
// what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ProgramEnd {
  int exit_code = 0;  // of the command; 128 + n after signal n
  pid_t command = 0;  // its process
  std::vector<session::ProcessResults>
      processes;                        // that used CUDA, in the order in which they began
  std::vector<JoinedFinding> findings;  // of all of them

  // Whether the command itself is all that used CUDA, rather than processes that it started.
  bool is_alone() const;
  // Whether all of them came to their end.
  bool complete() const;
  // Why there are no complete results of one of them: "it was ended by SIGSEGV (Segmentation fault)". Empty if there
  // are.
  std::string cut_short(const session::ProcessResults& process) const;
  // The same of all: of several, how many of them.
  std::string cut_short() const;
};

// Runs the command to its end; its input and output are ours. Signals that are sent to us go to it.
// Throws UsageError if it cannot be started, or if nothing in it, or in the processes that it has started, is of simt.
ProgramEnd run_program(const session::SessionRequest& request,
                       const std::vector<std::string>& program);

}  // namespace simt::tools
