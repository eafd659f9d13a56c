// Events of a running kernel, for whoever wants to check or count beyond the built-in counters. The
// engine never asks who listens: a block has an observer or it has none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "simt/events/finding.h"
#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::exec {
struct Block;
struct Warp;
}  // namespace simt::exec

namespace simt::events {

// What a launch is, for observers. Lives as long as the launch.
struct LaunchInfo {
  const ptx::Module* module = nullptr;
  const ptx::Function* kernel = nullptr;
  std::string name;  // demangled
  Index3 grid, block;
  uint32_t shared_bytes = 0;  // a block's: static and dynamic, and what aligns the dynamic part
  // What follows in kernels that ask where that is, with what aligns it.
  uint32_t reserved_shared_bytes = 0;
  uint32_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
  uint32_t local_bytes = 0;  // per thread, at first
  uint64_t blocks() const { return uint64_t{grid.x} * grid.y * grid.z; }
  uint32_t threads() const { return block.x * block.y * block.z; }
  // Thread index of a lane of a warp.
  Index3 thread(uint32_t warp, uint32_t lane) const {
    const uint32_t t = warp * 32 + lane;
    return {t % block.x, t / block.x % block.y, t / (block.x * block.y)};
  }
};

// From the lowest to the highest byte that some lanes access.
struct Span {
  uint64_t begin = 0, end = 0;
  bool is_dense = false;  // they leave out no byte in between, for certain

  uint64_t size() const { return end - begin; }
};

// One warp instruction's access to one space and, in global memory, to one allocation. Sent before
// the memory is read or written, only for lanes within bounds.
struct MemoryEvent {
  enum class Access : uint8_t { load, store, atomic };
  const ptx::Function* function = nullptr;  // the function that `pc` indexes
  uint32_t pc = 0;
  uint32_t warp = 0;   // its number in the block
  uint32_t lanes = 0;  // the lanes that took part
  // Those, and lanes of the same instruction that went to other allocations: of synchronising ones
  // (atomics and strong accesses), which are one step.
  uint32_t step_lanes = 0;
  Access access = Access::load;
  ptx::Space space = ptx::Space::global;  // global, constant, shared or local
  uint32_t bytes = 0;                     // per lane, all elements of a vector together
  bool strong = false;                    // volatile, relaxed, acquire, release, mmio
  bool acquire = false, release = false;  // said so explicitly (.acquire, .release, .acq_rel)
  // A load that lanes may have run before the condition under which the program loads: for the
  // checkers, a lane has loaded once value_used() names it.
  bool ahead = false;
  // For 32 lanes: global: device addresses; shared: offsets; local: thread offsets.
  const uint64_t* addresses = nullptr;
  ptrdiff_t delta = 0;  // global: host address = address + delta
  // Two: of lanes 0 to 15 and of 16 to 31, where it costs nothing to tell; else null. Both hold the
  // first lane where some are missing.
  const Span* spans = nullptr;

  // Of a store of up to four elements: element e of lane l begins at values[e] + l * value_stride,
  // value_bytes each. Without value_bytes, values are not set: to clear so much costs every access.
  const std::byte* values[4];
  uint32_t value_stride = 0, value_bytes = 0;
};

// Watches one block at a time, on one host thread.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  virtual void block_begins(const exec::Block&) {}
  // Whether memory() is to be called; each access costs the call.
  virtual bool watches_memory() const { return true; }
  virtual void memory(const exec::Warp&, const MemoryEvent&) {}
  // The atomic or strong access that memory() told of has been done, in all its lanes.
  virtual void memory_done() {}
  // Lanes use what they have loaded by the load at `pc`, an access that was `ahead`.
  virtual void value_used(const exec::Warp&, const ptx::Function*, uint32_t pc, uint32_t lanes) {
    (void)pc, (void)lanes;
  }
  // cp.async: `source` is read when issued; `destination` (shared) is written when waited for.
  virtual void async_copy_issued(const exec::Warp&, const MemoryEvent& source,
                                 const MemoryEvent& destination) {
    (void)source, (void)destination;
  }
  virtual void async_copy_arrived(const exec::Warp&, const MemoryEvent& destination) {
    (void)destination;
  }
  // Lanes of a warp arrive at barrier `barrier` (bar.sync 0 is __syncthreads). `expected` threads,
  // 0 = all.
  virtual void barrier_arrived(const exec::Warp&, uint32_t pc, uint32_t barrier, uint32_t lanes,
                               uint32_t expected) {
    (void)pc, (void)barrier, (void)lanes, (void)expected;
  }
  // The barrier opened: warps_lanes[w] are the lanes of warp w that took part, for all warps of the
  // block.
  virtual void barrier_opened(uint32_t barrier, const uint32_t* warps_lanes) {
    (void)barrier, (void)warps_lanes;
  }
  // __syncwarp: these lanes wait for each other, and their memory accesses are ordered.
  virtual void warp_synced(const exec::Warp&, uint32_t pc, uint32_t lanes) {
    (void)pc, (void)lanes;
  }
  // membar, fence: scope_block is the narrow __threadfence_block.
  virtual void fence(const exec::Warp&, uint32_t pc, uint32_t lanes, bool scope_block) {
    (void)pc, (void)lanes, (void)scope_block;
  }
  // A grid-wide barrier of a cooperative launch is seen through its atomics.
  virtual void block_ends() {}
};

// Watches a launch: makes one BlockObserver a host thread.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  virtual void launch_begins(const LaunchInfo&) {}
  // Whether this block is to be watched (asked on any thread).
  virtual bool watches(uint64_t block_linear) const {
    (void)block_linear;
    return true;
  }
  virtual std::unique_ptr<BlockObserver> block_observer() = 0;
  virtual void launch_ends() {}
};

}  // namespace simt::events
