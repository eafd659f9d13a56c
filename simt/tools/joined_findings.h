// Findings of all processes of a session, each bug once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/session/process_results.h"

namespace simt::tools {

// Whether a finding is in a baseline: among those of an earlier run, or with a reason why it is left as it is.
enum class Standing : std::uint8_t { fresh, known, suppressed };

struct JoinedFinding {
  events::Finding finding;             // as the first process has it, with the count of all
  std::vector<std::size_t> processes;  // the numbers of those that have it
  Standing standing = Standing::fresh;
  std::string reason{};  // of a suppressed one
};

// In the order of the processes, and for each of them in its own.
std::vector<JoinedFinding> join_findings(const std::vector<session::ProcessResults>& processes);

// How many have it.
std::size_t count_of(const std::vector<JoinedFinding>& findings, Standing standing);

}  // namespace simt::tools
