// What happens before what inside one block: vector clocks of its warps (Mattern 1989; FastTrack,
// Flanagan and Freund 2009).
//
// Each warp has a clock that ticks when it publishes something: at a barrier, at __syncwarp, at an
// atomic. An access is marked with its warp, lane and clock. Warps learn of each other's accesses
// through barriers and through atomics, lanes of one warp through __syncwarp too: lock-step orders
// nothing. So an atomic publishes what its lane did, and of the others of its warp what that lane
// has waited for.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/exec/op.h"

namespace simt::observe {

using VectorClock = std::array<uint32_t, 32>;  // by warp of the block

// Which accesses of a warp happened before something: those of all its lanes up to one clock, those
// of some lanes up to another.
struct Extent {
  uint32_t all = 0;
  uint32_t some = 0, lanes = 0;

  bool operator==(const Extent&) const = default;
  bool covers(uint32_t lane, uint32_t clock) const {
    return clock <= all || (clock <= some && (lanes >> lane & 1));
  }
  // With those of the other as well. There is one clock for some lanes: where two sets differ, both
  // go up to the later one.
  void join(const Extent& other) {
    const bool is_later = other.some > some;
    const uint32_t earlier = is_later ? some : other.some;
    const uint32_t earlier_lanes = is_later ? lanes : other.lanes;
    all = other.all > all ? other.all : all;
    some = is_later ? other.some : some;
    lanes = (is_later ? other.lanes : lanes) | (earlier > all ? earlier_lanes : 0);
  }
};

// 32 of them: of the warps of a block, or by lanes of one warp. Most know the same of all lanes.
class Extents {
 public:
  const VectorClock& all() const { return all_; }
  Extent operator[](uint32_t i) const {
    return partial_ >> i & 1 ? Extent{all_[i], some_[i], lanes_[i]} : Extent{all_[i]};
  }
  // Indexes of those that know more of some lanes.
  uint32_t partial() const { return partial_; }
  void put(uint32_t i, const Extent& extent) {
    all_[i] = extent.all;
    some_[i] = extent.some;
    lanes_[i] = extent.lanes;
    partial_ = (partial_ & ~(1u << i)) | static_cast<uint32_t>(extent.some > extent.all) << i;
  }
  void fill(uint32_t all) {
    all_.fill(all);
    partial_ = 0;
  }
  void raise(uint32_t i, uint32_t all) { all_[i] = all > all_[i] ? all : all_[i]; }
  void join(uint32_t i, const Extent& extent) {
    Extent joined = (*this)[i];
    joined.join(extent);
    put(i, joined);
  }
  // The first `count` of them at least.
  void join(const Extents& other, uint32_t count) {
    for (uint32_t first = 0; first < count; first += 8)
      for (uint32_t i = first; i < first + 8; ++i) raise(i, other.all_[i]);
    exec::for_active(other.partial_, [&](uint32_t i) { join(i, other[i]); });
  }

 private:
  VectorClock all_{}, some_{}, lanes_{};
  uint32_t partial_ = 0;
};

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
  // What is known of each warp of the block, with clocks from the block's beginning on.
  std::vector<Extent> since_begin(const Extents& extents) const;
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
  // Whether an access happened before what the lane does now; `several`: others of its warp did the
  // same at that clock.
  bool before(uint32_t other_warp, uint32_t other_lane, bool several, uint32_t other_clock,
              uint32_t warp, uint32_t lane) const {
    if (off_) return true;
    const Extents& known = other_warp == warp ? own_[warp] : known_[warp];
    const uint32_t index = other_warp == warp ? lane : other_warp;
    if (other_clock <= known.all()[index]) return true;
    if (!(known.partial() >> index & 1)) return false;
    const Extent extent = known[index];
    return (!several || (extent.lanes & (extent.lanes - 1))) &&
           extent.covers(other_lane, other_clock);
  }

  void warp_synced(const exec::Warp& warp, uint32_t lanes);
  void barrier_arrived(const exec::Warp& warp, uint32_t barrier, uint32_t lanes);
  void barrier_opened(uint32_t barrier, const uint32_t* warps_lanes);
  // membar.gl, membar.sys: what the lanes have done and know may be published to other blocks.
  void fence(const exec::Warp& warp, uint32_t lanes);

  // What a lane publishes by a release in this block: everything that it did and knows. Of the other
  // lanes of its warp that is what it has waited for, by __syncwarp() or a barrier. (Without a fence
  // this is more than the memory model promises; it hides no missing barrier, and accuses no working
  // lock.) Of its own warp:
  Extent own_of(uint32_t warp, uint32_t lane) const;
  // Of the others:
  const Extents& known_of(uint32_t warp) const { return known_[warp]; }
  // What is published to other blocks: only what a fence of that lane, or of one before it, covers.
  // False where nothing is.
  bool fenced_of(uint32_t warp, uint32_t lane, Extents& published) const;
  // All lanes of an instruction have published.
  void released(uint32_t warp);
  void acquire(uint32_t warp, uint32_t lanes, const Extents& published);

 private:
  static constexpr uint32_t barriers = 16;
  void find_floor(uint32_t warp);
  void tick(uint32_t warp);
  // Lanes of a warp learn of accesses of that warp.
  void inform_lanes(uint32_t warp, uint32_t lanes, const Extent& extent);

  uint32_t warps_ = 0, base_ = 0, highest_ = 0;
  bool off_ = false;
  uint32_t touched_ = 0;       // warps that have accessed memory
  uint32_t dirty_ = 0;         // warps that have since their clock ticked
  uint32_t floors_known_ = 0;  // warps
  uint32_t fenced_ = 0;        // warps
  VectorClock clocks_{}, floors_{};
  std::array<uint32_t, 32> alive_{};
  std::array<Extents, 32> known_{};  // [warp][other warp]
  // [warp][lane]: what a lane knows of its own warp. A __syncwarp of some lanes counts as if it
  // ordered those outside of it too.
  std::array<Extents, 32> own_{};
  // [warp][lane]: what the lane's last fence covers of its own warp, up to the clock `some`; of
  // warps in fenced_.
  std::array<Extents, 32> fences_{};
  std::array<Extents, barriers> arriving_{};
};

}  // namespace simt::observe
