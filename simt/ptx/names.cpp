#include "simt/ptx/names.h"

#include <cstring>

namespace simt::ptx {
namespace {

uint64_t hash_of(std::string_view name) {
  constexpr uint64_t factor = 0x9e3779b97f4a7c15;
  uint64_t hash = name.size() * factor;
  const char* data = name.data();
  size_t size = name.size();
  for (; size >= 8; data += 8, size -= 8) {
    uint64_t chunk;
    std::memcpy(&chunk, data, 8);
    hash = (hash ^ chunk) * factor;
    hash ^= hash >> 32;
  }
  uint64_t chunk = 0;
  std::memcpy(&chunk, data, size);
  hash = (hash ^ chunk) * factor;
  return hash ^ hash >> 32;
}

}  // namespace

Names::Names() : slots_(1024) {}

// Where the name is, or the free slot where it would be.
uint32_t Names::slot_of(std::string_view name) const {
  const uint32_t mask = static_cast<uint32_t>(slots_.size()) - 1;
  uint32_t slot = static_cast<uint32_t>(hash_of(name)) & mask;
  while (slots_[slot] && entries_[slots_[slot] - 1].name != name) slot = (slot + 1) & mask;
  return slot;
}

bool Names::declare(std::string_view name, const Meaning& meaning) {
  if (entries_.size() * 2 >= slots_.size()) grow();
  const uint32_t slot = slot_of(name);
  const uint32_t hidden = slots_[slot];
  if (hidden && entries_[hidden - 1].depth == depth_) return false;
  entries_.push_back({name, meaning, depth_, slot, hidden});
  slots_[slot] = static_cast<uint32_t>(entries_.size());
  return true;
}

const Names::Entry* Names::find(std::string_view name) const {
  const uint32_t entry = slots_[slot_of(name)];
  return entry ? &entries_[entry - 1] : nullptr;
}

// Entries leave in the reverse of the order in which they came, so a probe sequence never breaks.
void Names::close() {
  while (!entries_.empty() && entries_.back().depth == depth_) {
    slots_[entries_.back().slot] = entries_.back().hidden;
    entries_.pop_back();
  }
  --depth_;
}

void Names::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    entries_[i].slot = slot_of(entries_[i].name);
    slots_[entries_[i].slot] = i + 1;
  }
}

}  // namespace simt::ptx
