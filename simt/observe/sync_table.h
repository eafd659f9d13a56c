// Addresses that threads synchronise through (flags, locks, counters), and what was published
// there. Both tables are indexed by a hash of the address. If two addresses have the same hash,
// more counts as ordered than is, never less.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "simt/exec/op.h"
#include "simt/observe/lazy_array.h"
#include "simt/observe/order.h"

namespace simt::observe {

// For the warps of one block. Used by one host thread.
class BlockSync {
 public:
  void begin_block(uint32_t warps) {
    ++block_;
    warps_ = warps;
  }
  struct Published {
    Extents extents;
    Extents to_volatile;  // [warp]: of it, what a volatile load tells lanes of that very warp
  };
  // A lane of `warp` publishes `own` of its warp and `known` of the others.
  void release(uint64_t address, uint32_t warp, const Extent& own, const Extents& known,
               bool to_volatile);
  // Null if nothing was published in this block.
  const Published* acquire(uint64_t address) const;

 private:
  struct Slot {
    uint64_t block = 0;  // 0: none yet
    Published published;
  };
  static constexpr size_t size = 1024;
  uint64_t block_ = 0;
  uint32_t warps_ = 0;                // of the block
  std::vector<Slot> slots_;           // of addresses that something was published at
  LazyArray<uint16_t> places_{size};  // in slots_, counted from 1; 0: none
};

// For the blocks of a launch. Used by all host threads. A release or acquire at an address is one
// step with the access itself (LineLocks), so the slot's history is that of the memory.
class GridSync {
 public:
  static constexpr size_t size = 1024;
  // What a block has acquired, itself or through other blocks: the slots, and the number of
  // publications in each.
  class Known {
   public:
    void clear() { slots_.clear(); }
    bool empty() const { return slots_.empty(); }
    void add(size_t slot, uint32_t version);
    void add(const Known& other);

   private:
    friend class GridSync;
    struct Entry {
      size_t slot;
      uint32_t version;
    };
    std::vector<Entry> slots_;  // sorted; usually few
  };

  GridSync() = default;
  ~GridSync();
  GridSync(const GridSync&) = delete;
  GridSync& operator=(const GridSync&) = delete;

  // `published` is by warp of the block, with clocks since the block began; `known` is what the
  // block knew of other blocks.
  void release(uint64_t address, uint64_t block, std::span<const Extent> published,
               const Known& known);
  void acquire(uint64_t address, Known& known);
  // Whether that may tell anything.
  bool has_published(uint64_t address) const;
  // Whether `known` has a publication of `block` that covers its thread's access at that clock.
  bool before(uint64_t block, uint32_t thread, uint32_t clock, const Known& known) const;

 private:
  struct Publication {
    uint32_t version = 0;
    std::vector<Extent> warps;
  };
  // The latest publications of a block. Older ones, no longer stored, count as acquired.
  struct History {
    static constexpr size_t length = 4;
    std::vector<Publication> latest;
    bool is_cut = false;
    bool covers(uint32_t thread, uint32_t clock, uint32_t version) const;
  };
  struct Slot {
    mutable std::mutex mutex;
    bool everything = false;  // too many blocks to store: everything counts as published
    uint32_t version = 0;
    std::unordered_map<uint64_t, History> blocks;
    Known known;
  };
  static constexpr size_t max_remembered = 1 << 19;  // blocks, in all slots
  Slot& slot(size_t index);

  std::array<std::atomic<Slot*>, size> slots_{};  // allocated at the first publication
  std::atomic<size_t> remembered_ = 0;
};

// What the threads of a block have acquired of other blocks: a thread for itself, until it tells others of
// its block anything. From then on the whole block counts as knowing it, which is more than does.
class BlockKnown {
 public:
  void begin_block() {
    all_.clear();
    forget_some();
  }
  bool empty() const { return all_.empty() && !any_; }
  const GridSync::Known& of_all() const { return all_; }
  const GridSync::Known& of(uint32_t warp, uint32_t lane) const {
    return lanes_[warp] >> lane & 1 ? some_ : all_;
  }
  void acquire(GridSync& grid, uint64_t address, uint32_t warp, uint32_t lane) {
    if (!grid.has_published(address)) return;
    if (!any_) some_ = all_;
    any_ = true;
    lanes_[warp] |= 1u << lane;
    grid.acquire(address, some_);
  }
  // Some of these lanes tell others what they know.
  void hand_on(uint32_t warp, uint32_t lanes) {
    if (!(lanes_[warp] & lanes)) return;
    all_.add(some_);
    forget_some();
  }

 private:
  void forget_some() {
    if (!any_) return;
    some_.clear();
    lanes_.fill(0);
    any_ = false;
  }

  GridSync::Known all_;
  GridSync::Known some_;  // of those lanes: of all, and what they have acquired
  std::array<uint32_t, exec::warp_size> lanes_{};  // by warp
  bool any_ = false;
};

}  // namespace simt::observe
