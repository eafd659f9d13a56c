// Races in global memory: between the blocks of a launch, and between the threads of a block.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/global_shadow.h"
#include "simt/observe/guesses.h"
#include "simt/observe/held_loads.h"
#include "simt/observe/line_locks.h"
#include "simt/observe/order.h"
#include "simt/observe/reports.h"
#include "simt/observe/sync_table.h"

namespace simt::observe {

// Works on words of 4 bytes. The bits of a mark are, from the top: launch 8, block 22, clock 16 (of
// the warp, since the block began), thread 10, then two masks of the word's bytes: those touched by
// the block, and those touched by the thread. If several threads share a word, only the last one is
// remembered: a race may be missed there, but threads that use different bytes are never accused.
//
// The findings must not depend on how host threads take turns:
//  - An access is compared with a word's marks and leaves its own in one step, under the lock of
//    the word's line. So of two accesses, the second one sees the first one's mark.
//  - Only atomics and strong accesses order blocks, and each of them is one step with its record
//    (LineLocks). So an order made by the program is known here before the later access is checked.
//  - For each kind of access the marks of two blocks are kept. Any third block differs from one of
//    them, so races between blocks are found in whatever order the blocks come. Of plain loads also
//    those of two threads of a block, of two warps where it has been two.
class GlobalRace {
 public:
  GlobalRace(const LaunchContext& context, GlobalMemory& memory, const GridSync& grid_sync,
             Order& order, const BlockKnown& known, Guesses& guesses, uint8_t launch);

  // The number of a block in marks and in GridSync.
  static uint64_t block_id(const exec::Block& block) { return block.linear % (1u << 22); }
  void begin_block(const exec::Block& block) {
    block_ = &block;
    seen_.clear();
  }
  // A plain access.
  void access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site);
  // For a held load. settle(), at a barrier that orders it: checks for races in its block. use():
  // lanes use the value, which makes the load an access of theirs.
  void settle(HeldLoad& load);
  void use(const HeldLoad& load, uint32_t lanes);
  // An atomic or strong access; the caller holds the locks of its lines. `acquires`: the program
  // gets the previous value. `flags`: the lanes that tell lanes of their warp by a store.
  void synchronise(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                   bool acquires, uint32_t flags);
  void flush() { reports_.flush(); }

 private:
  struct Scope;
  struct Word;
  using Plane = GlobalShadow::Plane;
  // Which part of an access to check. For a settled load, the block and the rest are separate
  // parts.
  enum class Part : uint8_t { all, held, in_block, beyond };
  Scope scope_of(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                 GlobalShadow& shadow, uint32_t clock, Part part) const;
  void access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site, uint32_t clock,
              Part part);
  bool is_noted(const Scope& scope, size_t word, uint32_t bytes, uint32_t lane) const;
  // Whether the warp that left the mark has published nothing since: nobody else is ordered behind
  // it.
  bool is_fresh(uint64_t mark) const;
  bool is_noted(const Scope& scope, uint32_t lane) const;
  bool is_noted(const Scope& scope, const events::Span& span) const;
  bool is_stored(const Scope& scope) const;
  void load(const Scope& scope, uint32_t lane);
  void store(const Scope& scope, uint32_t lane);
  void synchronise(const Scope& scope, uint32_t lane, bool acquires);
  void note_read(const Scope& scope, const Word& word);
  void note_read(const Scope& scope, const Word& word, uint64_t read);
  void note_read_in_block(const Scope& scope, const Word& word, uint64_t read);
  void note_write(const Scope& scope, const Word& word, uint64_t write);
  void keep_write(const Scope& scope, const Word& word, uint64_t write);
  void note_strong(const Scope& scope, const Word& word, bool acquires);
  void note_look(const Scope& scope, const Word& word);

  // Whether the launch has made strong accesses to the allocation.
  bool has_strong(const GlobalShadow& shadow) const {
    return shadow.strong_launch.load(std::memory_order_relaxed) == static_cast<int>(launch_);
  }
  bool is_current(uint64_t mark) const { return mark >> 56 == launch_; }
  bool is_ordered(uint64_t mark, const Scope& scope, const Word& word) const;
  bool is_flag_seen(uint64_t mark, const Scope& scope, const Word& word, bool wrote) const;
  bool is_ordered_in_block(uint64_t mark, const Scope& scope, const Word& word) const;
  void check_reads(const Scope& scope, const Word& word);
  void check_strong(const Scope& scope, const Word& word);
  // Looks for four other blocks that stored the value that this store leaves as it is; records the
  // store.
  void check_repeated(const Scope& scope, const Word& word);
  // Looks for a race on these bytes of the word with the access that left the plane's mark.
  void check(const Scope& scope, const Word& word, const Plane& plane, uint32_t bytes);
  void report(events::FindingKind kind, const Scope& scope, const Word& word, uint64_t mark,
              SiteId other_site, uint32_t byte, const char* why);

  const LaunchContext context_;
  LineLocks& locks_;
  ShadowCache cache_;
  const GridSync& grid_sync_;
  Order& order_;
  const BlockKnown& known_;
  Guesses& guesses_;
  const uint64_t launch_;
  Reports reports_;
  const exec::Block* block_ = nullptr;
  // By word: the mark of strong stores at the time of this block's last strong access. As long as
  // it is still there, other blocks' atomics on the word came before that access.
  std::unordered_map<uint64_t, uint64_t> seen_;
};

}  // namespace simt::observe
