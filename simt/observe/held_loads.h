// Loads of a block that do not count yet: a lane's load counts once it uses the value
// (MemoryEvent::ahead). It then counts as an access at the time when the load ran.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/events/observer.h"
#include "simt/exec/op.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/reports.h"
#include "simt/ptx/program.h"

namespace simt::observe {

struct HeldLoad {
  events::MemoryEvent event;  // with the lanes that have not used the value yet
  const exec::Warp* warp = nullptr;
  std::array<uint64_t, exec::warp_size> addresses;
  std::optional<std::array<events::Span, 2>> spans;
  SiteId site = 0;
  uint32_t clock = 0;           // of the warp
  bool settled = false;         // a barrier has ordered it before the rest of the block
  bool looked = false;          // shared memory: its bytes were looked at for values
  std::vector<Report> reports;  // for lanes that will use the value

  // The event with only these lanes.
  events::MemoryEvent of(uint32_t lanes) const {
    events::MemoryEvent part = event;
    part.addresses = addresses.data();
    part.lanes = lanes;
    part.spans = spans ? spans->data() : nullptr;
    return part;
  }
  // Adds the reports of these lanes.
  void confirm(uint32_t lanes, Reports& to) const {
    for (const Report& report : reports)
      if (lanes >> report.here.thread % exec::warp_size & 1) to.add(report);
  }
};

class HeldLoads {
 public:
  void begin_block(uint32_t warps) {
    if (warps_.size() < warps) warps_.resize(warps);
    for (std::vector<HeldLoad>& loads : warps_) loads.clear();
  }

  bool is_empty(const exec::Warp& warp) const { return warps_[warp.id].empty(); }

  // Forgets earlier loads of these lanes by the same instruction. Returns one without lanes, or null.
  HeldLoad* forget(const exec::Warp& warp, const events::MemoryEvent& event) {
    HeldLoad* free = nullptr;
    for (HeldLoad& load : warps_[warp.id]) {
      if (load.event.pc == event.pc && load.event.function == event.function)
        load.event.lanes &= ~event.lanes;
      if (!load.event.lanes) free = &load;
    }
    return free;
  }

  // In place of those.
  HeldLoad& add(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site) {
    std::vector<HeldLoad>& loads = warps_[warp.id];
    HeldLoad* const free = forget(warp, event);
    HeldLoad& load = free ? *free : loads.emplace_back();
    load.event = event;
    load.warp = &warp;
    std::copy_n(event.addresses, exec::warp_size, load.addresses.begin());
    load.spans.reset();
    if (event.spans) load.spans = {{thinned(event.spans[0]), thinned(event.spans[1])}};
    load.site = site;
    load.settled = load.looked = false;
    load.reports.clear();
    return load;
  }

  // Calls take(load, users); `users` are those of `lanes` that loaded and had not used the value
  // yet.
  template <class F>
  void use(uint32_t warp, const ptx::Function* function, uint32_t pc, uint32_t lanes, F take) {
    for (HeldLoad& load : warps_[warp]) {
      const uint32_t users = load.event.lanes & lanes;
      if (!users || load.event.pc != pc || load.event.function != function) continue;
      take(load, users);
      load.event.lanes &= ~users;
    }
  }

  template <class F>
  void each(F visit) {
    for (std::vector<HeldLoad>& loads : warps_)
      for (HeldLoad& load : loads)
        if (load.event.lanes) visit(load);
  }

 private:
  // Of a span's lanes only some may be left.
  static events::Span thinned(events::Span span) {
    span.is_dense = false;
    return span;
  }

  std::vector<std::vector<HeldLoad>> warps_;
};

}  // namespace simt::observe
