// What the kernels and copies of a plan did, as counters are asked of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "autograder/gpu/counters.h"
#include "autograder/gpu/play_report.h"
#include "simt/observe/profile.h"

namespace warplab::gpu {

Work work_of(const PlayReport& report);

// The source line that adds most to a counter; line 0 where none does.
simt::observe::LineProfile heaviest_line(const PlayReport& report, const Counter& counter);

// What each source line adds to a counter in all launches, by file and line; without those that add
// nothing.
std::map<std::pair<std::string, std::uint32_t>, double> count_lines(const PlayReport& report,
                                                                    const Counter& counter);

}  // namespace warplab::gpu
