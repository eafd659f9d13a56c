// The shadow of a block's shared memory: finds races between warps and between lanes, reads of
// memory that nobody wrote, and reads of memory that cp.async has not filled yet.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/guesses.h"
#include "simt/observe/held_loads.h"
#include "simt/observe/lazy_array.h"
#include "simt/observe/order.h"
#include "simt/observe/reports.h"
#include "simt/observe/struct_copies.h"

namespace simt::observe {

// Each byte has three marks: its last writer, and its last readers of two different warps. A mark
// is
//   clock << 11 | warp << 6 | lane << 1 | several
// with the clock of the accessing warp (order.h). `several`: other lanes of that warp read the byte
// at the same clock. Marks of older blocks have clocks up to Order::base(), so nothing is cleared
// between blocks, and a byte with an older write mark has not been written in this block.
class SharedRace {
 public:
  SharedRace(const LaunchContext& context, Order& order, Guesses& guesses);

  void begin_block(const exec::Block& block) { block_ = &block; }
  void clear();  // removes all marks, for when the clocks restart
  // `flags`: of a strong store, the lanes that tell lanes of their warp by it (flag_stores.h).
  void access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
              uint32_t flags = 0);
  // For a held load. look(), before some of its bytes may be written: checks for bytes without a
  // value. settle(), at a barrier that orders it: checks for races. use(): makes it an access of the
  // lanes that use the value. The last two look for values where look() has not.
  void look(HeldLoad& load);
  void settle(HeldLoad& load);
  void use(const HeldLoad& load, uint32_t lanes);
  void copy_issued(const exec::Warp& warp, const events::MemoryEvent& destination, SiteId site);
  void copy_arrived(const exec::Warp& warp, const events::MemoryEvent& destination, SiteId site);
  void flush() { reports_.flush(); }

 private:
  using Mark = int32_t;  // signed: SSE2 compares only those
  struct Marks {
    LazyArray<Mark> marks;
    LazyArray<SiteId> sites;
    void clear(size_t bytes) {
      marks.allocate(bytes);
      sites.allocate(bytes);
    }
  };
  // The constants of one event.
  struct Scope;
  Scope scope_of(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                 uint32_t clock) const;
  Scope scope_of(const HeldLoad& load, const events::MemoryEvent& event) const;
  void access(const Scope& scope);
  uint32_t find_unordered(const Scope& scope) const;
  template <int bytes>
  void load(const Scope& scope);
  template <int bytes>
  void store(const Scope& scope);
  void check_load(const Scope& scope, uint32_t lane);
  void check_values(const Scope& scope, uint32_t lane);
  void check_store(const Scope& scope, uint32_t lane);
  // False if no further check is needed.
  bool check_mark(const Scope& scope, uint32_t lane, uint32_t byte, Mark mark, SiteId other_site,
                  bool other_wrote);
  static uint32_t beside(const Scope& scope, uint32_t lane);
  void report(const Scope& scope, uint32_t lane, events::FindingKind kind, Mark other,
              SiteId other_site, uint32_t byte, const char* why);
  void note_read(uint32_t byte, Mark mine, SiteId site);
  void note_reads(uint32_t byte, Mark mine, SiteId site);

  const LaunchContext context_;
  Order& order_;
  Guesses& guesses_;
  StructCopies copies_;
  Reports reports_;
  const exec::Block* block_ = nullptr;
  Marks writes_, reads_, older_reads_;
};

}  // namespace simt::observe
