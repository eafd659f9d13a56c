// The program that `simt` runs: a child process in a session.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "simt/session/session.h"

namespace simt::tools {

// What the user has to mend: the command line, or a program that is none of simt's. A sentence with
// what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ProgramEnd {
  int exit_code = 0;  // 128 + n after signal n
  session::SessionResults results;

  // Why there are no complete results: "it was ended by SIGSEGV (Segmentation fault)". Empty where
  // there are.
  std::string cut_short() const;
};

// Runs the program to its end; its input and output are ours. Signals that are sent to us go to it.
// Throws UsageError where it cannot be started, or has nothing of simt in it.
ProgramEnd run_program(const session::SessionRequest& request,
                       const std::vector<std::string>& program);

}  // namespace simt::tools
