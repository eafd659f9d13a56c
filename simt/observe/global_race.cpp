#include "simt/observe/global_race.h"

#include <algorithm>
#include <bit>

#include "simt/observe/conflict.h"

namespace simt::observe {
namespace {

constexpr uint32_t launch_shift = 56, block_shift = 34, clock_shift = 18, thread_shift = 8;
constexpr uint64_t block_limit = 1u << 22;
constexpr uint32_t last_clock = 0xffff;  // and all after it

uint32_t block_of(uint64_t mark) { return mark >> block_shift & (block_limit - 1); }
uint32_t clock_of(uint64_t mark) { return mark >> clock_shift & 0xffff; }
uint32_t thread_of(uint64_t mark) { return mark >> thread_shift & 1023; }
uint32_t block_bytes(uint64_t mark) { return mark >> 4 & 15; }
uint32_t thread_bytes(uint64_t mark) { return mark & 15; }

// Host threads share the marks. Losing one of two updates at once is harmless; a mark without its site
// is not, as nobody could tell an atomic from a plain access: so the site is there first.
uint64_t get(uint64_t* marks, size_t word) {
  return std::atomic_ref(marks[word]).load(std::memory_order_acquire);
}
SiteId site_at(const GlobalShadow::Plane& plane, size_t word) {
  return std::atomic_ref(plane.sites.get()[word]).load(std::memory_order_relaxed);
}
void put(const GlobalShadow::Plane& plane, size_t word, uint64_t mark, SiteId site) {
  std::atomic_ref(plane.sites.get()[word]).store(site, std::memory_order_relaxed);
  std::atomic_ref(plane.marks.get()[word]).store(mark, std::memory_order_release);
}

// Whether a lane's store changes any of the word's `bytes`, of what memory holds or, with
// `at_once`, of what another lane of the same instruction stores there.
bool changes(const MemoryEvent& event, uint32_t lane, uint64_t word, uint32_t bytes, bool at_once,
             uint32_t other_lane) {
  for (; bytes; bytes &= bytes - 1) {
    const uint64_t address = word + std::countr_zero(bytes);
    std::byte old = *(reinterpret_cast<const std::byte*>(address) + event.delta);
    const uint64_t other_at = address - event.addresses[other_lane];
    if (at_once && other_at < event.bytes)
      old = stored_byte(event, other_lane, static_cast<uint32_t>(other_at));
    const auto at = static_cast<uint32_t>(address - event.addresses[lane]);
    if (old != stored_byte(event, lane, at)) return true;
  }
  return false;
}

}  // namespace

struct GlobalRace::Scope {
  const exec::Warp& warp;
  const MemoryEvent& event;
  SiteId site;
  GlobalShadow& shadow;
  uint64_t mark;  // of lane 0, without bytes

  uint64_t mine(uint32_t lane, uint32_t bytes) const {
    return mark | uint64_t{lane} << thread_shift | bytes << 4 | bytes;
  }
};

GlobalRace::GlobalRace(const LaunchContext& context, GlobalMemory& memory,
                       const GridSync& grid_sync, Order& order, const GridSync::Known& known,
                       uint8_t launch)
    : context_(context),
      cache_(memory, true),
      grid_sync_(grid_sync),
      order_(order),
      known_(known),
      launch_(launch),
      reports_(context) {}

void GlobalRace::access(const exec::Warp& warp, const MemoryEvent& event, SiteId site) {
  if (!event.lanes) return;
  GlobalShadow* shadow = cache_.find(site, event.addresses[std::countr_zero(event.lanes)]);
  if (!shadow) return;
  const uint32_t clock = std::min(order_.clock(warp.id) - order_.base(), last_clock);
  const Scope scope{warp, event, site, *shadow,
                    launch_ << launch_shift | (block_id(*block_)) << block_shift |
                        uint64_t{clock} << clock_shift | uint64_t{warp.id} * 32 << thread_shift};
  if (event.access == MemoryEvent::Access::load)
    exec::for_active(event.lanes, [&](uint32_t lane) { load(scope, lane); });
  else
    exec::for_active(event.lanes, [&](uint32_t lane) { store(scope, lane); });
}

inline void GlobalRace::load(const Scope& scope, uint32_t lane) {
  const uint64_t offset = scope.event.addresses[lane] - scope.shadow.first_word;
  const uint32_t bytes =
      scope.event.bytes >= 4 ? 15 : ((1u << scope.event.bytes) - 1) << (offset & 3);
  const uint64_t mine = scope.mine(lane, bytes);
  const GlobalShadow::Plane& reads = scope.shadow.reads;
  const size_t words = std::max(scope.event.bytes / 4, 1u);
  for (size_t word = offset / 4, end = word + words; word < end; ++word) {
    if (get(scope.shadow.writes.marks.get(), word) >> launch_shift == launch_) [[unlikely]]
      check(scope, lane, word, bytes, scope.shadow.writes, true);
    const uint64_t read = get(reads.marks.get(), word);
    if (read >> block_shift == mine >> block_shift) {
      // The same block, and at the same clock perhaps even the same warp: nothing new.
      const bool same_warp = (read ^ mine) >> (thread_shift + 5) == 0;
      if (same_warp && (block_bytes(read) & bytes) == bytes) continue;
      put(reads, word, mine | (read & 0xf0), scope.site);
      continue;
    }
    if (read >> launch_shift == launch_)
      put(scope.shadow.older_reads, word, read, site_at(reads, word));
    put(reads, word, mine, scope.site);
  }
}

inline void GlobalRace::store(const Scope& scope, uint32_t lane) {
  const uint64_t offset = scope.event.addresses[lane] - scope.shadow.first_word;
  const uint32_t bytes =
      scope.event.bytes >= 4 ? 15 : ((1u << scope.event.bytes) - 1) << (offset & 3);
  const uint64_t mine = scope.mine(lane, bytes);
  const size_t words = std::max(scope.event.bytes / 4, 1u);
  const GlobalShadow& shadow = scope.shadow;
  for (size_t word = offset / 4, end = word + words; word < end; ++word) {
    const uint64_t write = get(shadow.writes.marks.get(), word);
    if (write >> launch_shift == launch_) check(scope, lane, word, bytes, shadow.writes, true);
    if (get(shadow.reads.marks.get(), word) >> launch_shift == launch_)
      check(scope, lane, word, bytes, shadow.reads, false);
    if (get(shadow.older_reads.marks.get(), word) >> launch_shift == launch_)
      check(scope, lane, word, bytes, shadow.older_reads, false);
    const bool same_block = write >> block_shift == mine >> block_shift;
    put(shadow.writes, word, same_block ? mine | (write & 0xf0) : mine, scope.site);
  }
}

void GlobalRace::check(const Scope& scope, uint32_t lane, size_t word, uint32_t bytes,
                       const GlobalShadow::Plane& plane, bool other_wrote) {
  const uint64_t mark = get(plane.marks.get(), word);
  const SiteId other_site = site_at(plane, word);
  const uint32_t warp = scope.warp.id, thread = warp * 32 + lane;
  const uint32_t other_thread = thread_of(mark), other_warp = other_thread / 32;
  const bool same_block = block_of(mark) == block_id(*block_);
  const uint32_t both = bytes & (same_block ? thread_bytes(mark) : block_bytes(mark));
  if (!both) return;
  if (same_block) {
    if (other_thread == thread || clock_of(mark) == last_clock ||
        order_.before(other_warp, order_.base() + clock_of(mark), warp, lane))
      return;
  }
  const AccessSite& here = (*context_.sites)[scope.site];
  const AccessSite& other = (*context_.sites)[other_site];
  if (scope.site && other_site && !is_conflict(here, other, same_block && other_warp == warp))
    return;
  if (!same_block && grid_sync_.before(block_of(mark), other_warp, clock_of(mark), known_)) return;

  // Two lanes of this very instruction: what the other one stores is not in memory yet.
  const uint32_t other_lane = other_thread % 32;
  const bool at_once = same_block && other_wrote && other_warp == warp &&
                       other_site == scope.site && clock_of(mark) == clock_of(scope.mark) &&
                       other_lane < lane && (scope.event.lanes >> other_lane & 1);
  const uint64_t address = scope.shadow.first_word + word * 4;
  if (has_values(scope.event) && !changes(scope.event, lane, address, both, at_once, other_lane))
    return;
  const char* why = "blocks run in any order, and no atomic with a __threadfence() orders the two";
  if (at_once && has_values(scope.event))
    why = "two threads store different values at once, and chance decides which one stays";
  else if (same_block && other_warp == warp)
    why = "lanes of a warp do not run in lock-step, and no __syncwarp() orders the two";
  else if (same_block)
    why = "no barrier orders the two threads";
  report(scope, lane, mark, other_site, address + std::countr_zero(both), why);
}

void GlobalRace::report(const Scope& scope, uint32_t lane, uint64_t mark, SiteId other_site,
                        uint64_t address, const char* why) {
  Report r;
  r.kind = FindingKind::global_race;
  r.here = {scope.site, block_->linear, scope.warp.id * 32 + lane};
  r.other = {other_site, block_of(mark), thread_of(mark)};
  r.space = ptx::Space::global;
  r.address = address;
  r.why = why;
  reports_.add(r);
}

}  // namespace simt::observe
