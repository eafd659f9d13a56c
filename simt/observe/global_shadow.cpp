#include "simt/observe/global_shadow.h"

#include <algorithm>
#include <cstring>

namespace simt::observe {

void GlobalShadow::make_planes() {
  const size_t words = (end - first_word) / 4 + 16;  // accesses of 16 bytes at the end
  for (Plane* plane : planes()) {
    plane->marks.allocate(words);
    plane->sites.allocate(words);
  }
  values.allocate(words);
}

GlobalMemory::GlobalMemory(memory::AddressSpace& memory) : memory_(memory) {
  memory_.add_listener(this);
  // What was there before: nobody knows what has been written to it.
  for (const memory::Allocation* allocation : memory_.live()) add(*allocation, true);
}

GlobalMemory::~GlobalMemory() { memory_.remove_listener(this); }

void GlobalMemory::allocated(const memory::Allocation& allocation) {
  // The host writes managed and pinned memory itself, and variables begin with zeros.
  add(allocation, allocation.kind != memory::Kind::device);
}

void GlobalMemory::add(const memory::Allocation& allocation, bool has_value) {
  auto shadow = std::make_unique<GlobalShadow>();
  shadow->begin = allocation.begin;
  shadow->end = allocation.end();
  shadow->first_word = allocation.begin & ~memory::Address{3};
  if (!has_value) shadow->written.allocate(allocation.size + 32);
  const std::lock_guard lock(mutex_);
  std::unique_ptr<GlobalShadow>& slot = shadows_[allocation.begin];
  if (slot) retired_.push_back(std::move(slot));
  slot = std::move(shadow);
}

void GlobalMemory::freed(const memory::Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  const auto found = shadows_.find(allocation.begin);
  if (found == shadows_.end()) return;
  retired_.push_back(std::move(found->second));
  shadows_.erase(found);
}

void GlobalMemory::wrote(memory::Address address, uint64_t bytes) {
  GlobalShadow* shadow = find(address, false);
  if (!shadow || !shadow->written) return;
  const uint64_t offset = address - shadow->begin;
  bytes = std::min(bytes, shadow->end - address);
  if (offset <= shadow->filled && offset + bytes > shadow->filled) shadow->filled = offset + bytes;
  if (offset == 0 && address + bytes == shadow->end)
    shadow->written.release();
  else
    std::memset(shadow->written.get() + offset, 1, bytes);
}

void GlobalMemory::copied(GlobalMemory& source, memory::Address from, memory::Address to,
                          uint64_t bytes) {
  const GlobalShadow* original = source.find(from, false);
  const uint8_t* values =
      original && original->written ? original->written.get() + (from - original->begin) : nullptr;
  const void* const missing = values ? std::memchr(values, 0, bytes) : nullptr;
  if (!missing) return wrote(to, bytes);
  GlobalShadow* shadow = find(to, false);
  if (!shadow) return;
  if (!shadow->written) {
    const uint64_t size = shadow->end - shadow->begin;
    shadow->written.allocate(size + 32);
    std::memset(shadow->written.get(), 1, size);
  }
  const uint64_t offset = to - shadow->begin;
  shadow->filled = std::min<uint64_t>(
      shadow->filled,
      offset + static_cast<uint64_t>(static_cast<const uint8_t*>(missing) - values));
  std::memmove(shadow->written.get() + offset, values, bytes);
  if (shadow == original) return;
  for (auto [instruction, places] : original->stores) {
    places.first += to - from;
    const auto [own, is_new] = shadow->stores.try_emplace(instruction, places);
    if (!is_new) own->second.add(places);
  }
}

void GlobalMemory::add_store(GlobalShadow& shadow, const ptx::Function* function, uint32_t pc,
                             const StoredPlaces& places) {
  const std::lock_guard lock(mutex_);
  const auto [own, is_new] = shadow.stores.try_emplace({function, pc}, places);
  if (!is_new) own->second.add(places);
}

GlobalShadow* GlobalMemory::find(memory::Address address, bool planes) {
  const std::lock_guard lock(mutex_);
  auto after = shadows_.upper_bound(address);
  if (after == shadows_.begin()) return nullptr;
  GlobalShadow* shadow = std::prev(after)->second.get();
  if (address >= shadow->end) return nullptr;
  if (planes && !shadow->has_planes()) shadow->make_planes();
  return shadow;
}

uint8_t GlobalMemory::begin_launch() {
  const std::lock_guard lock(mutex_);
  if (++launch_ == 0) {
    launch_ = 1;
    for (auto& [begin, shadow] : shadows_) {
      for (GlobalShadow::Plane* plane : shadow->planes()) {
        plane->marks.release();
        plane->sites.release();
      }
      shadow->values.release();
      if (shadow->storers) shadow->note_storers();
      shadow->strong_launch = 0;
    }
  }
  return launch_;
}

void GlobalMemory::end_launch() {
  const std::lock_guard lock(mutex_);
  retired_.clear();
}

}  // namespace simt::observe
