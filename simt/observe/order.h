// The happens-before order inside one block, by vector clocks of its warps (Mattern 1989;
// FastTrack, Flanagan and Freund 2009).
//
// Each warp has a clock that ticks when the warp publishes something: at a barrier, at __syncwarp,
// at an atomic. An access is marked with its warp, lane and clock. Warps learn of each other's
// accesses through barriers and atomics, lanes of one warp also through __syncwarp; lock-step
// orders nothing. So an atomic publishes the accesses of its lane, and those of the warp's other
// lanes that this lane has waited for. And what a lane acquires it knows alone, until it comes to a
// barrier or a __syncwarp(), say, or publishes something itself: then all its warp counts as knowing
// it, which is more than does.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/exec/op.h"

namespace simt::observe {

using VectorClock = std::array<uint32_t, 32>;  // by warp of the block

// The accesses of a warp that happened before something: those of all lanes up to the clock `all`,
// and those of `lanes` up to the clock `some`.
struct Extent {
  uint32_t all = 0;
  uint32_t some = 0, lanes = 0;

  bool operator==(const Extent&) const = default;
  bool covers(uint32_t lane, uint32_t clock) const {
    return clock <= all || (clock <= some && (lanes >> lane & 1));
  }
  // Adds the accesses of `other`. As there is only one clock for some lanes, two sets with
  // different clocks both get the later one.
  void join(const Extent& other) {
    const bool is_later = other.some > some;
    const uint32_t earlier = is_later ? some : other.some;
    const uint32_t earlier_lanes = is_later ? lanes : other.lanes;
    all = other.all > all ? other.all : all;
    some = is_later ? other.some : some;
    lanes = (is_later ? other.lanes : lanes) | (earlier > all ? earlier_lanes : 0);
  }
};

// 32 extents: one per warp of a block, or per lane of a warp. Most are the same for all lanes.
class Extents {
 public:
  const VectorClock& all() const { return all_; }
  Extent operator[](uint32_t i) const {
    return partial_ >> i & 1 ? Extent{all_[i], some_[i], lanes_[i]} : Extent{all_[i]};
  }
  // A bit for each extent that reaches further for some lanes.
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
  // Joins at least the first `count` extents.
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
  // Clocks have 20 bits, and 2^20 - 1 is unused. In a block that needs more, all further accesses
  // count as ordered.
  static constexpr uint32_t max_clock = (1u << 20) - 2;

  // Clocks continue from block to block, so marks of older blocks have lower clocks.
  void begin_block(uint32_t warps);
  // If true after begin_block(), clocks will run out: clear all marks, restart() and begin again.
  bool exhausted() const { return highest_ > max_clock / 2; }
  void restart() {
    highest_ = 0;
    clocks_.fill(0);
  }

  uint32_t base() const { return base_; }  // clocks up to here are of older blocks
  // The extents of the block's warps, with clocks counted from the beginning of the block.
  std::vector<Extent> since_begin(const Extents& extents) const;
  uint32_t clock(uint32_t warp) const { return clocks_[warp]; }
  // Must be called for each access to memory, before its checks.
  void touch(const exec::Warp& warp) {
    alive_[warp.id] = warp.alive;
    dirty_ |= 1u << warp.id;
    if (!(touched_ >> warp.id & 1)) {
      touched_ |= 1u << warp.id;
      floors_known_ = 0;
    }
  }
  // All accesses of the block up to this clock happened before the warp's present access.
  uint32_t floor(uint32_t warp) {
    if (!(floors_known_ >> warp & 1)) find_floor(warp);
    return floors_[warp];
  }
  // Whether an access happened before the lane's present one; `several`: other lanes of its warp
  // did the same at that clock.
  bool before(uint32_t other_warp, uint32_t other_lane, bool several, uint32_t other_clock,
              uint32_t warp, uint32_t lane) const {
    if (off_) return true;
    const Extents& known = other_warp == warp ? own_[warp] : known_of(warp, lane);
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
  // membar.gl, membar.sys: what the lanes did and know may now be published to other blocks.
  void fence(const exec::Warp& warp, uint32_t lanes);

  // What a lane publishes by a release in this block: everything that it did and knows. For the
  // other lanes of its warp, that is what it has waited for at a __syncwarp() or a barrier.
  // (Without a fence this is more than the memory model guarantees, but it hides no missing barrier
  // and accuses no working lock.) For its own warp:
  Extent own_of(uint32_t warp, uint32_t lane) const;
  // For the other warps, once it has handed on what it knows:
  const Extents& known_of(uint32_t warp) const { return known_[warp]; }
  // Some of these lanes tell others what they have acquired. To be called before they synchronise.
  void hand_on(uint32_t warp, uint32_t lanes) {
    if (acquired_[warp].lanes & lanes) hand_on(warp);
  }
  // What a release publishes to other blocks: only what a fence covers, of that lane or of one that
  // happened before. False if that is nothing.
  bool fenced_of(uint32_t warp, uint32_t lane, Extents& published) const;
  // All lanes of an instruction have published.
  void released(uint32_t warp);
  // A lane learns what was published, `own` of its own warp.
  void acquire(uint32_t warp, uint32_t lane, const Extents& published, const Extent& own);

 private:
  static constexpr uint32_t barriers = 16;
  void find_floor(uint32_t warp);
  void tick(uint32_t warp);
  const Extents& known_of(uint32_t warp, uint32_t lane) const {
    const Acquired& some = acquired_[warp];
    return some.lanes >> lane & 1 ? some.known : known_[warp];
  }
  void hand_on(uint32_t warp);
  // Adds to what a warp knows, or lanes of it, of other warps.
  void join_others(Extents& known, uint32_t warp, const Extents& published) const;
  // Tells lanes of a warp of accesses of that warp.
  void inform_lanes(uint32_t warp, uint32_t lanes, const Extent& extent);

  uint32_t warps_ = 0, base_ = 0, highest_ = 0;
  bool off_ = false;
  uint32_t touched_ = 0;       // warps that have accessed memory
  uint32_t dirty_ = 0;         // warps that have accessed memory since their last tick
  uint32_t floors_known_ = 0;  // warps
  uint32_t fenced_ = 0;        // warps
  VectorClock clocks_{}, floors_{};
  std::array<uint32_t, 32> alive_{};
  std::array<Extents, 32> known_{};  // [warp][other warp]: what all of its lanes know
  struct Acquired {
    uint32_t lanes = 0;
    Extents known;
  };
  std::array<Acquired, 32> acquired_{};  // [warp]: what these lanes know besides
  // [warp][lane]: what a lane knows of its own warp. A __syncwarp of some lanes counts as one that
  // also orders the others.
  std::array<Extents, 32> own_{};
  // [warp][lane]: what the lane's last fence covers of its own warp, up to the clock `some`. Only
  // for warps in fenced_.
  std::array<Extents, 32> fences_{};
  std::array<Extents, barriers> arriving_{};
};

}  // namespace simt::observe
