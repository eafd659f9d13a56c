#include "simt/observe/order.h"

#include <algorithm>

#include "simt/exec/op.h"

namespace simt::observe {

void Order::begin_block(uint32_t warps) {
  for (uint32_t w = 0; w < warps_; ++w) highest_ = std::max(highest_, clocks_[w]);
  warps_ = warps;
  base_ = highest_;
  off_ = false;
  touched_ = dirty_ = floors_known_ = fenced_ = 0;
  clocks_.fill(base_ + 1);
  alive_.fill(exec::full_mask);
  for (uint32_t w = 0; w < warps; ++w) {
    known_[w].fill(base_);
    acquired_[w].lanes = 0;
    own_[w].fill(base_);
  }
  for (Extents& extents : arriving_) extents.fill(0);
}

void Order::find_floor(uint32_t warp) {
  uint32_t floor = off_ ? max_clock : clocks_[warp];
  if (!off_) {
    for (uint32_t u = 0; u < warps_; ++u)
      if (u != warp && (touched_ >> u & 1)) floor = std::min(floor, known_[warp].all()[u]);
    for (uint32_t lane = 0; lane < 32; ++lane)
      if (alive_[warp] >> lane & 1) floor = std::min(floor, own_[warp].all()[lane]);
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

void Order::inform_lanes(uint32_t warp, uint32_t lanes, const Extent& extent) {
  // Lanes that have exited do nothing any more, so they may know everything.
  const uint32_t informed = (lanes & alive_[warp]) == alive_[warp] ? exec::full_mask : lanes;
  if (extent.some > extent.all)
    exec::for_active(informed, [&](uint32_t lane) { own_[warp].join(lane, extent); });
  else if (informed == exec::full_mask)
    for (uint32_t lane = 0; lane < 32; ++lane) own_[warp].raise(lane, extent.all);
  else
    exec::for_active(informed, [&](uint32_t lane) { own_[warp].raise(lane, extent.all); });
  floors_known_ &= ~(1u << warp);
}

void Order::warp_synced(const exec::Warp& warp, uint32_t lanes) {
  alive_[warp.id] = warp.alive;
  Extent published{.all = clocks_[warp.id]};
  if ((lanes & warp.alive) != warp.alive) {  // these wait for each other alone
    published = {};
    exec::for_active(lanes, [&](uint32_t lane) { published.join(own_of(warp.id, lane)); });
  }
  inform_lanes(warp.id, lanes, published);
  tick(warp.id);
}

void Order::barrier_arrived(const exec::Warp& warp, uint32_t barrier, uint32_t lanes) {
  (void)lanes;
  const uint32_t w = warp.id;
  alive_[w] = warp.alive;
  Extents& all = arriving_[barrier % barriers];
  all.join(known_[w], warps_);
  all.raise(w, clocks_[w]);
  tick(w);
}

void Order::barrier_opened(uint32_t barrier, const uint32_t* warps_lanes) {
  Extents& all = arriving_[barrier % barriers];
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
      acquired_[w].lanes = 0;
      inform_lanes(w, warps_lanes[w], {.all = highest});
    }
    dirty_ = 0;
  } else {
    for (uint32_t w = 0; w < warps_; ++w) {
      if (!warps_lanes[w]) continue;
      join_others(known_[w], w, all);
      if (acquired_[w].lanes) join_others(acquired_[w].known, w, all);
      inform_lanes(w, warps_lanes[w], all[w]);
    }
  }
  all.fill(0);
}

void Order::fence(const exec::Warp& warp, uint32_t lanes) {
  const uint32_t w = warp.id;
  if (!(fenced_ >> w & 1)) fences_[w].fill(0);
  fenced_ |= 1u << w;
  exec::for_active(lanes, [&](uint32_t lane) { fences_[w].put(lane, own_of(w, lane)); });
  tick(w);  // it does not cover what comes after it
}

Extent Order::own_of(uint32_t warp, uint32_t lane) const {
  const Extent itself{own_[warp].all()[lane], clocks_[warp], 1u << lane};
  if (!(own_[warp].partial() >> lane & 1)) return itself;
  Extent extent = own_[warp][lane];
  extent.join(itself);
  return extent;
}

bool Order::fenced_of(uint32_t warp, uint32_t lane, Extents& published) const {
  if (!fenced_) return false;
  bool any = false;
  published.fill(0);
  exec::for_active(fenced_, [&](uint32_t u) {
    const Extent known = u == warp ? own_of(warp, lane) : known_[warp][u];
    Extent covered;
    exec::for_active(fences_[u].partial(), [&](uint32_t l) {
      if (const Extent fence = fences_[u][l]; known.covers(l, fence.some)) covered.join(fence);
    });
    if (covered == Extent{}) return;
    any = true;
    // A fence covers what its warp knew by then; barriers before it are part of that.
    if (u == warp) published.join(known_[warp], warps_);
    published.join(u, covered);
  });
  return any;
}

std::vector<Extent> Order::since_begin(const Extents& extents) const {
  const auto since = [&](uint32_t clock) { return clock > base_ ? clock - base_ : 0; };
  std::vector<Extent> warps(warps_);
  for (uint32_t w = 0; w < warps_; ++w)
    warps[w] = {since(extents[w].all), since(extents[w].some), extents[w].lanes};
  return warps;
}

void Order::released(uint32_t warp) {
  if (dirty_ >> warp & 1) tick(warp);
}

void Order::acquire(uint32_t warp, uint32_t lane, const Extents& published, const Extent& own) {
  Acquired& some = acquired_[warp];
  if (!some.lanes) some.known = known_[warp];
  some.lanes |= 1u << lane;
  join_others(some.known, warp, published);
  inform_lanes(warp, 1u << lane, own);
  if (!(alive_[warp] & ~some.lanes)) hand_on(warp);
}

void Order::hand_on(uint32_t warp) {
  join_others(known_[warp], warp, acquired_[warp].known);
  acquired_[warp].lanes = 0;
  floors_known_ &= ~(1u << warp);
}

void Order::join_others(Extents& known, uint32_t warp, const Extents& published) const {
  const Extent itself = known[warp];
  known.join(published, warps_);
  known.put(warp, itself);
  exec::for_active(known.partial(), [&](uint32_t u) {
    const Extent extent = known[u];
    if ((extent.lanes & alive_[u]) == alive_[u]) known.put(u, {std::max(extent.all, extent.some)});
  });
}

}  // namespace simt::observe
