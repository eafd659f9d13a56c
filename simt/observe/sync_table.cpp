#include "simt/observe/sync_table.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace simt::observe {
namespace {

size_t hash(uint64_t address, size_t size) {
  return (address >> 2) * 0x9e3779b97f4a7c15u >> 40 & (size - 1);
}

}  // namespace

void BlockSync::release(uint64_t address, uint32_t warp, const Extent& own, const Extents& known,
                        bool to_volatile) {
  uint16_t& place = places_[hash(address, size)];
  if (place == 0) {
    slots_.emplace_back();
    place = static_cast<uint16_t>(slots_.size());
  }
  Slot& slot = slots_[place - 1];
  Published& published = slot.published;
  if (slot.block != block_) {
    slot.block = block_;
    published.extents = known;
    published.to_volatile.fill(0);
  } else {
    published.extents.join(known, warps_);
  }
  published.extents.join(warp, own);
  if (to_volatile) published.to_volatile.join(warp, own);
}

const BlockSync::Published* BlockSync::acquire(uint64_t address) const {
  const uint16_t place = places_[hash(address, size)];
  if (place == 0 || slots_[place - 1].block != block_) return nullptr;
  return &slots_[place - 1].published;
}

GridSync::~GridSync() {
  for (const std::atomic<Slot*>& slot : slots_) delete slot.load();
}

GridSync::Slot& GridSync::slot(size_t index) {
  Slot* slot = slots_[index];
  if (slot) return *slot;
  auto made = std::make_unique<Slot>();
  // Another host thread may have been faster: its slot counts.
  return slots_[index].compare_exchange_strong(slot, made.get()) ? *made.release() : *slot;
}

void GridSync::Known::add(size_t slot, uint32_t version) {
  const auto at = std::lower_bound(slots_.begin(), slots_.end(), slot,
                                   [](const Entry& e, size_t s) { return e.slot < s; });
  if (at == slots_.end() || at->slot != slot)
    slots_.insert(at, {slot, version});
  else
    at->version = std::max(at->version, version);
}

void GridSync::Known::add(const Known& other) {
  for (const Entry& entry : other.slots_) add(entry.slot, entry.version);
}

bool GridSync::History::covers(uint32_t thread, uint32_t clock, uint32_t version) const {
  const auto covers = [&](const Publication& p) {
    return p.warps[thread / 32].covers(thread % 32, clock);
  };
  const auto made_in_time = [&](const Publication& p) { return p.version <= version; };
  const auto last = std::find_if(latest.rbegin(), latest.rend(), made_in_time);
  if (last == latest.rend()) return is_cut && covers(latest.front());
  return covers(*last);
}

void GridSync::release(uint64_t address, uint64_t block, std::span<const Extent> published,
                       const Known& known) {
  Slot& slot = this->slot(hash(address, size));
  const std::lock_guard lock(slot.mutex);
  slot.known.add(known);
  if (slot.everything) return;
  if (remembered_ >= max_remembered && !slot.blocks.contains(block)) {
    slot.everything = true;
    slot.blocks.clear();
    return;
  }
  const auto [entry, added] = slot.blocks.try_emplace(block);
  if (added) ++remembered_;
  History& history = entry->second;
  Publication next;
  if (history.latest.empty())
    next.warps.assign(published.begin(), published.end());
  else
    next.warps = history.latest.back().warps;
  bool has_news = history.latest.empty();
  for (size_t w = 0; w < published.size(); ++w) {
    const Extent before = next.warps[w];
    next.warps[w].join(published[w]);
    has_news |= next.warps[w] != before;
  }
  if (!has_news) return;
  next.version = ++slot.version;
  if (history.latest.size() == History::length) {
    history.latest.erase(history.latest.begin());
    history.is_cut = true;
  }
  history.latest.push_back(std::move(next));
}

void GridSync::acquire(uint64_t address, Known& known) {
  const size_t index = hash(address, size);
  const Slot* slot = slots_[index];
  if (!slot) return;
  const std::lock_guard lock(slot->mutex);
  known.add(slot->known);
  known.add(index, slot->version);
}

bool GridSync::has_published(uint64_t address) const {
  return slots_[hash(address, size)] != nullptr;
}

bool GridSync::before(uint64_t block, uint32_t thread, uint32_t clock, const Known& known) const {
  for (const Known::Entry& entry : known.slots_) {
    const Slot& slot = *slots_[entry.slot];  // known: there is one
    const std::lock_guard lock(slot.mutex);
    if (slot.everything) return true;
    const auto found = slot.blocks.find(block);
    if (found != slot.blocks.end() && found->second.covers(thread, clock, entry.version))
      return true;
  }
  return false;
}

}  // namespace simt::observe
