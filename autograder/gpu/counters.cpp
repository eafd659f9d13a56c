#include "autograder/gpu/counters.h"

#include <algorithm>

namespace warplab::gpu {
namespace {

using simt::observe::LineProfile;
using simt::observe::Metric;
using simt::observe::Metrics;

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

template <Metric metric>
double count(const Metrics& m) {
  return static_cast<double>(m[metric]);
}

// An atomic operation that returns what was there is a load as well, of a sector at least.
double loads(const Metrics& m) {
  return count<Metric::global_load_requests>(m) + count<Metric::global_atom_requests>(m);
}
double loaded_bytes(const Metrics& m) {
  return count<Metric::global_load_bytes>(m) + 32 * count<Metric::global_atom_sectors>(m);
}

// `of_line` of all lines, an output or a thousand.
template <double (*of_line)(const Metrics&), int per = 1>
double each_output(const Metrics& m, double outputs) {
  return ratio(per * of_line(m), outputs);
}
template <double (*of_line)(const Metrics&)>
double all(const Metrics& m, double) {
  return of_line(m);
}

const std::vector<Counter>& table() {
  static const std::vector<Counter> counters = {
      {"load-bytes", "global load bytes a pixel",
       "every byte that lanes load from global memory takes part of its bandwidth",
       each_output<loaded_bytes>, loaded_bytes},
      {"requests", "global load requests a pixel",
       "each load of a warp keeps the load-store unit busy, however few bytes it brings",
       each_output<loads>, loads},
      {"sectors", "sectors a global load request",
       "a request whose lanes are side by side touches few 32-byte sectors",
       [](const Metrics& m, double) {
         return ratio(count<Metric::global_load_sectors>(m),
                      count<Metric::global_load_requests>(m));
       },
       count<Metric::global_load_sectors>},
      {"wavefronts", "shared memory wavefronts a pixel",
       "a wavefront is a pass over the 32 banks: shared memory does one a cycle",
       each_output<count<Metric::shared_wavefronts>>, count<Metric::shared_wavefronts>},
      {"read-banks", "bank conflicts of shared reads",
       "lanes that want different words of one bank wait for each other",
       all<count<Metric::shared_load_conflicts>>, count<Metric::shared_load_conflicts>, true},
      {"write-banks", "bank conflicts of shared writes",
       "lanes that write different words of one bank wait for each other",
       all<count<Metric::shared_store_conflicts>>, count<Metric::shared_store_conflicts>, true},
      {"conversions", "conversions a pixel",
       "conversions have a pipe of their own, which is half as fast as arithmetic or slower",
       each_output<count<Metric::conversions>>, count<Metric::conversions>},
      {"barriers", "barriers a thousand pixels",
       "at a barrier all warps of a block wait for the slowest",
       each_output<count<Metric::barriers>, 1000>, count<Metric::barriers>},
      {"divergence", "divergent branches a thousand pixels",
       "where lanes of a warp part, both ways are run one after the other",
       each_output<count<Metric::divergent_branches>, 1000>, count<Metric::divergent_branches>},
  };
  return counters;
}

}  // namespace

const Counter* find_counter(const std::string& name) {
  const auto found = std::find_if(table().begin(), table().end(),
                                  [&](const Counter& counter) { return counter.name == name; });
  return found == table().end() ? nullptr : &*found;
}

std::vector<std::string> counter_names() {
  std::vector<std::string> names;
  for (const Counter& counter : table()) names.push_back(counter.name);
  return names;
}

Metrics sum_of(const PlayReport& report) {
  Metrics sum;
  for (const KernelRun& run : report.runs)
    if (run.profile) sum.add(run.profile->metrics);
  return sum;
}

LineProfile heaviest_line(const PlayReport& report, const Counter& counter) {
  LineProfile heaviest;
  for (const KernelRun& run : report.runs)
    if (run.profile)
      for (const LineProfile& line : run.profile->lines)
        if (counter.of_line(line.metrics) > counter.of_line(heaviest.metrics)) heaviest = line;
  return heaviest;
}

}  // namespace warplab::gpu
