// Each resource's time alone, joined by a norm: what is needed less hides behind what is needed
// most, but not wholly.
#include "simt/model/timing.h"

#include <algorithm>
#include <cmath>

#include "simt/model/instruction_cost.h"
#include "simt/model/warp_latency.h"

namespace simt::model {
namespace {

constexpr double l2_port_bytes = 64;  // a cycle, between an SM and L2

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

KernelTime kernel_time(const Target& target, const LaunchFacts& facts) {
  KernelTime time;
  time.occupancy =
      occupancy(target, facts.threads, std::max(facts.registers, 16u), facts.shared_bytes);
  const double blocks = std::max(facts.blocks, 1.0);
  const double resident = target.sms * std::max(time.occupancy.blocks_per_sm, 1u);
  const Work& work = facts.work;
  time.caches = estimate_caches(target, facts);
  const CacheEstimate& caches = time.caches;

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
      work.operations[static_cast<size_t>(Pipe::lsu)] / rate_of(target, Pipe::lsu) +
      work.constant_replays;
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
  add("latency", warp_latency(target, facts, load_latencies(target, work, caches)) /
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
