// What the time model needs to know of a launch: counts, and how its instructions wait for each
// other. It holds no figure of a GPU and points into no module, so that it can be taken where a
// kernel ran, and made a time of (timing.h) where nothing that the kernel could reach matters.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/events/counters.h"
#include "simt/model/instruction_cost.h"

namespace simt::model {

// What a grid asks of the SMs, exactly.
struct Work {
  double issue = 0;                                // slots
  std::array<double, pipe_count> operations = {};  // of lanes, by Pipe
  double global_requests = 0, global_sectors = 0;
  double load_sectors = 0;  // of the global ones, those of loads
  double shared_requests = 0, shared_wavefronts = 0;
  double local_requests = 0, local_sectors = 0, local_store_sectors = 0;
  double atomic_sectors = 0;
  double constant_replays = 0;  // passes beyond the first, a cycle each
};

// What caches would see of a launch, from its accesses in some of its blocks; sums are extrapolated
// to all of them. Sectors of 32 bytes, lines of 128.
struct CacheFacts {
  bool sampled = false;        // false: nothing was watched
  double load_sectors = 0;     // of global loads
  double load_hits = 0;        // of these, in L1
  double other_sectors = 0;    // of stores and atomics
  double lines = 0;            // that loads and stores ask L1 for
  double l2_requests = 0;      // lines, whole or in part, that L2 reads and (twice) writes
  double atomics = 0;          // operations on sectors that L2 does
  double hottest_atomics = 0;  // of those, on the 512 bytes that get most
  // Distinct sectors: read, if each patch of blocks reads its own once; read by a row of blocks;
  // from the first to the last that loads touched; written; from the first to the last of all.
  double read_once = 0, read_by_row = 0, read_extent = 0, written = 0, extent = 0;
};

// What an instruction that reads memory waits for.
enum class Source : uint8_t { none, global, shared, local, constant };

// An instruction of a basic block.
struct Step {
  double issue = 0;    // slots
  double latency = 0;  // until its result can be used, in latencies of a simple instruction
  Source source = Source::none;  // its result comes from there instead
  bool is_barrier = false;
  std::vector<uint32_t> needs;  // steps of the block, before this one, whose results it uses
};

// The basic blocks of a function.
using Skeleton = std::vector<std::vector<Step>>;

// What one function of a launch did.
struct FunctionFacts {
  std::shared_ptr<const Skeleton> skeleton;
  std::vector<double> executed;  // by basic block: warps that went through it
};

struct LaunchFacts {
  double blocks = 0, warps = 0;  // of the grid
  uint32_t threads = 0;          // a block
  uint32_t registers = 0;        // a thread
  uint32_t shared_bytes = 0;     // a block
  Work work;
  CacheFacts caches;
  std::vector<FunctionFacts> functions;
};

// Takes the facts of launches; what depends on a function alone is made once. Not for several
// threads at a time. Functions have to outlive it.
class FactCollector {
 public:
  FactCollector();
  ~FactCollector();
  LaunchFacts collect(const events::LaunchCounters& counters, const CacheFacts& caches);

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

}  // namespace simt::model
