// The work of a plan's kernels and copies, for counters.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/gpu/counters.h"
#include "autograder/gpu/execution_report.h"
#include "simt/observe/bank_map.h"
#include "simt/observe/profile.h"

namespace warplab::gpu {

Work work_of(const ExecutionReport& report);

// The source line that adds most to a counter; line 0 if none does.
simt::observe::LineProfile heaviest_line(const ExecutionReport& report, const Counter& counter);

// What a source line adds to a counter and, if known, the least that would do.
struct LineSum {
  double count = 0;
  std::optional<double> ideal;
};
using LineSums = std::map<std::pair<std::string, std::uint32_t>, LineSum>;  // by file and line

// Over all launches, without lines that add nothing.
LineSums count_lines(const ExecutionReport& report, const Counter& counter);

// For each source line with bank conflicts, the load or store that took the most wavefronts in any
// launch, ordered by file and line.
std::vector<simt::observe::BankMap> worst_requests(const ExecutionReport& report);

}  // namespace warplab::gpu
