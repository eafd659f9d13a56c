// Findings of all processes of a session, each bug once.
#pragma once

#include <cstddef>
#include <vector>

#include "simt/events/finding.h"
#include "simt/session/process_results.h"

namespace simt::tools {

struct JoinedFinding {
  events::Finding finding;             // as the first process has it, with the count of all
  std::vector<std::size_t> processes;  // the numbers of those that have it
};

// In the order of the processes, and for each of them in its own.
std::vector<JoinedFinding> join_findings(const std::vector<session::ProcessResults>& processes);

}  // namespace simt::tools
