// Which volatile stores are flags, that tell lanes of the same warp, too.
//
// `data = x; __threadfence_block(); flag = 1;` is one, `sum[i] += sum[i + 8]` of a warp that relies on
// lock-step is none, though both may be volatile, and both wait for lanes of their own warp. A flag is
// stored directly after a fence: the lane has had no volatile access in between, but for a look at the flag
// itself (`++flag`).
#pragma once

#include <array>
#include <cstdint>

#include "simt/exec/op.h"

namespace simt::observe {

class FlagStores {
 public:
  void begin_block() { fenced_.fill(0); }
  void fence(uint32_t warp, uint32_t lanes) {
    fenced_[warp] |= lanes;
    exec::for_active(lanes, [&](uint32_t lane) { looked_[warp][lane] = nowhere; });
  }
  // A volatile load, or a volatile store: of its lanes, those that store a flag. address(lane) is
  // where.
  template <class Address>
  void load(uint32_t warp, uint32_t lanes, Address address) {
    fenced_[warp] &= ~lanes | looked_or_new(warp, lanes, address);
  }
  template <class Address>
  uint32_t store(uint32_t warp, uint32_t lanes, Address address) {
    const uint32_t flags = looked_or_new(warp, lanes, address);
    fenced_[warp] &= ~lanes;
    return flags;
  }

 private:
  static constexpr uint64_t nowhere = ~uint64_t{0};

  // The lanes that have had no volatile access elsewhere since their fence.
  template <class Address>
  uint32_t looked_or_new(uint32_t warp, uint32_t lanes, Address address) {
    uint32_t found = 0;
    exec::for_active(lanes & fenced_[warp], [&](uint32_t lane) {
      uint64_t& looked = looked_[warp][lane];
      if (looked == nowhere) looked = address(lane);
      found |= static_cast<uint32_t>(looked == address(lane)) << lane;
    });
    return found;
  }

  std::array<uint32_t, exec::warp_size> fenced_{};  // by warp: the lanes
  std::array<std::array<uint64_t, exec::warp_size>, exec::warp_size> looked_{};
};

}  // namespace simt::observe
