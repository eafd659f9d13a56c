// The hardware counters that a lab can set limits for, derived from those of Nsight Compute. They
// are the same on every machine, as simt counts exactly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "autograder/gpu/call_counts.h"
#include "simt/observe/profile.h"

namespace warplab::gpu {

// The totals over all launches of a plan.
struct Work {
  simt::observe::Metrics metrics;
  double launches = 0, blocks = 0, warps = 0, threads = 0;
  double copies = 0;  // and fills, of any kind
  // Bytes copied between host and device, and those of them from or to pageable memory.
  double transferred = 0, pageable = 0;
  double default_stream_calls = 0;
  double overlap = 0;               // Elapsed's
  bool one_stream_has_all = false;  // ExecutionReport's
};

struct Counter {
  std::string_view name;  // as in lab.json: "load-bytes"
  // "global load bytes per {}", where {} stands for an element of the problem; what it is where there is 1.
  std::string_view label, one;
  // A sentence on any program: why the counter matters. It is told where a limit is missed.
  std::string_view why;
  // The value over all launches of a plan, for a problem of `outputs` elements.
  double (*value)(const Work& work, double outputs);
  // The share of a source line, to find the line that adds most; null if the counter has no lines.
  double (*of_line)(const simt::observe::Metrics& line) = nullptr;
  // Whether the limit applies in every case, however small, not only in the profiled one.
  bool in_every_case = false;
  // The least that the bytes touched by the line's lanes would take; null if unknown.
  double (*ideal_of_line)(const simt::observe::Metrics& line) = nullptr;
  // The share of a call in the host code; null if none has one.
  double (*of_call)(const CallCounts& call) = nullptr;
  bool more_is_better = false;
  // A sentence on this program, told after `why`: what in its work keeps it from the limit; empty if nothing is known
  // to. Null if there never is one.
  std::string_view (*remark)(const Work& work) = nullptr;
};

const Counter* find_counter(const std::string& name);  // null where there is none
std::vector<std::string> counter_names();

}  // namespace warplab::gpu
