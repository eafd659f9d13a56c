// What the processes of a session report.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/model/timeline.h"
#include "simt/observe/bank_map.h"
#include "simt/observe/coverage.h"
#include "simt/session/session.h"

namespace simt::session {

struct ProcessResults {
  pid_t process = 0;                 // its id, as it knows it itself
  std::vector<std::string> command;  // the program and its arguments, in UTF-8
  double began = 0, ended = 0;       // seconds of the machine's clock; 0: not known
  bool complete = false;             // it came to its end, and all of it was written
  std::vector<events::Finding> findings;
  std::vector<LaunchRecord> launches;
  std::vector<model::Activity> activities;
  std::vector<observe::BankMap> bank_maps;
  observe::Coverage coverage;  // of all its launches
};

// The lines of one process. Those that are not understood, as a process may have written there itself or been killed
// at it, are left out.
ProcessResults read_results(const std::string& text);

}  // namespace simt::session
