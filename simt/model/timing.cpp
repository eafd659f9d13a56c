// Each resource's time alone, joined by a norm: what is needed less hides behind what is needed
// most, but not wholly.
#include "simt/model/timing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "simt/model/instruction_cost.h"
#include "simt/model/warp_latency.h"

namespace simt::model {
namespace {

using observe::LaunchCounters;

constexpr double sector_bytes = 32, warp_size = 32, sectors_per_line = 4;
constexpr double l2_port_bytes = 64;  // a cycle, between an SM and L2
constexpr size_t pipes = static_cast<size_t>(Pipe::tensor) + 1;

double as_double(uint64_t count) { return static_cast<double>(count); }

// What the whole grid asks of the SMs.
struct Work {
  double issue = 0;                           // slots
  std::array<double, pipes> operations = {};  // of lanes
  double global_requests = 0, global_sectors = 0;
  double shared_requests = 0, shared_wavefronts = 0;
  double local_requests = 0, local_sectors = 0, local_store_sectors = 0;
  double atomic_sectors = 0;
};

Work add_up(const LaunchCounters& counters) {
  Work work;
  for (const observe::FunctionCounts& counted : counters.functions) {
    if (!counted.function) continue;
    const size_t size =
        std::min(counted.instructions.size(), counted.function->instructions.size());
    for (size_t pc = 0; pc < size; ++pc) {
      const InstructionCost cost = cost_of(counted.function->instructions[pc]);
      const double warps = as_double(counted.instructions[pc].warps);
      work.issue += warps * cost.issue;
      work.operations[static_cast<size_t>(cost.pipe)] += warps * warp_size * cost.operations;
      work.operations[static_cast<size_t>(Pipe::special)] += warps * warp_size * cost.special;
    }
  }
  for (const observe::MemoryCounts& m : counters.memory) {
    const ptx::Opcode opcode =
        counters.functions.at(m.function).function->instructions[m.pc].opcode;
    if (m.sectors > 0) {
      const double requests = as_double(m.requests - std::min(m.requests, m.shared_requests));
      work.global_requests += requests;
      work.global_sectors += as_double(m.sectors);
      work.atomic_sectors += as_double(m.sector_multiplicity);
    }
    if (m.wavefronts > 0) {
      work.shared_requests += as_double(m.shared_requests > 0 ? m.shared_requests : m.requests);
      work.shared_wavefronts += as_double(m.wavefronts);
    }
    if (m.local_sectors > 0) {
      work.local_requests += as_double(m.requests);
      work.local_sectors += as_double(m.local_sectors);
      if (opcode == ptx::Opcode::st) work.local_store_sectors += as_double(m.local_sectors);
    }
  }
  return work;
}

// Without a sampler's word, every sector comes from memory.
CacheEstimate complete(CacheEstimate caches, const Work& work) {
  if (caches.sampled) return caches;
  caches.l2_sectors = work.global_sectors;
  caches.dram_bytes = work.global_sectors * sector_bytes;
  caches.l2_requests = work.global_sectors / sectors_per_line;
  caches.l1_lines = std::max(work.global_requests, work.global_sectors / sectors_per_line);
  caches.atomics = work.atomic_sectors;
  caches.hottest_atomics = 0;
  return caches;
}

LoadLatencies load_latencies(const Target& t, const Work& work, const CacheEstimate& caches) {
  const double from_memory =
      caches.l2_sectors > 0 ? std::min(1.0, caches.dram_bytes / sector_bytes / caches.l2_sectors)
                            : 0;
  const double beyond_l1 = from_memory * t.memory_latency_s + (1 - from_memory) * t.l2_latency_s;
  LoadLatencies latencies;
  latencies.global =
      (caches.l1_hit_rate * t.l1_latency_s + (1 - caches.l1_hit_rate) * beyond_l1) * t.clock_hz;
  if (work.global_requests > 0)
    latencies.global += std::max(0.0, caches.l1_lines / work.global_requests - 1);
  latencies.shared = t.shared_latency_s * t.clock_hz;
  if (work.shared_requests > 0)
    latencies.shared += std::max(0.0, work.shared_wavefronts / work.shared_requests - 1);
  latencies.local = t.l1_latency_s * t.clock_hz;
  latencies.constant = latencies.shared;
  return latencies;
}

// How many times as long as the average SM the busiest one works: blocks are not shared out.
double imbalance(double blocks, double sms) { return std::ceil(blocks / sms) / (blocks / sms); }

// Rounds of resident blocks; the last, partly filled one takes longer than its share.
double waves(double blocks, double resident) {
  const double n = blocks / resident;
  return n <= 1 ? 1 : n + 0.5 * (std::ceil(n) - n);
}

}  // namespace

KernelTime kernel_time(const Target& target, const LaunchCounters& counters,
                       const CacheEstimate& sampled) {
  KernelTime time;
  const observe::LaunchInfo& info = counters.info;
  time.occupancy =
      occupancy(target, info.threads(), std::max(counters.registers, 16u), info.shared_bytes);
  const double blocks = std::max(as_double(info.blocks()), 1.0);
  const double resident = target.sms * std::max(time.occupancy.blocks_per_sm, 1u);
  const Work work = add_up(counters);
  const CacheEstimate caches = complete(sampled, work);

  const auto add = [&](const char* resource, double seconds) {
    if (seconds > 0) time.parts.push_back({resource, seconds});
  };
  // Cycles of all SMs together, to seconds.
  const double of_busiest = imbalance(blocks, target.sms) / target.sms / target.clock_hz;

  add("issue", work.issue / (target.schedulers_per_sm * target.issue_efficiency) * of_busiest);
  for (Pipe pipe : {Pipe::fp32, Pipe::int32, Pipe::multiply, Pipe::fp64, Pipe::fp16, Pipe::special,
                    Pipe::convert, Pipe::tensor})
    if (const double rate = rate_of(target, pipe); rate > 0)
      add(name_of(pipe), work.operations[static_cast<size_t>(pipe)] / rate * of_busiest);

  // Shared memory, L1 and shuffles go through one unit, a wavefront a cycle.
  const double wavefront = 128 / target.lsu_bytes_per_sm;
  const double shared = work.shared_wavefronts * wavefront;
  const double l1 =
      std::max(caches.l1_lines / target.l1_tags_per_cycle,
               work.global_sectors / sectors_per_line * wavefront) +
      std::max(work.local_requests, work.local_sectors / sectors_per_line * wavefront) +
      work.operations[static_cast<size_t>(Pipe::lsu)] / rate_of(target, Pipe::lsu);
  add(shared > l1 ? "shared memory" : "L1", (shared + l1) / target.lsu_efficiency * of_busiest);

  // Local memory is written through, which takes L2 twice as long as reading.
  const double l2_bytes = (caches.l2_sectors + 2 * work.local_store_sectors) * sector_bytes;
  const double l2 =
      std::max({l2_bytes / target.l2_bytes_per_s, caches.l2_requests / target.l2_requests_per_s,
                caches.l2_sectors * sector_bytes / l2_port_bytes * of_busiest});
  const double memory = caches.dram_bytes / target.memory_bytes_per_s;
  add("L2", l2);
  add("memory", memory);
  add("atomics", std::max(caches.atomics / target.l2_atomics_per_s,
                          caches.hottest_atomics / target.same_address_atomics_per_s));
  add("block starts", std::ceil(blocks / target.sms) * target.block_start_s);
  add("latency", warp_latency(target, counters, load_latencies(target, work, caches)) /
                     target.clock_hz * waves(blocks, resident));

  double sum = 0;
  for (const KernelTime::Part& part : time.parts)
    sum += std::pow(part.seconds, target.overlap_exponent);
  // The same bytes pass L2 and memory, and the rates were measured so.
  sum -= std::pow(std::min(l2, memory), target.overlap_exponent);
  time.seconds = target.kernel_latency_s + std::pow(sum, 1 / target.overlap_exponent);
  add("launch", target.kernel_latency_s);
  std::stable_sort(time.parts.begin(), time.parts.end(),
                   [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  time.bound = time.parts.front().resource;
  return time;
}

}  // namespace simt::model
