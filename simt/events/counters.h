// What a launch did, counted exactly: by instruction, for reports and for the timing model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/events/bank_request.h"
#include "simt/events/observer.h"
#include "simt/events/site_counts.h"
#include "simt/ptx/program.h"

namespace simt::events {

// By instruction of one function.
struct InstructionCounts {
  uint64_t warps = 0;          // warp instructions executed
  uint64_t threads = 0;        // lanes that were active
  uint64_t predicated_on = 0;  // of those, with a true guard
  uint64_t divergent = 0;      // of a branch: executions with active lanes on several ways
};

struct MemoryCounts : SiteCounts {
  uint32_t function = 0, pc = 0;  // FunctionCounts index, instruction
  uint32_t bytes = 0;             // a lane, all elements of a vector together
  // Of a load or store that had bank conflicts, the request that took most wavefronts.
  std::optional<BankRequest> worst;
};

// At an instruction at which lanes choose (ptx/branches.h), how many took each way: of a predicate, those for which it was
// false, then those for which it was true.
struct WayCounts {
  uint32_t function = 0, pc = 0;  // FunctionCounts index, instruction
  std::vector<uint64_t> lanes;
};

struct FunctionCounts {
  const ptx::Function* function = nullptr;
  std::vector<InstructionCounts> instructions;  // by pc
};

struct LaunchCounters {
  LaunchInfo info;                        // its pointers lead into the module, which outlives it
  uint32_t registers = 0;                 // a thread, estimated from the liveness of PTX registers
  std::vector<FunctionCounts> functions;  // [0] is the kernel
  std::vector<MemoryCounts> memory;       // one a memory instruction
  std::vector<WayCounts> ways;  // one an instruction that has some; only where they were asked for
  uint64_t warps = 0;           // launched
};

}  // namespace simt::events
