// What the kernels and copies of a plan did, as counters are asked of it.
#pragma once

#include "autograder/gpu/counters.h"
#include "autograder/gpu/play_report.h"
#include "simt/observe/profile.h"

namespace warplab::gpu {

Work work_of(const PlayReport& report);

// The source line that adds most to a counter; line 0 where none does.
simt::observe::LineProfile heaviest_line(const PlayReport& report, const Counter& counter);

}  // namespace warplab::gpu
