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
    {
        .name = "load-bytes",
        .label = "global load bytes per {}",
        .one = "global load byte per {}",
        .why = "every byte that lanes load from global memory takes part of its bandwidth",
        .value = each_output<loaded_bytes>,
        .of_line = loaded_bytes,
    },
    {
        .name = "requests",
        .label = "global load requests per {}",
        .one = "global load request per {}",
        .why = "each load of a warp keeps the load-store unit busy, however few bytes it fetches",
        .value = each_output<loads>,
        .of_line = loads,
    },
    {
        .name = "load-sectors",
        .label = "global load sectors per {}",
        .one = "global load sector per {}",
        .why = "a sector, 32 bytes, is what memory sends at least: lanes side by side share them",
        .value = each_output<count<Metric::global_load_sectors>>,
        .of_line = count<Metric::global_load_sectors>,
        .ideal_of_line = count<Metric::global_load_sectors_ideal>,
    },
    {
        .name = "sectors",
        .label = "sectors per global load request",
        .one = "sector per global load request",
        .why = "a request whose lanes are side by side touches few 32-byte sectors",
        .value =
            [](const Work& work, double) {
              return ratio(count<Metric::global_load_sectors>(work.metrics),
                           count<Metric::global_load_requests>(work.metrics));
            },
        .of_line = count<Metric::global_load_sectors>,
        .ideal_of_line = count<Metric::global_load_sectors_ideal>,
    },
    {
        .name = "store-sectors",
        .label = "sectors per global store request",
        .one = "sector per global store request",
        .why = "a request whose lanes are side by side touches few 32-byte sectors",
        .value =
            [](const Work& work, double) {
              return ratio(count<Metric::global_store_sectors>(work.metrics),
                           count<Metric::global_store_requests>(work.metrics));
            },
        .of_line = count<Metric::global_store_sectors>,
        .ideal_of_line = count<Metric::global_store_sectors_ideal>,
    },
    {
        .name = "atomics",
        .label = "global atomics of warps per 1000 {}s",
        .one = "global atomic of a warp per 1000 {}s",
        .why = "global atomics are carried out in the L2 cache, one after the other if addresses "
               "coincide",
        .value = each_output<atomics, 1000>,
        .of_line = atomics,
    },
    {
        .name = "atomic-waits",
        .label = "wavefronts that shared atomics wait per 1000 {}s",
        .one = "wavefront that shared atomics wait per 1000 {}s",
        .why = "lanes that add to one word, or to one bank, wait for each other",
        .value = each_output<count<Metric::shared_atom_conflicts>, 1000>,
        .of_line = count<Metric::shared_atom_conflicts>,
    },
    {
        .name = "instructions",
        .label = "instructions per {}, as estimated",
        .one = "instruction per {}, as estimated",
        .why = "division, accurate functions and double precision are many machine instructions "
               "each, and those in a loop count in each iteration",
        .value = each_output<lane_instructions>,
        .of_line = lane_instructions,
    },
    {
        .name = "wavefronts",
        .label = "shared memory wavefronts per {}",
        .one = "shared memory wavefront per {}",
        .why = "a wavefront is a pass over the 32 banks: shared memory does one per cycle",
        .value = each_output<count<Metric::shared_wavefronts>>,
        .of_line = count<Metric::shared_wavefronts>,
        .ideal_of_line = count<Metric::l1_wavefronts_ideal>,
    },
    {
        .name = "read-banks",
        .label = "bank conflicts of shared reads",
        .one = "bank conflict of shared reads",
        .why = "lanes that want different words of one bank wait for each other",
        .value = all<count<Metric::shared_load_conflicts>>,
        .of_line = count<Metric::shared_load_conflicts>,
        .in_every_case = true,
    },
    {
        .name = "write-banks",
        .label = "bank conflicts of shared writes",
        .one = "bank conflict of shared writes",
        .why = "lanes that write different words of one bank wait for each other",
        .value = all<count<Metric::shared_store_conflicts>>,
        .of_line = count<Metric::shared_store_conflicts>,
        .in_every_case = true,
    },
    {
        .name = "conversions",
        .label = "conversions per {}",
        .one = "conversion per {}",
        .why =
            "conversions have a pipe of their own, which is half as fast as arithmetic or slower",
        .value = each_output<count<Metric::conversions>>,
        .of_line = count<Metric::conversions>,
    },
    {
        .name = "barriers",
        .label = "barriers per 1000 {}s",
        .one = "barrier per 1000 {}s",
        .why = "at a barrier all warps of a block wait for the slowest",
        .value = each_output<count<Metric::barriers>, 1000>,
        .of_line = count<Metric::barriers>,
    },
    {
        .name = "divergence",
        .label = "divergent branches per 1000 {}s",
        .one = "divergent branch per 1000 {}s",
        .why = "where lanes of a warp diverge, both paths are run, one after the other",
        .value = each_output<count<Metric::divergent_branches>, 1000>,
        .of_line = count<Metric::divergent_branches>,
    },
    {
        .name = "branches",
        .label = "branches per 1000 {}s",
        .one = "branch per 1000 {}s",
        .why = "a loop whose bounds the compiler knows needs no counting, comparing and branching",
        .value = each_output<count<Metric::branches>, 1000>,
        .of_line = count<Metric::branches>,
    },
    {
        .name = "block-syncs",
        .label = "barriers per block",
        .one = "barrier per block",
        .why = "at a barrier all warps of a block wait for the slowest",
        .value = [](const Work& work,
                    double) { return ratio(count<Metric::barriers>(work.metrics), work.warps); },
        .of_line = count<Metric::barriers>,
    },
    {
        .name = "threads",
        .label = "threads per 1000 {}s",
        .one = "thread per 1000 {}s",
        .why = "each block of threads has to be started and ended, and its last ones are idle",
        .value = [](const Work& work,
                    double outputs) { return ratio(1000 * work.threads, outputs); },
        .of_call = call<&CallCounts::threads>,
    },
    {
        .name = "in-flight",
        .label = "global loads in flight together",
        .one = "global load in flight",
        .why = "memory is far away: a warp that asks for one number at a time waits for each",
        .value =
            [](const Work& work, double) {
              return ratio(count<Metric::global_loads_together>(work.metrics),
                           count<Metric::global_load_requests>(work.metrics));
            },
        .of_line = count<Metric::global_load_requests>,
        .more_is_better = true,
    },
    {
        .name = "launches",
        .label = "launches",
        .one = "launch",
        .why = "a launch waits until all blocks of the one before are done, and costs a few "
               "microseconds",
        .value = [](const Work& work, double) { return work.launches; },
        .of_call = call<&CallCounts::launches>,
    },
    {
        .name = "copies",
        .label = "copies and fills",
        .one = "copy or fill",
        .why = "a copy moves every byte twice, and computes nothing: swap pointers instead",
        .value = [](const Work& work, double) { return work.copies; },
        .of_call = call<&CallCounts::copies>,
    },
    {
        .name = "transfers",
        .label = "bytes per {} between host and device",
        .one = "byte per {} between host and device",
        .why =
            "the bus is fifty times slower than the GPU's memory: each byte should cross it once",
        .value = [](const Work& work, double outputs) { return ratio(work.transferred, outputs); },
        .of_call = call<&CallCounts::transferred>,
    },
    {
        .name = "pageable",
        .label = "bytes per {} from or to pageable memory",
        .one = "byte per {} from or to pageable memory",
        .why = "pageable memory is copied through a small buffer of the driver's while the host "
               "waits: cudaMallocHost() gives memory that copy engines can reach directly",
        .value = [](const Work& work, double outputs) { return ratio(work.pageable, outputs); },
        .of_call = call<&CallCounts::pageable>,
    },
    {
        .name = "default",
        .label = "default-stream calls while other streams exist",
        .one = "default-stream call while other streams exist",
        .why =
            "the default stream waits for all others, and they for it: nothing overlaps across it",
        .value = [](const Work& work, double) { return work.default_stream_calls; },
        .of_call = call<&CallCounts::in_default_stream>,
    },
    {
        .name = "overlap",
        .label = "% of the possible overlap achieved",
        .one = "% of the possible overlap achieved",
        .why = "copies in, kernels and copies out have an engine each, and can all be busy at "
               "once: strips take turns in two streams, and the host waits after the last one only",
        // In whole percent: it follows from modelled times.
        .value = [](const Work& work,
                    double) { return std::round(100 * std::max(0.0, work.overlap)); },
        .of_call = call<&CallCounts::in_turn>,
        .more_is_better = true,
        .remark = [](const Work& work) -> std::string_view {
          return work.one_stream_has_all ? "here all launches are in one stream" : "";
        },
    },
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
