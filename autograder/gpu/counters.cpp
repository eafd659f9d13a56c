#include "autograder/gpu/counters.h"

#include <algorithm>

namespace warplab::gpu {
namespace {

using simt::observe::LineProfile;
using simt::observe::Metric;
using simt::observe::Metrics;

double ratio(double a, double b) { return b > 0 ? a / b : 0; }
double count(const Metrics& m, Metric metric) { return static_cast<double>(m[metric]); }

const std::vector<Counter>& table() {
  static const std::vector<Counter> counters = {
      {"load-bytes", "global load bytes a pixel",
       "every byte that lanes load from global memory takes part of its bandwidth",
       [](const Metrics& m, double outputs) {
         return ratio(count(m, Metric::global_load_bytes), outputs);
       },
       Metric::global_load_bytes},
      {"requests", "global load requests a pixel",
       "each load of a warp keeps the load-store unit busy, however few bytes it brings",
       [](const Metrics& m, double outputs) {
         return ratio(count(m, Metric::global_load_requests), outputs);
       },
       Metric::global_load_requests},
      {"sectors", "sectors a global load request",
       "a request whose lanes are side by side touches few 32-byte sectors",
       [](const Metrics& m, double) {
         return ratio(count(m, Metric::global_load_sectors),
                      count(m, Metric::global_load_requests));
       },
       Metric::global_load_sectors},
      {"wavefronts", "shared memory wavefronts a pixel",
       "a wavefront is a pass over the 32 banks: shared memory does one a cycle",
       [](const Metrics& m, double outputs) {
         return ratio(count(m, Metric::shared_wavefronts), outputs);
       },
       Metric::shared_wavefronts},
      {"read-banks", "bank conflicts of shared reads",
       "lanes that want different words of one bank wait for each other",
       [](const Metrics& m, double) { return count(m, Metric::shared_load_conflicts); },
       Metric::shared_load_conflicts, true},
      {"write-banks", "bank conflicts of shared writes",
       "lanes that write different words of one bank wait for each other",
       [](const Metrics& m, double) { return count(m, Metric::shared_store_conflicts); },
       Metric::shared_store_conflicts, true},
      {"conversions", "conversions a pixel",
       "conversions have a pipe of their own, which is half as fast as arithmetic or slower",
       [](const Metrics& m, double outputs) {
         return ratio(count(m, Metric::conversions), outputs);
       },
       Metric::conversions},
      {"barriers", "barriers a thousand pixels",
       "at a barrier all warps of a block wait for the slowest",
       [](const Metrics& m, double outputs) {
         return ratio(1000 * count(m, Metric::barriers), outputs);
       },
       Metric::barriers},
      {"divergence", "divergent branches a thousand pixels",
       "where lanes of a warp part, both ways are run one after the other",
       [](const Metrics& m, double outputs) {
         return ratio(1000 * count(m, Metric::divergent_branches), outputs);
       },
       Metric::divergent_branches},
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

LineProfile heaviest_line(const PlayReport& report, Metric metric) {
  LineProfile heaviest;
  for (const KernelRun& run : report.runs)
    if (run.profile)
      for (const LineProfile& line : run.profile->lines)
        if (line.metrics[metric] > heaviest.metrics[metric]) heaviest = line;
  return heaviest;
}

}  // namespace warplab::gpu
