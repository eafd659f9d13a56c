#include "simt/observe/order.h"

#include "simt/exec/op.h"

namespace simt::observe {

void Order::begin_block(uint32_t warps) {
  for (uint32_t w = 0; w < warps_; ++w) highest_ = std::max(highest_, clocks_[w]);
  warps_ = warps;
  base_ = highest_;
  off_ = false;
  touched_ = dirty_ = floors_known_ = fenced_ = 0;
  clocks_.fill(base_ + 1);
  fences_.fill(0);
  alive_.fill(exec::full_mask);
  for (uint32_t w = 0; w < warps; ++w) {
    known_[w].fill(base_);
    lanes_[w].fill(base_);
  }
  for (VectorClock& clock : arriving_) clock.fill(0);
}

void Order::find_floor(uint32_t warp) {
  uint32_t floor = off_ ? max_clock : clocks_[warp];
  if (!off_) {
    for (uint32_t u = 0; u < warps_; ++u)
      if (u != warp && (touched_ >> u & 1)) floor = std::min(floor, known_[warp][u]);
    for (uint32_t lane = 0; lane < 32; ++lane)
      if (alive_[warp] >> lane & 1) floor = std::min(floor, lanes_[warp][lane]);
  }
  floors_[warp] = floor;
  floors_known_ |= 1u << warp;
}

void Order::tick(uint32_t warp) {
  dirty_ &= ~(1u << warp);
  if (clocks_[warp] >= max_clock) {
    off_ = true;
    floors_known_ = 0;
    return;
  }
  ++clocks_[warp];
}

void Order::raise_lanes(uint32_t warp, uint32_t lanes, uint32_t clock) {
  // Lanes that have exited do nothing any more, so they may know everything.
  const uint32_t raised = (lanes & alive_[warp]) == alive_[warp] ? exec::full_mask : lanes;
  exec::for_active(
      raised, [&](uint32_t lane) { lanes_[warp][lane] = std::max(lanes_[warp][lane], clock); });
  floors_known_ &= ~(1u << warp);
}

void Order::warp_synced(const exec::Warp& warp, uint32_t lanes) {
  alive_[warp.id] = warp.alive;
  raise_lanes(warp.id, lanes, clocks_[warp.id]);
  tick(warp.id);
}

void Order::barrier_arrived(const exec::Warp& warp, uint32_t barrier, uint32_t lanes) {
  (void)lanes;
  const uint32_t w = warp.id;
  alive_[w] = warp.alive;
  VectorClock& all = arriving_[barrier % barriers];
  for (uint32_t u = 0; u < warps_; ++u) all[u] = std::max(all[u], known_[w][u]);
  all[w] = std::max(all[w], clocks_[w]);
  tick(w);
}

void Order::barrier_opened(uint32_t barrier, const uint32_t* warps_lanes) {
  VectorClock& all = arriving_[barrier % barriers];
  uint32_t highest = 0;
  bool everybody = true;
  for (uint32_t w = 0; w < warps_; ++w) {
    highest = std::max(highest, clocks_[w]);
    if (touched_ >> w & 1) everybody &= (warps_lanes[w] & alive_[w]) == alive_[w];
  }
  if (everybody && highest < max_clock) {
    // All clocks equal again, which makes floor() exact.
    for (uint32_t w = 0; w < warps_; ++w) {
      clocks_[w] = highest + 1;
      if (!warps_lanes[w]) continue;
      known_[w].fill(highest);
      raise_lanes(w, warps_lanes[w], highest);
    }
    dirty_ = 0;
  } else {
    for (uint32_t w = 0; w < warps_; ++w)
      if (warps_lanes[w]) acquire(w, warps_lanes[w], all);
  }
  all.fill(0);
}

void Order::fence(const exec::Warp& warp) {
  fences_[warp.id] = clocks_[warp.id];
  fenced_ |= 1u << warp.id;
  if (dirty_ >> warp.id & 1) tick(warp.id);
}

VectorClock Order::release(uint32_t warp) {
  VectorClock published = known_[warp];
  published[warp] = clocks_[warp];
  if (dirty_ >> warp & 1) tick(warp);
  return published;
}

bool Order::release_to_grid(uint32_t warp, bool releases, VectorClock& published) {
  if (releases) {
    published = release(warp);
    return true;
  }
  bool any = false;
  published.fill(0);
  for (uint32_t u = 0; u < warps_; ++u) {
    if (!(fenced_ >> u & 1) || (u != warp && fences_[u] > known_[warp][u])) continue;
    // A fence covers what its warp knew by then; barriers before it are part of that.
    published[u] = std::max(published[u], fences_[u]);
    if (u == warp)
      for (uint32_t v = 0; v < warps_; ++v)
        published[v] = std::max(published[v], v == warp ? fences_[u] : known_[warp][v]);
    any = true;
  }
  return any;
}

void Order::acquire(uint32_t warp, uint32_t lanes, const VectorClock& published) {
  for (uint32_t u = 0; u < warps_; ++u)
    if (u != warp) known_[warp][u] = std::max(known_[warp][u], published[u]);
  raise_lanes(warp, lanes, published[warp]);
}

}  // namespace simt::observe
