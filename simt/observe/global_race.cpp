#include "simt/observe/global_race.h"

#include <algorithm>
#include <bit>

#include "simt/observe/conflict.h"

namespace simt::observe {
namespace {

constexpr uint32_t launch_shift = 56, block_shift = 34, clock_shift = 18, thread_shift = 8;
constexpr uint64_t block_limit = 1u << 22;
constexpr uint32_t last_clock = 0xffff;  // and all after it
// In a mark of older_writes, in place of the thread's bytes: the word held another value then.
constexpr uint64_t other_value = 1, thread_mask = 15, block_mask = 0xf0;

uint32_t block_of(uint64_t mark) { return mark >> block_shift & (block_limit - 1); }
uint32_t clock_of(uint64_t mark) { return mark >> clock_shift & 0xffff; }
uint32_t thread_of(uint64_t mark) { return mark >> thread_shift & 1023; }
uint32_t block_bytes(uint64_t mark) { return mark >> 4 & 15; }
uint32_t thread_bytes(uint64_t mark) { return mark & thread_mask; }
// Of the same launch and block.
bool same_block(uint64_t a, uint64_t b) { return a >> block_shift == b >> block_shift; }
bool same_warp_and_clock(uint64_t a, uint64_t b) { return (a ^ b) >> (thread_shift + 5) == 0; }

constexpr uint32_t any_lane = exec::warp_size;

uint64_t get(const GlobalShadow::Plane& plane, size_t word) {
  return std::atomic_ref(plane.marks.get()[word]).load(std::memory_order_acquire);
}
SiteId site_at(const GlobalShadow::Plane& plane, size_t word) {
  return std::atomic_ref(plane.sites.get()[word]).load(std::memory_order_relaxed);
}
void put(const GlobalShadow::Plane& plane, size_t word, uint64_t mark, SiteId site) {
  std::atomic_ref(plane.sites.get()[word]).store(site, std::memory_order_relaxed);
  std::atomic_ref(plane.marks.get()[word]).store(mark, std::memory_order_release);
}

// What a lane stores in the word `index` of its access, as far as it covers that word.
uint32_t stored_word(const events::MemoryEvent& event, uint32_t lane, uint32_t index,
                     uint32_t shift) {
  const size_t at = size_t{lane} * event.value_stride;
  uint32_t value = 0;
  if (event.value_bytes == 4)
    std::memcpy(&value, event.values[index] + at, 4);
  else if (event.value_bytes == 8)
    std::memcpy(&value, event.values[index / 2] + at + index % 2 * 4, 4);
  else
    for (uint32_t i = 0; i < std::min(event.bytes, 4u); ++i)
      value |= std::to_integer<uint32_t>(stored_byte(event, lane, index * 4 + i)) << 8 * i;
  return value << shift;
}

// The bytes in which two words differ, a bit each.
uint32_t differing_bytes(uint32_t a, uint32_t b) {
  const uint32_t difference = a ^ b;
  return ((difference & 0xff) != 0) | ((difference & 0xff00) != 0) << 1 |
         ((difference & 0xff0000) != 0) << 2 | ((difference & 0xff000000) != 0) << 3;
}

// The bits of the bytes in a mask.
uint32_t bits_of(uint32_t bytes) {
  return (bytes & 1) * 0xff | (bytes >> 1 & 1) * 0xff00 | (bytes >> 2 & 1) * 0xff0000 |
         (bytes >> 3 & 1) * 0xff000000;
}

// Whether a lane's store changes any of the word's `bytes`, of what memory holds or, with
// `at_once`, of what another lane of the same instruction stores there.
bool changes(const events::MemoryEvent& event, uint32_t lane, uint64_t word, uint32_t bytes,
             bool at_once, uint32_t other_lane) {
  for (; bytes; bytes &= bytes - 1) {
    const uint64_t address = word + std::countr_zero(bytes);
    const auto* host =
        reinterpret_cast<const uint8_t*>(address + static_cast<uint64_t>(event.delta));
    std::byte old{__atomic_load_n(host, __ATOMIC_RELAXED)};
    const uint64_t other_at = address - event.addresses[other_lane];
    if (at_once && other_at < event.bytes)
      old = stored_byte(event, other_lane, static_cast<uint32_t>(other_at));
    const auto at = static_cast<uint32_t>(address - event.addresses[lane]);
    if (old != stored_byte(event, lane, at)) return true;
  }
  return false;
}

// Whether a plane's marks are of stores.
bool plane_writes(const GlobalShadow& shadow, const GlobalShadow::Plane& plane) {
  for (const auto* loads : {&shadow.reads, &shadow.older_reads, &shadow.other_reads, &shadow.looks,
                            &shadow.older_looks})
    if (&plane == loads) return false;
  return true;
}

// The lock of one line at a time.
class LineHold {
 public:
  explicit LineHold(LineLocks& locks) : locks_(locks) {}
  ~LineHold() { leave(); }
  LineHold(const LineHold&) = delete;
  void move_to(uint64_t address) {
    const size_t index = LineLocks::of(address);
    if (index == index_) return;
    leave();
    locks_.lock(index_ = index);
  }

 private:
  void leave() {
    if (index_ != LineLocks::size) locks_.unlock(index_);
  }
  LineLocks& locks_;
  size_t index_ = LineLocks::size;
};

}  // namespace

struct GlobalRace::Scope {
  const exec::Warp& warp;
  const events::MemoryEvent& event;
  SiteId site;
  GlobalShadow& shadow;
  uint64_t mark;  // of lane 0, without bytes
  Part part;
  uint32_t flags = 0;  // lanes that store a flag

  bool writes() const { return event.access != events::MemoryEvent::Access::load; }

  // visit(word) for each word of a lane's access, until it returns false.
  template <class F>
  bool each_word(uint32_t lane, F visit) const;
};

// A word as a lane accesses it.
struct GlobalRace::Word {
  size_t at;  // in the planes
  uint32_t lane;
  uint32_t bytes;
  uint64_t mark;         // what the lane leaves
  uint32_t index = 0;    // of the lane's words
  uint32_t value = 0;    // plain stores: what is stored
  uint32_t changed = 0;  // and the bytes in which that is not what the last plain store left
};

template <class F>
bool GlobalRace::Scope::each_word(uint32_t lane, F visit) const {
  const uint64_t offset = event.addresses[lane] - shadow.first_word;
  const uint32_t bytes = event.bytes >= 4 ? 15 : ((1u << event.bytes) - 1) << (offset & 3);
  Word word{offset / 4, lane, bytes, mark | uint64_t{lane} << thread_shift | bytes << 4 | bytes};
  for (const uint32_t words = std::max(event.bytes / 4, 1u); word.index < words;
       ++word.index, ++word.at)
    if (!visit(word)) return false;
  return true;
}

GlobalRace::GlobalRace(const LaunchContext& context, GlobalMemory& memory,
                       const GridSync& grid_sync, Order& order, const BlockKnown& known,
                       Guesses& guesses, uint8_t launch)
    : context_(context),
      locks_(memory.locks()),
      cache_(memory, true),
      grid_sync_(grid_sync),
      order_(order),
      known_(known),
      guesses_(guesses),
      launch_(launch),
      reports_(context) {}

GlobalRace::Scope GlobalRace::scope_of(const exec::Warp& warp, const events::MemoryEvent& event,
                                       SiteId site, GlobalShadow& shadow, uint32_t clock,
                                       Part part) const {
  const uint32_t since = std::min(clock - order_.base(), last_clock);
  return {warp,
          event,
          site,
          shadow,
          launch_ << launch_shift | block_id(*block_) << block_shift |
              uint64_t{since} << clock_shift | uint64_t{warp.id} * 32 << thread_shift,
          part};
}

void GlobalRace::access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site) {
  access(warp, event, site, order_.clock(warp.id), Part::all);
}

void GlobalRace::settle(HeldLoad& load) {
  reports_.divert(&load.reports);
  access(*load.warp, load.of(load.event.lanes), load.site, load.clock, Part::in_block);
  reports_.divert(nullptr);
}

void GlobalRace::use(const HeldLoad& load, uint32_t lanes) {
  load.confirm(lanes, reports_);
  access(*load.warp, load.of(lanes), load.site, load.clock,
         load.settled ? Part::beyond : Part::held);
}

void GlobalRace::access(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                        uint32_t clock, Part part) {
  if (!event.lanes) return;
  GlobalShadow* shadow = cache_.find(site, event.addresses[std::countr_zero(event.lanes)]);
  if (!shadow) return;
  const Scope scope = scope_of(warp, event, site, *shadow, clock, part);
  // Whether a read may need no lock at all.
  const bool may_be_noted = !scope.writes() && !has_strong(*shadow);
  if (may_be_noted && event.spans && is_noted(scope, event.spans[0]) &&
      is_noted(scope, event.spans[1]))
    return;
  if (part == Part::in_block && may_be_noted && !is_stored(scope)) return;
  LineHold hold(locks_);
  exec::for_active(event.lanes, [&](uint32_t lane) {
    if (may_be_noted && is_noted(scope, lane)) return;
    hold.move_to(event.addresses[lane]);
    scope.writes() ? store(scope, lane) : load(scope, lane);
  });
}

void GlobalRace::synchronise(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                             bool acquires, uint32_t flags) {
  if (!event.lanes) return;
  GlobalShadow* shadow = cache_.find(site, event.addresses[std::countr_zero(event.lanes)]);
  if (!shadow) return;
  shadow->strong_launch.store(static_cast<int>(launch_), std::memory_order_relaxed);
  Scope scope = scope_of(warp, event, site, *shadow, order_.clock(warp.id), Part::all);
  scope.flags = flags;
  exec::for_active(event.lanes, [&](uint32_t lane) { synchronise(scope, lane, acquires); });
}

bool GlobalRace::is_fresh(uint64_t mark) const {
  return clock_of(mark) == std::min(order_.clock(thread_of(mark) / 32) - order_.base(), last_clock);
}

// Whether a read of some bytes of a word needs no lock, because to note it would change nothing: no
// write is there, and the marks either are this thread's (or those of two of its block, one in its
// warp) of this clock, or speak for it, being of two other blocks where nothing has ordered blocks
// yet. A write that comes now meets those marks. As any_lane, it may be any of the warp.
inline bool GlobalRace::is_noted(const Scope& scope, size_t word, uint32_t bytes,
                                 uint32_t lane) const {
  const GlobalShadow& shadow = scope.shadow;
  if (is_current(get(shadow.writes, word))) return false;
  const uint64_t read = get(shadow.reads, word);
  if (!is_current(read) || (bytes & ~block_bytes(read))) return false;
  const auto is_mine = [&](uint64_t mark) {
    return lane != any_lane && thread_of(mark) == (thread_of(scope.mark) | lane);
  };
  if (same_block(read, scope.mark)) {
    const bool of_warp = same_warp_and_clock(read, scope.mark);
    if (of_warp && is_mine(read)) return true;
    const uint64_t other = get(shadow.other_reads, word);
    if (!same_block(other, scope.mark) || (bytes & ~thread_bytes(other))) return false;
    if (of_warp) return is_fresh(other);
    return same_warp_and_clock(other, scope.mark) && (is_mine(other) || is_fresh(read)) &&
           !(bytes & ~thread_bytes(read));
  }
  const uint64_t older = get(shadow.older_reads, word);
  return known_.empty() && is_current(older) && !(bytes & ~block_bytes(older)) &&
         !same_block(older, scope.mark) && !same_block(read, older);
}

bool GlobalRace::is_noted(const Scope& scope, uint32_t lane) const {
  return scope.each_word(
      lane, [&](const Word& word) { return is_noted(scope, word.at, word.bytes, lane); });
}

// Of half the lanes, where they are as close together as words.
bool GlobalRace::is_noted(const Scope& scope, const events::Span& span) const {
  const auto [begin, end, is_dense] = span;
  if (end - begin > exec::warp_size / 2 * std::max(scope.event.bytes, 4u)) return false;
  // A word a lane, in order.
  const uint32_t first = &span == scope.event.spans ? 0 : exec::warp_size / 2;
  const uint32_t last = first + exec::warp_size / 2 - 1;
  const bool in_order = is_dense && scope.event.bytes == 4 && !(begin & 3) &&
                        end - begin == exec::warp_size / 2 * 4 &&
                        scope.event.addresses[first] == begin &&
                        scope.event.addresses[last] == end - 4;
  for (uint64_t word = begin & ~uint64_t{3}; word < end; word += 4) {
    uint32_t bytes = 15;
    if (word < begin) bytes &= 15u << (begin - word);
    if (word + 4 > end) bytes &= 15u >> (word + 4 - end);
    uint32_t lane = any_lane;
    if (in_order) lane = first + static_cast<uint32_t>(word - begin) / 4;
    if (!is_noted(scope, (word - scope.shadow.first_word) / 4, bytes, lane)) return false;
  }
  return true;
}

// Whether something has stored to what a read reads; stores of this block are seen without a lock.
bool GlobalRace::is_stored(const Scope& scope) const {
  bool stored = false;
  exec::for_active(scope.event.lanes, [&](uint32_t lane) {
    scope.each_word(lane, [&](const Word& word) {
      stored |= is_current(get(scope.shadow.writes, word.at));
      return !stored;
    });
  });
  return stored;
}

inline void GlobalRace::note_read(const Scope& scope, const Word& word) {
  const GlobalShadow& shadow = scope.shadow;
  const uint64_t read = get(shadow.reads, word.at);
  if (!is_current(read)) return put(shadow.reads, word.at, word.mark, scope.site);
  note_read(scope, word, read);
}

inline void GlobalRace::load(const Scope& scope, uint32_t lane) {
  const GlobalShadow& shadow = scope.shadow;
  scope.each_word(lane, [&](const Word& word) {
    if (is_current(get(shadow.writes, word.at))) [[unlikely]] {
      check(scope, word, shadow.writes, word.bytes);
      check(scope, word, shadow.older_writes, word.bytes);
    }
    if (has_strong(shadow)) [[unlikely]]
      check_strong(scope, word);
    if (scope.part != Part::in_block) note_read(scope, word);
    return true;
  });
}

// In place of the mark `write`.
inline void GlobalRace::note_write(const Scope& scope, const Word& word, uint64_t write) {
  const GlobalShadow& shadow = scope.shadow;
  uint64_t mine = word.mark;
  if (is_current(write)) {
    keep_write(scope, word, write);
    if (same_block(write, mine)) mine |= write & block_mask;
  }
  uint32_t& value = shadow.values[word.at];
  if (word.bytes == 15)
    value = word.value;
  else
    value = (value & ~bits_of(word.bytes)) | (word.value & bits_of(word.bytes));
  put(shadow.writes, word.at, mine, scope.site);
}

inline void GlobalRace::store(const Scope& scope, uint32_t lane) {
  const GlobalShadow& shadow = scope.shadow;
  const bool has_any = has_values(scope.event);
  const bool has_words = has_any && scope.event.value_bytes == 4;
  scope.each_word(lane, [&](Word& word) {
    const bool has_value =
        has_words ? word.index < 4 : has_any && word.index * 4 / scope.event.value_bytes < 4;
    const uint64_t write = get(shadow.writes, word.at);
    word.changed = 15;
    if (has_value) {
      const auto shift = static_cast<uint32_t>(8 * std::countr_zero(word.bytes));
      word.value = stored_word(scope.event, lane, word.index, shift);
      if ((is_current(write) && !context_.is_strict) || shadow.storers)
        word.changed = differing_bytes(word.value, shadow.values[word.at]);
    }
    if (is_current(write)) {
      check(scope, word, shadow.writes, word.bytes & word.changed);
      const uint64_t older = get(shadow.older_writes, word.at);
      check(scope, word, shadow.older_writes,
            older & other_value ? word.bytes : word.bytes & word.changed);
    }
    if (is_current(get(shadow.reads, word.at))) check_reads(scope, word);
    if (has_strong(shadow)) [[unlikely]]
      check_strong(scope, word);
    if (shadow.storers) check_repeated(scope, word);
    note_write(scope, word, write);
    return true;
  });
}

void GlobalRace::synchronise(const Scope& scope, uint32_t lane, bool acquires) {
  const GlobalShadow& shadow = scope.shadow;
  scope.each_word(lane, [&](const Word& word) {
    if (is_current(get(shadow.writes, word.at))) {
      check(scope, word, shadow.writes, word.bytes);
      check(scope, word, shadow.older_writes, word.bytes);
    }
    if (scope.writes() && is_current(get(shadow.reads, word.at))) check_reads(scope, word);
    // Lanes of one warp that rely on lock-step, and blocks one of which is strong for itself alone.
    check(scope, word, shadow.strong, word.bytes);
    check(scope, word, shadow.older_strong, word.bytes);
    if (scope.writes()) {
      check(scope, word, shadow.looks, word.bytes);
      check(scope, word, shadow.older_looks, word.bytes);
      note_strong(scope, word, acquires);
    } else {
      note_look(scope, word);
    }
    return true;
  });
}

// Whether what left the mark, in another block, happened before the access to the word.
bool GlobalRace::is_ordered(uint64_t mark, const Scope& scope, const Word& word) const {
  return !known_.empty() && grid_sync_.before(block_of(mark), thread_of(mark), clock_of(mark),
                                              known_.of(scope.warp.id, word.lane));
}

// The same of this block.
bool GlobalRace::is_ordered_in_block(uint64_t mark, const Scope& scope, const Word& word) const {
  return clock_of(mark) == last_clock || thread_of(mark) == thread_of(word.mark) ||
         order_.before(thread_of(mark) / 32, thread_of(mark) % 32, false,
                       order_.base() + clock_of(mark), scope.warp.id, word.lane);
}

// Whether an access to the word, in another block, was the last one of a lane that passed on its turn, `__threadfence(); *turn
// = *turn + 1`, to this block, which has waited for it: a fence is published with what follows directly.
bool GlobalRace::is_flag_seen(uint64_t mark, const Scope& scope, const Word& word,
                              bool wrote) const {
  const uint32_t clock = clock_of(mark);
  if (clock < 2 || known_.empty() ||
      !grid_sync_.before(block_of(mark), thread_of(mark), clock - 1,
                         known_.of(scope.warp.id, word.lane)))
    return false;
  const auto seen = seen_.find(scope.shadow.first_word + word.at * 4);
  return !wrote || (seen != seen_.end() && seen->second == get(scope.shadow.strong, word.at));
}

// Where a mark of this launch is there.
void GlobalRace::note_read(const Scope& scope, const Word& word, uint64_t read) {
  const GlobalShadow& shadow = scope.shadow;
  if (same_block(read, word.mark)) return note_read_in_block(scope, word, read);
  // Whoever is ordered behind this read is so behind those that are ordered before it.
  if (!is_ordered(read, scope, word))
    put(shadow.older_reads, word.at, read, site_at(shadow.reads, word.at));
  put(shadow.reads, word.at, word.mark, scope.site);
}

// Where a mark of this block is there.
void GlobalRace::note_read_in_block(const Scope& scope, const Word& word, uint64_t read) {
  const GlobalShadow& shadow = scope.shadow;
  const uint64_t other = get(shadow.other_reads, word.at);
  const bool has_other = same_block(other, word.mark) && !(word.bytes & ~thread_bytes(other));
  const bool has_bytes = !(word.bytes & ~block_bytes(read));
  if (same_warp_and_clock(read, word.mark) && has_bytes) {
    if (thread_of(read) != thread_of(word.mark) && !(has_other && is_fresh(other)))
      put(shadow.other_reads, word.at, word.mark, scope.site);
    return;
  }
  if (has_other && has_bytes && same_warp_and_clock(other, word.mark) && is_fresh(read)) return;
  const bool is_late = scope.part != Part::all && thread_of(read) / 32 == scope.warp.id &&
                       clock_of(read) > clock_of(word.mark);
  if (is_late) return;
  // Whoever is ordered behind this read is so behind those that are ordered before it.
  if (!is_ordered_in_block(read, scope, word))
    put(shadow.other_reads, word.at, read, site_at(shadow.reads, word.at));
  put(shadow.reads, word.at, word.mark | (read & block_mask), scope.site);
}

// Keeps of the store that is replaced, which left the mark, what other blocks may still race with.
void GlobalRace::keep_write(const Scope& scope, const Word& word, uint64_t write) {
  const GlobalShadow& shadow = scope.shadow;
  if (same_block(write, word.mark)) {
    const uint64_t replaced = block_bytes(write) & word.bytes & word.changed;
    if (replaced && !is_current(get(shadow.older_writes, word.at)))
      put(shadow.older_writes, word.at,
          (write & ~(block_mask | thread_mask)) | replaced << 4 | other_value,
          site_at(shadow.writes, word.at));
  } else if (!is_ordered(write, scope, word)) {
    put(shadow.older_writes, word.at, write & ~thread_mask, site_at(shadow.writes, word.at));
  }
}

void GlobalRace::note_strong(const Scope& scope, const Word& word, bool acquires) {
  const GlobalShadow& shadow = scope.shadow;
  const uint64_t strong = get(shadow.strong, word.at);
  const bool is_mine = same_block(strong, word.mark);
  // A read-modify-write comes behind all that were there before it.
  if (acquires)
    put(shadow.older_strong, word.at, 0, 0);
  else if (is_current(strong) && !is_mine)
    put(shadow.older_strong, word.at, strong, site_at(shadow.strong, word.at));
  put(shadow.strong, word.at, is_mine ? word.mark | (strong & block_mask) : word.mark, scope.site);
}

void GlobalRace::note_look(const Scope& scope, const Word& word) {
  const GlobalShadow& shadow = scope.shadow;
  const uint64_t look = get(shadow.looks, word.at);
  const bool is_mine = same_block(look, word.mark);
  if (is_current(look) && !is_mine && !is_ordered(look, scope, word))
    put(shadow.older_looks, word.at, look, site_at(shadow.looks, word.at));
  put(shadow.looks, word.at, is_mine ? word.mark | (look & block_mask) : word.mark, scope.site);
  seen_[shadow.first_word + word.at * 4] = get(shadow.strong, word.at);
}

void GlobalRace::check_reads(const Scope& scope, const Word& word) {
  for (const Plane* reads :
       {&scope.shadow.reads, &scope.shadow.other_reads, &scope.shadow.older_reads})
    check(scope, word, *reads, word.bytes);
}

void GlobalRace::check_strong(const Scope& scope, const Word& word) {
  const GlobalShadow& shadow = scope.shadow;
  if (scope.writes()) {
    check(scope, word, shadow.looks, word.bytes);
    check(scope, word, shadow.older_looks, word.bytes);
  }
  const uint64_t strong = get(shadow.strong, word.at);
  const auto seen = seen_.find(shadow.first_word + word.at * 4);
  const bool has_seen = seen != seen_.end() && seen->second == strong;
  if (!has_seen || same_block(strong, word.mark)) check(scope, word, shadow.strong, word.bytes);
  if (!has_seen) check(scope, word, shadow.older_strong, word.bytes);
}

void GlobalRace::check(const Scope& scope, const Word& word, const Plane& plane, uint32_t bytes) {
  const uint64_t mark = get(plane, word.at);
  if (!is_current(mark)) return;
  const GlobalShadow& shadow = scope.shadow;
  const bool older_store = &plane == &shadow.older_writes;
  const uint32_t warp = scope.warp.id;
  const uint32_t other_thread = thread_of(mark), other_warp = other_thread / 32;
  const bool in_block = block_of(mark) == block_id(*block_);
  if (in_block && older_store) return;                     // kept for other blocks
  if (!in_block && &plane == &shadow.other_reads) return;  // kept for its own
  if (in_block ? scope.part == Part::beyond : scope.part == Part::in_block) return;
  const uint32_t both = bytes & (in_block ? thread_bytes(mark) : block_bytes(mark));
  if (!both) return;
  const bool is_newer =
      scope.part != Part::all && other_warp == warp && clock_of(mark) > clock_of(scope.mark);
  if (in_block && (is_newer || is_ordered_in_block(mark, scope, word))) return;
  const SiteId other_site = site_at(plane, word.at);
  const AccessSite& here = (*context_.sites)[scope.site];
  const AccessSite& other = (*context_.sites)[other_site];
  const bool other_wrote = plane_writes(shadow, plane);
  if (!scope.writes() && !other_wrote) return;
  const bool waits_for_flag = !other_wrote && other.strong && (scope.flags >> word.lane & 1);
  const Apart apart = !in_block                               ? Apart::blocks
                      : other_warp == warp && !waits_for_flag ? Apart::lanes
                                                              : Apart::warps;
  if (scope.site && other_site && !is_conflict(here, other, apart, guesses_)) return;
  if (!in_block && (is_ordered(mark, scope, word) ||
                    (is_lost_update(here, other) && is_flag_seen(mark, scope, word, other_wrote))))
    return;
  // Two lanes of this very instruction.
  const uint32_t other_lane = other_thread % 32;
  const bool at_once = in_block && other_wrote && other_warp == warp && other_site == scope.site &&
                       clock_of(mark) == clock_of(scope.mark) && other_lane < word.lane &&
                       (scope.event.lanes >> other_lane & 1);
  const bool has_any = has_values(scope.event);
  const bool stays =
      in_block && has_any &&
      !changes(scope.event, word.lane, shadow.first_word + word.at * 4, both, at_once, other_lane);
  // In a block, whose order is the same in every run, a store that changes nothing does no harm.
  if (stays && !context_.is_strict) return;
  const bool is_lost = is_lost_update(here, other);
  const char* why = "blocks run in any order, and no atomic with a __threadfence() orders the two";
  if (is_lost)
    why = why_updates_are_lost;
  else if (here.strong && other.strong)
    why =
        "one of the two is atomic for the threads of its own block alone (atomicAdd_block(), .cta)";
  if (at_once && has_any && !stays)
    why = "two threads store different values at once, and chance decides which one stays";
  else if (in_block && other_warp == warp)
    why = "lanes of a warp do not run in lock-step, and no __syncwarp() orders the two";
  else if (in_block && !is_lost)
    why = "no barrier orders the two threads";
  report(events::FindingKind::global_race, scope, word, mark, other_site, std::countr_zero(both),
         why);
}

void GlobalRace::check_repeated(const Scope& scope, const Word& word) {
  const GlobalShadow& shadow = scope.shadow;
  uint64_t* place = nullptr;
  uint32_t again = word.bytes & ~word.changed;
  for (uint64_t& mark : shadow.storers.get()[word.at]) {
    if (same_block(mark, word.mark)) {
      mark = word.mark | (mark & block_mask);
      return;
    }
    if (is_current(mark) && !is_ordered(mark, scope, word))
      again &= block_bytes(mark);
    else
      place = &mark;
  }
  if (place)
    *place = word.mark;
  else if (again)
    report(events::FindingKind::repeated_store, scope, word, get(shadow.writes, word.at),
           site_at(shadow.writes, word.at), std::countr_zero(again),
           "a fifth block stores what four others have stored there, so work is done again");
}

void GlobalRace::report(events::FindingKind kind, const Scope& scope, const Word& word,
                        uint64_t mark, SiteId other_site, uint32_t byte, const char* why) {
  Report r;
  r.kind = kind;
  r.here = {scope.site, block_->linear, scope.warp.id * 32 + word.lane};
  r.other = {other_site, block_of(mark), thread_of(mark)};
  r.space = ptx::Space::global;
  r.address = scope.shadow.first_word + word.at * 4 + byte;
  r.why = why;
  reports_.add(r);
}

}  // namespace simt::observe
