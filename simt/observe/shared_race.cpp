#include "simt/observe/shared_race.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "simt/exec/worker.h"
#include "simt/observe/conflict.h"

namespace simt::observe {
namespace {

// Four marks, or the four sites that belong to them, at any address.
typedef int32_t Marks4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint16_t Sites4 __attribute__((vector_size(8), aligned(2), may_alias));
typedef int16_t Mask4 __attribute__((vector_size(8)));
typedef int64_t Halves __attribute__((vector_size(16)));

bool all(Marks4 mask) {
#ifdef __SSE2__
  return _mm_movemask_ps(reinterpret_cast<__m128>(mask)) == 15;
#else
  const Halves h = reinterpret_cast<Halves>(mask);
  return (h[0] & h[1]) == -1;
#endif
}

constexpr int32_t several = 1, lane_bits = 31 << 1, warp_bits = 31 << 6, clock_shift = 11;
constexpr int32_t thread_bits = (1 << clock_shift) - 1;
// The clock of bytes that an asynchronous copy will write.
constexpr int32_t copying = ((1 << 20) - 1) << clock_shift;

uint32_t warp_of(int32_t mark) { return mark >> 6 & 31; }
uint32_t lane_of(int32_t mark) { return mark >> 1 & 31; }
uint32_t clock_of(int32_t mark) { return static_cast<uint32_t>(mark) >> clock_shift; }

int32_t make_mark(uint32_t clock, uint32_t warp, uint32_t lane) {
  return static_cast<int32_t>(clock << clock_shift | warp << 6 | lane << 1);
}

// Lanes whose load needs a closer look: a byte may not be plainly ordered; a read is not noted yet.
struct Looked {
  uint32_t unordered, unnoted;
};

#if defined(__x86_64__) && !defined(SIMT_WITHOUT_AVX512)
// look_at() for loads of one byte, whose marks are gathered from wherever they are.
[[gnu::target("avx512f")]] Looked look_at_bytes(const events::MemoryEvent& event,
                                                const int32_t* writes, const int32_t* reads,
                                                int32_t unwritten, int32_t before, int32_t mark) {
  const __m512i lane_0_to_15 =
      _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i zero = _mm512_setzero_si512(), all_lanes = _mm512_set1_epi32(lane_bits);
  const __m512i noted = _mm512_set1_epi32(mark | lane_bits | several);
  uint32_t all_ordered = 0, all_known = 0;
  for (int h = 0; h < 2; ++h) {
    const auto active = static_cast<__mmask16>(event.lanes >> 16 * h);
    const __m256i low =
        _mm512_maskz_cvtepi64_epi32(0xff, _mm512_loadu_si512(event.addresses + 16 * h));
    const __m256i high =
        _mm512_maskz_cvtepi64_epi32(0xff, _mm512_loadu_si512(event.addresses + 16 * h + 8));
    const __m512i at = _mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(low), high, 1);
    const __m512i w = _mm512_mask_i32gather_epi32(zero, active, at, writes, 4);
    const __m512i r = _mm512_mask_i32gather_epi32(zero, active, at, reads, 4);
    const __m512i lane = _mm512_add_epi32(lane_0_to_15, _mm512_set1_epi32(16 * h));
    const __m512i mine = _mm512_add_epi32(_mm512_set1_epi32(mark), _mm512_add_epi32(lane, lane));
    const __mmask16 ordered = _mm512_cmpgt_epi32_mask(w, _mm512_set1_epi32(unwritten)) &
                              _mm512_cmple_epi32_mask(w, _mm512_set1_epi32(before));
    const __mmask16 known = _mm512_cmpeq_epi32_mask(r, mine) |
                            _mm512_cmpeq_epi32_mask(_mm512_or_si512(r, all_lanes), noted);
    all_ordered |= uint32_t{ordered} << 16 * h;
    all_known |= uint32_t{known} << 16 * h;
  }
  return {event.lanes & ~all_ordered, event.lanes & ~all_known};
}

const bool has_avx512 = __builtin_cpu_supports("avx512f");
#endif

// Without branches, as most loads of a kernel need no closer look. Of less than a word each lane needs one where there
// is no AVX-512: without gathers, looking is as dear as noting.
template <int bytes, bool all_lanes>
Looked look_at(const events::MemoryEvent& event, const int32_t* writes, const int32_t* reads,
               int32_t unwritten, int32_t before, int32_t mark) {
  const uint32_t active = event.lanes;
#if defined(__x86_64__) && !defined(SIMT_WITHOUT_AVX512)
  if constexpr (bytes == 1)
    if (has_avx512) return look_at_bytes(event, writes, reads, unwritten, before, mark);
#endif
  if constexpr (bytes < 4) return {active, active};
  const uint64_t anywhere = event.addresses[__builtin_ctz(active)];
  const int32_t noted = mark | lane_bits | several;
  uint32_t unordered = 0, unnoted = 0;
#pragma GCC unroll 4
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint64_t at = all_lanes || (active >> lane & 1) ? event.addresses[lane] : anywhere;
    const int32_t mine = mark | static_cast<int32_t>(lane << 1);
    Marks4 ordered = Marks4{} - 1, known = ordered;
    for (int i = 0; i < bytes; i += 4) {
      const auto w = *reinterpret_cast<const Marks4*>(writes + at + i);
      const auto r = *reinterpret_cast<const Marks4*>(reads + at + i);
      ordered &= (w > unwritten) & (w <= before);
      known &= (r == mine) | ((r | lane_bits) == noted);
    }
    unordered |= static_cast<uint32_t>(!all(ordered)) << lane;
    unnoted |= static_cast<uint32_t>(!all(known)) << lane;
  }
  return {unordered & active, unnoted & active};
}

}  // namespace

struct SharedRace::Scope {
  const exec::Warp& warp;
  const events::MemoryEvent& event;
  SiteId site;
  Mark mark;            // of lane 0
  Mark unwritten;       // write marks up to here: not written in this block
  Mark before;          // marks up to here are ordered before us
  bool held = false;    // the event came some time ago
  bool looked = false;  // and its bytes were looked at for values then
  uint32_t flags = 0;   // lanes that store a flag
};

SharedRace::SharedRace(const LaunchContext& context, Order& order, Guesses& guesses)
    : context_(context), order_(order), guesses_(guesses), reports_(context) {
  clear();
}

void SharedRace::clear() {
  const size_t bytes = context_.info->shared_bytes + 64;  // whole vectors at the end
  for (Marks* m : {&writes_, &reads_, &older_reads_}) m->clear(bytes);
}

inline SharedRace::Scope SharedRace::scope_of(const exec::Warp& warp,
                                              const events::MemoryEvent& event, SiteId site,
                                              uint32_t clock) const {
  return {warp,
          event,
          site,
          make_mark(clock, warp.id, 0),
          make_mark(order_.base(), 31, 31) | several,
          make_mark(order_.floor(warp.id), 31, 31) | several};
}

SharedRace::Scope SharedRace::scope_of(const HeldLoad& load,
                                       const events::MemoryEvent& event) const {
  Scope scope = scope_of(*load.warp, event, load.site, load.clock);
  scope.held = true;
  scope.looked = load.looked;
  return scope;
}

void SharedRace::access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                        uint32_t flags) {
  Scope scope = scope_of(warp, event, site, order_.clock(warp.id));
  scope.flags = flags;
  access(scope);
}

void SharedRace::access(const Scope& scope) {
  const events::MemoryEvent& event = scope.event;
  const bool load_only = event.access == events::MemoryEvent::Access::load;
  switch (event.bytes) {
    case 1:
      return load_only ? load<1>(scope) : store<1>(scope);
    case 2:
      return load_only ? load<2>(scope) : store<2>(scope);
    case 4:
      return load_only ? load<4>(scope) : store<4>(scope);
    case 8:
      return load_only ? load<8>(scope) : store<8>(scope);
    case 16:
      return load_only ? load<16>(scope) : store<16>(scope);
    default:  // 32 and more: eight words a lane
      return load_only ? load<32>(scope) : store<32>(scope);
  }
}

inline void SharedRace::note_read(uint32_t byte, Mark mine, SiteId site) {
  Mark& read = reads_.marks[byte];
  const Mark difference = read ^ mine;
  if ((difference & ~(lane_bits | several)) == 0) {
    if (difference & lane_bits) read |= several;
    return;
  }
  if (difference & warp_bits) {
    older_reads_.marks[byte] = read;
    older_reads_.sites[byte] = reads_.sites[byte];
  }
  read = mine;
  reads_.sites[byte] = site;
}

template <int bytes>
void SharedRace::load(const Scope& scope) {
  if (!scope.event.lanes) return;
  const auto look =
      scope.event.lanes == exec::full_mask ? look_at<bytes, true> : look_at<bytes, false>;
  const Looked found = look(scope.event, writes_.marks.get(), reads_.marks.get(), scope.unwritten,
                            scope.before, scope.mark);
  const auto note = [&](uint32_t lane) {
    const auto at = static_cast<uint32_t>(scope.event.addresses[lane]);
    const Mark mine = scope.mark | static_cast<Mark>(lane << 1);
    if constexpr (bytes < 4) {
      for (int i = 0; i < bytes; ++i) note_read(at + i, mine, scope.site);
    } else {
      for (int i = 0; i < bytes; i += 4) note_reads(at + i, mine, scope.site);
    }
  };
  if (!found.unordered) return exec::for_active(found.unnoted, note);
  // Those that are only perhaps unordered are looked at byte by byte.
  exec::for_active(found.unordered | found.unnoted, [&](uint32_t lane) {
    const Mark* const writes = &writes_.marks[scope.event.addresses[lane]];
    bool ordered = true;
    for (int i = 0; i < bytes; ++i)
      ordered &= (writes[i] > scope.unwritten) & (writes[i] <= scope.before);
    if (!ordered) [[unlikely]]
      check_load(scope, lane);
    note(lane);
  });
}

// note_read() of four bytes.
inline void SharedRace::note_reads(uint32_t byte, Mark mine, SiteId site) {
  auto* const to = reinterpret_cast<Marks4*>(&reads_.marks[byte]);
  const Marks4 read = *to, difference = read ^ mine;
  const Marks4 same_clock = (difference & ~(lane_bits | several)) == 0;
  const Marks4 other_lane = (difference & lane_bits) != 0;
  *to = (same_clock & (read | (other_lane & several))) | (~same_clock & (Marks4{} + mine));
  if (all(same_clock)) return;
  auto* const sites = reinterpret_cast<Sites4*>(&reads_.sites[byte]);
  const Sites4 old_sites = *sites;
  const auto kept = reinterpret_cast<Sites4>(__builtin_convertvector(same_clock, Mask4));
  *sites = (kept & old_sites) | (~kept & (Sites4{} + site));
  const Marks4 same_warp = (difference & warp_bits) == 0;
  if (all(same_warp)) return;
  auto* const older = reinterpret_cast<Marks4*>(&older_reads_.marks[byte]);
  *older = (same_warp & *older) | (~same_warp & read);
  auto* const older_sites = reinterpret_cast<Sites4*>(&older_reads_.sites[byte]);
  const auto same = reinterpret_cast<Sites4>(__builtin_convertvector(same_warp, Mask4));
  *older_sites = (same & *older_sites) | (~same & old_sites);
}

template <int bytes>
void SharedRace::store(const Scope& scope) {
  Mark* const writes = writes_.marks.get();
  SiteId* const sites = writes_.sites.get();
  const Mark* const reads = reads_.marks.get();
  const Mark* const older = older_reads_.marks.get();
  const bool atomic = scope.event.access == events::MemoryEvent::Access::atomic;
  exec::for_active(scope.event.lanes, [&](uint32_t lane) {
    const auto at = static_cast<uint32_t>(scope.event.addresses[lane]);
    const Mark mine = scope.mark | static_cast<Mark>(lane << 1);
    const auto fine = [&](auto mark) {
      return (mark <= scope.before) | (((mark ^ mine) & thread_bits) == 0);
    };
    if constexpr (bytes < 4) {
      bool good = true;
      for (int i = at; i < static_cast<int>(at) + bytes; ++i)
        good = good && fine(writes[i]) && fine(reads[i]) && fine(older[i]);
      if (!good) [[unlikely]]
        check_store(scope, lane);
    } else {
      Marks4 good = Marks4{} - 1;
      for (uint32_t i = at; i < at + bytes; i += 4) {
        const auto w = *reinterpret_cast<const Marks4*>(writes + i);
        const auto r = *reinterpret_cast<const Marks4*>(reads + i);
        const auto o = *reinterpret_cast<const Marks4*>(older + i);
        good &= fine(w) & fine(r) & fine(o);
      }
      if (!all(good)) [[unlikely]]
        check_store(scope, lane);
    }
    if (atomic && !(*context_.sites)[scope.site].barrier_object) check_values(scope, lane);
    if constexpr (bytes < 4) {
      for (uint32_t i = at; i < at + bytes; ++i) writes[i] = mine, sites[i] = scope.site;
    } else {
      for (uint32_t i = at; i < at + bytes; i += 4) {
        *reinterpret_cast<Marks4*>(writes + i) = Marks4{} + mine;
        *reinterpret_cast<Sites4*>(sites + i) = Sites4{} + scope.site;
      }
    }
  });
}

void SharedRace::check_load(const Scope& scope, uint32_t lane) {
  const auto at = static_cast<uint32_t>(scope.event.addresses[lane]);
  if (!scope.looked) check_values(scope, lane);
  for (uint32_t i = 0; i < scope.event.bytes; ++i) {
    const bool as_before = i > 0 && writes_.marks[at + i] == writes_.marks[at + i - 1] &&
                           writes_.sites[at + i] == writes_.sites[at + i - 1];
    if (!as_before &&
        !check_mark(scope, lane, i, writes_.marks[at + i], writes_.sites[at + i], true))
      break;
  }
}

void SharedRace::check_values(const Scope& scope, uint32_t lane) {
  const auto at = static_cast<uint32_t>(scope.event.addresses[lane]);
  const auto has_value = [&](uint32_t word) {
    return all(*reinterpret_cast<const Marks4*>(&writes_.marks[word]) > scope.unwritten);
  };
  if (scope.event.bytes == 4 && has_value(at)) return;
  uint32_t missing = 0;
  for (uint32_t i = 0; i < scope.event.bytes; ++i)
    missing |= static_cast<uint32_t>(writes_.marks[at + i] <= scope.unwritten) << i;
  const AccessSite& site = (*context_.sites)[scope.site];
  if (missing && is_uninitialised(missing, scope.event.bytes, site) &&
      !copies_.is_padding(site, scope.event.bytes, at,
                          [&](uint64_t byte) { return writes_.marks[byte] > scope.unwritten; }))
    report(scope, lane, events::FindingKind::uninitialised_shared, 0, 0, __builtin_ctz(missing),
           "that no thread of this block has written");
}

void SharedRace::check_store(const Scope& scope, uint32_t lane) {
  const auto at = static_cast<uint32_t>(scope.event.addresses[lane]);
  for (uint32_t i = 0; i < scope.event.bytes; ++i) {
    const auto as_before = [&](const Marks& m) { return m.marks[at + i] == m.marks[at + i - 1]; };
    if (i > 0 && !has_values(scope.event) && as_before(writes_) && as_before(reads_) &&
        as_before(older_reads_))
      continue;
    if (!check_mark(scope, lane, i, writes_.marks[at + i], writes_.sites[at + i], true) ||
        !check_mark(scope, lane, i, reads_.marks[at + i], reads_.sites[at + i], false) ||
        !check_mark(scope, lane, i, older_reads_.marks[at + i], older_reads_.sites[at + i], false))
      return;
  }
}

bool SharedRace::check_mark(const Scope& scope, uint32_t lane, uint32_t byte, Mark mark,
                            SiteId other_site, bool other_wrote) {
  if (mark <= scope.unwritten) return true;
  if (mark >= copying) {
    report(scope, lane, events::FindingKind::async_copy_early, mark, other_site, byte,
           "the copy has been issued but not waited for");
    return false;
  }
  const uint32_t warp = scope.warp.id, other_warp = warp_of(mark);
  if (scope.held && other_warp == warp && clock_of(mark) > clock_of(scope.mark)) return true;
  if (other_warp == warp && lane_of(mark) == lane && !(mark & several)) return true;
  if (order_.before(other_warp, lane_of(mark), mark & several, clock_of(mark), warp, lane))
    return true;
  const AccessSite& here = (*context_.sites)[scope.site];
  const AccessSite& other = (*context_.sites)[other_site];
  const bool waits_for_flag = !other_wrote && other.strong && (scope.flags >> lane & 1);
  const Apart apart = other_warp == warp && !waits_for_flag ? Apart::lanes : Apart::warps;
  if (scope.site && other_site && !is_conflict(here, other, apart, guesses_)) return true;

  const uint32_t at = static_cast<uint32_t>(scope.event.addresses[lane]) + byte;
  bool at_once = false;  // two lanes of this very instruction
  if (has_values(scope.event)) {
    std::byte old = block_->shared[at];
    if (other_wrote && other_warp == warp && other_site == scope.site &&
        clock_of(mark) == clock_of(scope.mark) && (scope.event.lanes >> lane_of(mark) & 1) &&
        lane_of(mark) < lane) {
      const uint64_t other_at = scope.event.addresses[lane_of(mark)];
      if (other_at <= at && at < other_at + scope.event.bytes) {
        at_once = true;
        old = stored_byte(scope.event, lane_of(mark), static_cast<uint32_t>(at - other_at));
      }
    }
    if (old == stored_byte(scope.event, lane, byte)) {  // nothing changes
      if (!context_.is_strict) return true;
      at_once = false;
    }
  }
  if (other_warp != warp)
    report(scope, lane, events::FindingKind::shared_race, mark, other_site, byte,
           is_lost_update(here, other) ? why_updates_are_lost : "no barrier orders the two warps");
  else if (at_once)
    report(scope, lane, events::FindingKind::warp_race, mark, other_site, byte,
           "two lanes store different values at once, and chance decides which one stays");
  else if (here.is_volatile && other.is_volatile)
    report(scope, lane, events::FindingKind::warp_race, mark, other_site, byte,
           "volatile does not order lanes, and they do not run in lock-step");
  else
    report(scope, lane, events::FindingKind::warp_race, mark, other_site, byte,
           "lanes of a warp do not run in lock-step, and no __syncwarp() orders the two");
  return false;
}

// The mark names the first lane that read; where that is the lane itself, another one read at the
// same time, and lanes that read one byte together lie side by side as a rule.
uint32_t SharedRace::beside(const Scope& scope, uint32_t lane) {
  const uint32_t above = scope.warp.alive & ~((2u << lane) - 1);
  const uint32_t others = above ? above : scope.warp.alive & ~(1u << lane);
  return scope.warp.id * 32 + (others ? __builtin_ctz(others) : lane);
}

void SharedRace::report(const Scope& scope, uint32_t lane, events::FindingKind kind, Mark other,
                        SiteId other_site, uint32_t byte, const char* why) {
  Report r;
  r.kind = kind;
  r.here = {scope.site, block_->linear, scope.warp.id * 32 + lane};
  r.other = {other_site, block_->linear, warp_of(other) * 32 + lane_of(other)};
  if (other && r.other.thread == r.here.thread && other & several)
    r.other.thread = beside(scope, lane);
  r.space = ptx::Space::shared;
  r.address = scope.event.addresses[lane] + byte;
  r.why = why;
  reports_.add(r);
}

// Lanes whose load has a byte without a value, or one whose write is not plainly ordered. (For less
// than a word, of neighbouring bytes too.)
uint32_t SharedRace::find_unordered(const Scope& scope) const {
  uint32_t found = 0;
  exec::for_active(scope.event.lanes, [&](uint32_t lane) {
    const Mark* const writes = &writes_.marks[scope.event.addresses[lane]];
    Marks4 good = Marks4{} - 1;
    for (uint32_t i = 0; i < scope.event.bytes; i += 4) {
      const auto w = *reinterpret_cast<const Marks4*>(writes + i);
      good &= (w > scope.unwritten) & (w <= scope.before);
    }
    found |= static_cast<uint32_t>(!all(good)) << lane;
  });
  return found;
}

void SharedRace::look(HeldLoad& load) {
  const events::MemoryEvent event = load.of(load.event.lanes);
  const Scope scope = scope_of(load, event);
  reports_.divert(&load.reports);
  exec::for_active(event.lanes, [&](uint32_t lane) { check_values(scope, lane); });
  reports_.divert(nullptr);
  load.looked = true;
}

void SharedRace::settle(HeldLoad& load) {
  const events::MemoryEvent event = load.of(load.event.lanes);
  const Scope scope = scope_of(load, event);
  reports_.divert(&load.reports);
  exec::for_active(find_unordered(scope), [&](uint32_t lane) { check_load(scope, lane); });
  reports_.divert(nullptr);
}

void SharedRace::use(const HeldLoad& load, uint32_t lanes) {
  load.confirm(lanes, reports_);
  if (load.settled) return;
  const events::MemoryEvent event = load.of(lanes);
  const Scope scope = scope_of(load, event);
  if (load.clock == order_.clock(load.warp->id)) return access(scope);
  exec::for_active(lanes, [&](uint32_t lane) {
    check_load(scope, lane);
    const Mark mine = scope.mark | static_cast<Mark>(lane << 1);
    for (uint64_t byte = event.addresses[lane]; byte < event.addresses[lane] + event.bytes;
         ++byte) {
      const Mark read = reads_.marks[byte];
      if (warp_of(read) != load.warp->id || clock_of(read) <= load.clock)
        note_read(static_cast<uint32_t>(byte), mine, load.site);
    }
  });
}

void SharedRace::copy_issued(const exec::Warp& warp, const events::MemoryEvent& destination,
                             SiteId site) {
  events::MemoryEvent write = destination;
  write.access = events::MemoryEvent::Access::store;
  write.value_bytes = 0;
  access(warp, write, site);
  exec::for_active(write.lanes, [&](uint32_t lane) {
    for (uint32_t i = 0; i < write.bytes; ++i)
      writes_.marks[write.addresses[lane] + i] = copying | make_mark(0, warp.id, lane);
  });
}

void SharedRace::copy_arrived(const exec::Warp& warp, const events::MemoryEvent& destination,
                              SiteId site) {
  const Mark mark = make_mark(order_.clock(warp.id), warp.id, 0);
  exec::for_active(destination.lanes, [&](uint32_t lane) {
    for (uint32_t i = 0; i < destination.bytes; ++i) {
      const size_t at = destination.addresses[lane] + i;
      writes_.marks[at] = mark | static_cast<Mark>(lane << 1);
      writes_.sites[at] = site;
    }
  });
}

}  // namespace simt::observe
