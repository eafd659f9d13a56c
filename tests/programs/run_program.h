// Runs a simulated program the way `simt check` does, within a time limit.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "simt/session/process_results.h"
#include "simt/session/session.h"

namespace simt {

struct ProgramRun {
  int code = 0;  // exit status, 128 + the signal's number where one ended it
  bool timed_out = false;
  std::string output, errors;  // stdout and stderr
  session::ProcessResults results;
};

// Runs the program in a session, and kills it after the limit. Throws std::system_error.
ProgramRun run_program(const std::filesystem::path& program, const session::SessionRequest& request,
                       std::chrono::milliseconds limit);

// All that a person needs to know of a run that is not as it should be.
std::string describe(const ProgramRun& run);

}  // namespace simt
