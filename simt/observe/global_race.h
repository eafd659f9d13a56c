// Races in global memory: between the blocks of a launch, and between the threads of a block.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/exec/worker.h"
#include "simt/observe/global_shadow.h"
#include "simt/observe/order.h"
#include "simt/observe/reports.h"
#include "simt/observe/sync_table.h"

namespace simt::observe {

// Works on words of 4 bytes. A mark is, from the top: launch 8 bits, block 22, clock 16 (of the
// warp, since the block began), thread 10, then two masks of the word's bytes: those that this
// block touched, and those that this thread did. Where several threads share a word, the last one
// is remembered: a race may be missed there, but neighbours in a word are never accused.
class GlobalRace {
 public:
  GlobalRace(const LaunchContext& context, GlobalMemory& memory, const GridSync& grid_sync,
             Order& order, const GridSync::Known& known, uint8_t launch);

  // What stands for a block in marks and in GridSync.
  static uint64_t block_id(const exec::Block& block) { return block.linear % (1u << 22); }
  void begin_block(const exec::Block& block) { block_ = &block; }
  void access(const exec::Warp& warp, const MemoryEvent& event, SiteId site);
  void flush() { reports_.flush(); }

 private:
  struct Scope;
  void load(const Scope& scope, uint32_t lane);
  void store(const Scope& scope, uint32_t lane);
  // True where the mark is of this launch and touches the same bytes.
  void check(const Scope& scope, uint32_t lane, size_t word, uint32_t bytes,
             const GlobalShadow::Plane& plane, bool other_wrote);
  void report(const Scope& scope, uint32_t lane, uint64_t mark, SiteId other_site, uint64_t address,
              const char* why);

  const LaunchContext context_;
  ShadowCache cache_;
  const GridSync& grid_sync_;
  Order& order_;
  const GridSync::Known& known_;
  const uint64_t launch_;
  Reports reports_;
  const exec::Block* block_ = nullptr;
};

}  // namespace simt::observe
