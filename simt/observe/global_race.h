// Races in global memory: between the blocks of a launch, and between the threads of a block.
#pragma once

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

// Works on words of 4 bytes. A mark is, from the top: launch 8 bits, block 22, clock 16 (of the
// warp, since the block began), thread 10, then two masks of the word's bytes: those that this
// block touched, and those that this thread did. Where several threads share a word, the last one
// is remembered: a race may be missed there, but neighbours in a word are never accused.
//
// What is found must not depend on how host threads take turns:
//  - To compare an access with a word's marks and to leave its own is one step, under the lock of
//    the word's line. So of two accesses, the second one sees the first one's mark.
//  - Order between blocks comes from atomics and strong accesses alone, each of which is one step
//    with its note (LineLocks): what is ordered by the program is ordered here before the later
//    access is looked at.
//  - Marks of each kind are kept of two blocks: any third one differs from one of them, so a word
//    on which blocks race is found in whatever order they come.
class GlobalRace {
 public:
  GlobalRace(const LaunchContext& context, GlobalMemory& memory, const GridSync& grid_sync,
             Order& order, const GridSync::Known& known, Guesses& guesses, uint8_t launch);

  // What stands for a block in marks and in GridSync.
  static uint64_t block_id(const exec::Block& block) { return block.linear % (1u << 22); }
  void begin_block(const exec::Block& block) {
    block_ = &block;
    seen_.clear();
  }
  // A plain access.
  void access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site);
  // A load that is held back: what it races with in its block, at a barrier that orders it; lanes
  // that use its value, which makes it an access of theirs.
  void settle(HeldLoad& load);
  void use(const HeldLoad& load, uint32_t lanes);
  // An atomic or strong one; the caller holds the locks of its lines. `acquires`: the program
  // learns what was there.
  void synchronise(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                   bool acquires);
  void flush() { reports_.flush(); }

 private:
  struct Scope;
  struct Word;
  using Plane = GlobalShadow::Plane;
  // How much of an access is looked at: one that is settled, apart from the block and what is beyond.
  enum class Part : uint8_t { all, held, in_block, beyond };
  Scope scope_of(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                 GlobalShadow& shadow, uint32_t clock, Part part) const;
  void access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site, uint32_t clock,
              Part part);
  bool is_noted(const Scope& scope, size_t word, uint32_t bytes) const;
  bool is_noted(const Scope& scope, uint32_t lane) const;
  bool is_noted(const Scope& scope, const events::Span& span) const;
  void load(const Scope& scope, uint32_t lane);
  void store(const Scope& scope, uint32_t lane);
  void synchronise(const Scope& scope, uint32_t lane, bool acquires);
  void note_read(const Scope& scope, const Word& word);
  void note_write(const Scope& scope, const Word& word);
  void note_strong(const Scope& scope, const Word& word, bool acquires);
  void note_look(const Scope& scope, const Word& word);

  bool is_current(uint64_t mark) const { return mark >> 56 == launch_; }
  bool is_ordered(uint64_t mark) const;
  void check_strong(const Scope& scope, const Word& word);
  // Looks for four other blocks that have stored what this store leaves as it is, and notes it.
  void check_repeated(const Scope& scope, const Word& word);
  // Looks for a race on some of the word's bytes with what left the plane's mark.
  void check(const Scope& scope, const Word& word, const Plane& plane, uint32_t bytes);
  void report(events::FindingKind kind, const Scope& scope, const Word& word, uint64_t mark,
              SiteId other_site, uint32_t byte, const char* why);

  const LaunchContext context_;
  LineLocks& locks_;
  ShadowCache cache_;
  const GridSync& grid_sync_;
  Order& order_;
  const GridSync::Known& known_;
  Guesses& guesses_;
  const uint64_t launch_;
  Reports reports_;
  const exec::Block* block_ = nullptr;
  // By word: the mark of strong stores that was there when this block last looked with a strong
  // access. As long as it is there, other blocks' atomics on the word came before that look.
  std::unordered_map<uint64_t, uint64_t> seen_;
};

}  // namespace simt::observe
