#include "simt/observe/sync_table.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace simt::observe {
namespace {

size_t hash(uint64_t address, size_t size) {
  return (address >> 2) * 0x9e3779b97f4a7c15u >> 40 & (size - 1);
}

}  // namespace

void BlockSync::release(uint64_t address, const VectorClock& published) {
  Slot& slot = slots_.get()[hash(address, size)];
  if (slot.block != block_) {
    slot.block = block_;
    slot.clock = published;
    return;
  }
  for (size_t w = 0; w < published.size(); ++w)
    slot.clock[w] = std::max(slot.clock[w], published[w]);
}

const VectorClock* BlockSync::acquire(uint64_t address) const {
  const Slot& slot = slots_.get()[hash(address, size)];
  return slot.block == block_ ? &slot.clock : nullptr;
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

void GridSync::release(uint64_t address, uint64_t block, const VectorClock& published,
                       const Known& known) {
  Slot& slot = this->slot(hash(address, size));
  const std::lock_guard lock(slot.mutex);
  slot.known |= known;
  if (slot.everything) return;
  if (remembered_ >= max_remembered && !slot.blocks.contains(block)) {
    slot.everything = true;
    slot.blocks.clear();
    return;
  }
  const auto [entry, added] = slot.blocks.try_emplace(block);
  if (added) ++remembered_;
  for (size_t w = 0; w < published.size(); ++w) {
    const uint32_t clock = std::min<uint32_t>(published[w], std::numeric_limits<uint16_t>::max());
    entry->second[w] = std::max(entry->second[w], static_cast<uint16_t>(clock));
  }
}

void GridSync::acquire(uint64_t address, Known& known) {
  const size_t index = hash(address, size);
  const Slot* slot = slots_[index];
  if (!slot) return;
  const std::lock_guard lock(slot->mutex);
  known |= slot->known;
  known.set(index);
}

bool GridSync::before(uint64_t block, uint32_t warp, uint32_t clock, const Known& known) const {
  for (size_t i = known._Find_first(); i < size; i = known._Find_next(i)) {
    const Slot& slot = *slots_[i];  // known: there is one
    const std::lock_guard lock(slot.mutex);
    if (slot.everything) return true;
    const auto found = slot.blocks.find(block);
    if (found != slot.blocks.end() && clock <= found->second[warp]) return true;
  }
  return false;
}

}  // namespace simt::observe
