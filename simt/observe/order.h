// What happens before what inside one block: vector clocks of its warps (Mattern 1989; FastTrack,
// Flanagan and Freund 2009).
//
// Each warp has a clock that ticks when it publishes something: at a barrier, at __syncwarp, at an
// atomic. An access is marked with its warp, lane and clock. Warps learn of each other's accesses
// through barriers and through atomics, lanes of one warp through __syncwarp too: lock-step orders
// nothing.
#pragma once

#include <array>
#include <cstdint>

#include "simt/exec/op.h"

namespace simt::observe {

using VectorClock = std::array<uint32_t, 32>;  // by warp of the block

class Order {
 public:
  // Clocks fit in 20 bits, and 2^20 - 1 is nobody's. A block that needs more has the rest of its
  // accesses taken as ordered.
  static constexpr uint32_t max_clock = (1u << 20) - 2;

  // Clocks go on from block to block, so that marks of older blocks are known by their clocks.
  void begin_block(uint32_t warps);
  // True after begin_block(): clocks run out soon. Clear all marks, restart() and begin anew.
  bool exhausted() const { return highest_ > max_clock / 2; }
  void restart() {
    highest_ = 0;
    clocks_.fill(0);
  }

  uint32_t base() const { return base_; }  // clocks up to here are of older blocks
  uint32_t clock(uint32_t warp) const { return clocks_[warp]; }
  // To be called at each access to memory, before its checks.
  void touch(const exec::Warp& warp) {
    alive_[warp.id] = warp.alive;
    dirty_ |= 1u << warp.id;
    if (!(touched_ >> warp.id & 1)) {
      touched_ |= 1u << warp.id;
      floors_known_ = 0;
    }
  }
  // All accesses in this block with clocks up to this one happened before what the warp does now.
  uint32_t floor(uint32_t warp) {
    if (!(floors_known_ >> warp & 1)) find_floor(warp);
    return floors_[warp];
  }
  bool before(uint32_t other_warp, uint32_t other_clock, uint32_t warp, uint32_t lane) const {
    if (off_) return true;
    return other_clock <= (other_warp == warp ? lanes_[warp][lane] : known_[warp][other_warp]);
  }

  void warp_synced(const exec::Warp& warp, uint32_t lanes);
  void barrier_arrived(const exec::Warp& warp, uint32_t barrier, uint32_t lanes);
  void barrier_opened(uint32_t barrier, const uint32_t* warps_lanes);
  // membar.gl, membar.sys: what the warp has done and knows may be published to other blocks.
  void fence(const exec::Warp& warp);

  // What is published by a release in this block: everything that the warp did and knows. (Without
  // a fence this is more than the memory model promises; it hides no missing barrier, and accuses
  // no working lock.)
  VectorClock release(uint32_t warp);
  // What is published to other blocks: only what a fence of that warp, or of one before it, covers;
  // or everything, where the operation itself releases. False where nothing is.
  bool release_to_grid(uint32_t warp, bool releases, VectorClock& published);
  void acquire(uint32_t warp, uint32_t lanes, const VectorClock& published);

 private:
  static constexpr uint32_t barriers = 16;
  void find_floor(uint32_t warp);
  void tick(uint32_t warp);
  void raise_lanes(uint32_t warp, uint32_t lanes, uint32_t clock);

  uint32_t warps_ = 0, base_ = 0, highest_ = 0;
  bool off_ = false;
  uint32_t touched_ = 0;       // warps that have accessed memory
  uint32_t dirty_ = 0;         // warps that have since their clock ticked
  uint32_t floors_known_ = 0;  // warps
  uint32_t fenced_ = 0;        // warps
  VectorClock clocks_{}, floors_{}, fences_{};
  std::array<uint32_t, 32> alive_{};
  std::array<VectorClock, 32> known_{};  // [warp][other warp]
  // [warp][lane]: what a lane knows of its own warp. One number for all other lanes: a __syncwarp
  // of some lanes counts as if it ordered those outside of it too.
  std::array<std::array<uint32_t, 32>, 32> lanes_{};
  std::array<VectorClock, barriers> arriving_{};
};

}  // namespace simt::observe
