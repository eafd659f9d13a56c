// A basic block takes as long as its longest chain of dependent instructions, as its instructions
// take to issue, or as its loads take when only so many are in flight. ptxas moves loads up as far
// as their addresses and barriers let it, so nothing else orders them.
#include "simt/model/warp_latency.h"

#include <algorithm>
#include <vector>

namespace simt::model {
namespace {

double latency_of(Source source, const LoadLatencies& loads) {
  switch (source) {
    case Source::none:
      return 0;
    case Source::global:
      return loads.global;
    case Source::shared:
      return loads.shared;
    case Source::local:
      return loads.local;
    case Source::constant:
      return loads.constant;
  }
  return 0;
}

// Cycles of a basic block.
double block_latency(const Target& target, const std::vector<Step>& steps,
                     const LoadLatencies& loads) {
  const double alu = target.alu_latency_s * target.clock_hz;
  std::vector<double> done;
  double end = 0, floor = 0, issue = 0, in_memory = 0;
  for (const Step& step : steps) {
    const double loaded = latency_of(step.source, loads);
    double begin = floor;
    for (const uint32_t needed : step.needs) begin = std::max(begin, done[needed]);
    done.push_back(begin + (loaded > 0 ? loaded : step.latency * alu));
    end = std::max(end, done.back());
    issue += step.issue;
    in_memory += loaded;
    if (step.is_barrier) floor = end = end + target.barrier_latency_s * target.clock_hz;
  }
  return std::max({end, issue, in_memory / std::max(target.loads_in_flight, 1.0)});
}

}  // namespace

double warp_latency(const Target& target, const LaunchFacts& facts, const LoadLatencies& loads) {
  const double warps = std::max(facts.warps, 1.0), blocks = std::max(facts.blocks, 1.0);
  double cycles = target.block_start_s * target.clock_hz;
  for (const FunctionFacts& function : facts.functions)
    for (size_t b = 0; b < function.executed.size(); ++b) {
      const double executed = function.executed[b];
      if (executed == 0) continue;
      // What only some warps of a block do, the others wait for.
      const double times = executed >= warps ? executed / warps : std::min(1.0, executed / blocks);
      cycles += times * block_latency(target, (*function.skeleton)[b], loads);
    }
  return cycles;
}

}  // namespace simt::model
