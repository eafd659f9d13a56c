#include "autograder/gpu/counters.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/numbers.h"

namespace warplab::gpu {
namespace {

using simt::observe::Metric;
using simt::observe::Metrics;

template <Metric metric>
double count(const Metrics& m) {
  return static_cast<double>(m[metric]);
}

// An atomic operation that returns what was there is a load as well, of a sector at least.
double loads(const Metrics& m) {
  return count<Metric::global_load_requests>(m) + count<Metric::global_atom_requests>(m);
}
// Of warps; with what was there as a result, and without.
double atomics(const Metrics& m) {
  return count<Metric::global_atom_requests>(m) + count<Metric::global_red_requests>(m);
}
// A warp's is one of 32 lanes'.
double lane_instructions(const Metrics& m) { return 32 * count<Metric::issue_slots>(m); }
double loaded_bytes(const Metrics& m) {
  return count<Metric::global_load_bytes>(m) + 32 * count<Metric::global_atom_sectors>(m);
}

// `of_line` of all lines, per output or per 1000 of them.
template <double (*of_line)(const Metrics&), int per = 1>
double each_output(const Work& work, double outputs) {
  return ratio(per * of_line(work.metrics), outputs);
}
template <double (*of_line)(const Metrics&)>
double all(const Work& work, double) {
  return of_line(work.metrics);
}

template <double CallCounts::*count>
double call(const CallCounts& counts) {
  return counts.*count;
}

constexpr Counter counters[] = {
    {"load-bytes", "global load bytes per {}",
     "every byte that lanes load from global memory takes part of its bandwidth",
     each_output<loaded_bytes>, loaded_bytes},
    {"requests", "global load requests per {}",
     "each load of a warp keeps the load-store unit busy, however few bytes it brings",
     each_output<loads>, loads},
    {"load-sectors", "global load sectors per {}",
     "a sector, 32 bytes, is what memory sends at least: lanes side by side share them",
     each_output<count<Metric::global_load_sectors>>, count<Metric::global_load_sectors>, false,
     count<Metric::global_load_sectors_ideal>},
    {"sectors", "sectors per global load request",
     "a request whose lanes are side by side touches few 32-byte sectors",
     [](const Work& work, double) {
       return ratio(count<Metric::global_load_sectors>(work.metrics),
                    count<Metric::global_load_requests>(work.metrics));
     },
     count<Metric::global_load_sectors>, false, count<Metric::global_load_sectors_ideal>},
    {"store-sectors", "sectors per global store request",
     "a request whose lanes are side by side touches few 32-byte sectors",
     [](const Work& work, double) {
       return ratio(count<Metric::global_store_sectors>(work.metrics),
                    count<Metric::global_store_requests>(work.metrics));
     },
     count<Metric::global_store_sectors>, false, count<Metric::global_store_sectors_ideal>},
    {"atomics", "global atomics of warps per 1000 {}s",
     "global atomics are carried out in the L2 cache, one after the other where addresses meet",
     each_output<atomics, 1000>, atomics},
    {"atomic-waits", "wavefronts that shared atomics wait per 1000 {}s",
     "lanes that add to one word, or to one bank, wait for each other",
     each_output<count<Metric::shared_atom_conflicts>, 1000>, count<Metric::shared_atom_conflicts>},
    {"instructions", "instructions per {}, as estimated",
     "division, accurate functions and double precision are many machine instructions each, and "
     "what stands in a loop counts in each turn",
     each_output<lane_instructions>, lane_instructions},
    {"wavefronts", "shared memory wavefronts per {}",
     "a wavefront is a pass over the 32 banks: shared memory does one a cycle",
     each_output<count<Metric::shared_wavefronts>>, count<Metric::shared_wavefronts>, false,
     count<Metric::l1_wavefronts_ideal>},
    {"read-banks", "bank conflicts of shared reads",
     "lanes that want different words of one bank wait for each other",
     all<count<Metric::shared_load_conflicts>>, count<Metric::shared_load_conflicts>, true},
    {"write-banks", "bank conflicts of shared writes",
     "lanes that write different words of one bank wait for each other",
     all<count<Metric::shared_store_conflicts>>, count<Metric::shared_store_conflicts>, true},
    {"conversions", "conversions per {}",
     "conversions have a pipe of their own, which is half as fast as arithmetic or slower",
     each_output<count<Metric::conversions>>, count<Metric::conversions>},
    {"barriers", "barriers per 1000 {}s", "at a barrier all warps of a block wait for the slowest",
     each_output<count<Metric::barriers>, 1000>, count<Metric::barriers>},
    {"divergence", "divergent branches per 1000 {}s",
     "where lanes of a warp part, both ways are run one after the other",
     each_output<count<Metric::divergent_branches>, 1000>, count<Metric::divergent_branches>},
    {"branches", "branches per 1000 {}s",
     "a loop whose bounds the compiler knows needs no counting, comparing and branching",
     each_output<count<Metric::branches>, 1000>, count<Metric::branches>},
    {"block-syncs", "barriers per block", "at a barrier all warps of a block wait for the slowest",
     [](const Work& work, double) {
       return ratio(count<Metric::barriers>(work.metrics), work.warps);
     },
     count<Metric::barriers>},
    {"threads", "threads per 1000 {}s",
     "each block of threads has to be started and ended, and its last ones are idle",
     [](const Work& work, double outputs) { return ratio(1000 * work.threads, outputs); }, nullptr,
     false, nullptr, call<&CallCounts::threads>},
    {"in-flight", "global loads in flight together",
     "memory is far away: a warp that asks for one number at a time waits for each",
     [](const Work& work, double) {
       return ratio(count<Metric::global_loads_together>(work.metrics),
                    count<Metric::global_load_requests>(work.metrics));
     },
     count<Metric::global_load_requests>, false, nullptr, nullptr, true},
    {"launches", "launches",
     "a launch waits until all blocks of the one before are done, and costs a few microseconds",
     [](const Work& work, double) { return work.launches; }, nullptr, false, nullptr,
     call<&CallCounts::launches>},
    {"copies", "copies and fills",
     "a copy moves every byte twice, and computes nothing: swap pointers instead",
     [](const Work& work, double) { return work.copies; }, nullptr, false, nullptr,
     call<&CallCounts::copies>},
    {"transfers", "bytes per {} between host and device",
     "the bus is fifty times slower than the GPU's memory: each byte should cross it once",
     [](const Work& work, double outputs) { return ratio(work.transferred, outputs); }, nullptr,
     false, nullptr, call<&CallCounts::transferred>},
    {"pageable", "bytes per {} from or to pageable memory",
     "pageable memory is copied through a small buffer of the driver's while the host waits: "
     "cudaMallocHost() makes memory that copy engines reach themselves",
     [](const Work& work, double outputs) { return ratio(work.pageable, outputs); }, nullptr, false,
     nullptr, call<&CallCounts::pageable>},
    {"default", "calls in the default stream beside others",
     "the default stream waits for all others, and they for it: nothing overlaps across it",
     [](const Work& work, double) { return work.default_stream_calls; }, nullptr, false, nullptr,
     call<&CallCounts::in_default_stream>},
    {"overlap", "% of what could overlap does",
     "copies in, kernels and copies out have an engine each, and can all be busy at once: strips "
     "take turns in two streams, and the host waits after the last one only",
     // In whole percent: it follows from modelled times.
     [](const Work& work, double) { return std::round(100 * std::max(0.0, work.overlap)); },
     nullptr, false, nullptr, call<&CallCounts::in_turn>, true,
     [](const Work& work) -> std::string_view {
       return work.one_stream_has_all ? "here all launches are in one stream" : "";
     }},
};

}  // namespace

const Counter* find_counter(const std::string& name) {
  const auto found = std::ranges::find(counters, name, &Counter::name);
  return found == std::end(counters) ? nullptr : found;
}

std::vector<std::string> counter_names() {
  std::vector<std::string> names;
  for (const Counter& counter : counters) names.emplace_back(counter.name);
  return names;
}

}  // namespace warplab::gpu
