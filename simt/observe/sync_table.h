// Addresses that threads synchronise through (flags, locks, counters), and what was published
// there. Both tables are indexed by a hash of the address: where two addresses fall together, more
// is taken as ordered than is, never less.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "simt/observe/lazy_array.h"
#include "simt/observe/order.h"

namespace simt::observe {

// Between the warps of one block. Used by one host thread.
class BlockSync {
 public:
  void begin_block() { ++block_; }
  void release(uint64_t address, const VectorClock& published);
  // Null where nothing was published in this block.
  const VectorClock* acquire(uint64_t address) const;

 private:
  struct Slot {
    uint64_t block;  // 0: none yet
    VectorClock clock;
  };
  static constexpr size_t size = 1024;
  uint64_t block_ = 0;
  LazyArray<Slot> slots_{size};
};

// Between the blocks of a launch. Used by all host threads.
class GridSync {
 public:
  static constexpr size_t size = 1024;
  // Which slots a block has acquired from, itself or through others.
  using Known = std::bitset<size>;

  GridSync() = default;
  ~GridSync();
  GridSync(const GridSync&) = delete;
  GridSync& operator=(const GridSync&) = delete;

  // `published` holds clocks since the block began; `known` is what the block knew of others.
  void release(uint64_t address, uint64_t block, const VectorClock& published, const Known& known);
  void acquire(uint64_t address, Known& known);
  // Whether `block` published an access of its warp at that clock where `known` says that we
  // listened.
  bool before(uint64_t block, uint32_t warp, uint32_t clock, const Known& known) const;

 private:
  struct Slot {
    mutable std::mutex mutex;
    bool everything = false;  // too many blocks to remember: all counts as published
    std::unordered_map<uint64_t, std::array<uint16_t, 32>> blocks;
    Known known;
  };
  static constexpr size_t max_remembered = 1 << 19;  // blocks, in all slots
  Slot& slot(size_t index);

  std::array<std::atomic<Slot*>, size> slots_{};  // made when first published to
  std::atomic<size_t> remembered_ = 0;
};

}  // namespace simt::observe
