// Counters of the hardware that a lab can ask for, made of those of Nsight Compute: the same on
// every machine, as simt counts them exactly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/observe/profile.h"

namespace warplab::gpu {

// What all launches of a plan did together.
struct Work {
  simt::observe::Metrics metrics;
  double launches = 0, blocks = 0, warps = 0, threads = 0;
  double copies = 0;  // and fills, of any kind
  // Between host and device, bytes; through pageable memory, of these.
  double transferred = 0, pageable = 0;
  double default_stream_calls = 0;
  double overlap = 0;  // Elapsed's
};

struct Counter {
  std::string_view name;  // as in lab.json: "load-bytes"
  std::string_view
      label;             // "global load bytes a {}", where {} stands for an element of the problem
  std::string_view why;  // a sentence: why it matters
  // Of all launches of a plan, `outputs` elements large.
  double (*value)(const Work& work, double outputs);
  // What a source line adds to it, to find the line that counts most; null where no line does.
  double (*of_line)(const simt::observe::Metrics& line) = nullptr;
  // Whether it must hold in every case, however small, and not for the profiled one alone.
  bool in_every_case = false;
  // As little as the bytes that lanes touch there need; null where that is not known.
  double (*ideal_of_line)(const simt::observe::Metrics& line) = nullptr;
};

const Counter* find_counter(const std::string& name);  // null where there is none
std::vector<std::string> counter_names();

}  // namespace warplab::gpu
