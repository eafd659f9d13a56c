// Shadow of global memory: which bytes have a value, and who touched a word in the running launch.
// Outlives launches.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "simt/memory/address_space.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/lazy_array.h"

namespace simt::observe {

// One allocation's shadow.
struct GlobalShadow {
  memory::Address begin = 0, end = 0;
  memory::Address first_word = 0;  // of the planes: begin, rounded down
  // A byte a byte, 1 where it has a value. A whole byte each, so that host threads need no atomics.
  // Null: all have one.
  LazyArray<uint8_t> written;
  // Marks and sites a word of 4 bytes (global_race.h): last write, and the last reads of two
  // blocks.
  struct Plane {
    LazyArray<uint64_t> marks;
    LazyArray<SiteId> sites;
  };
  Plane writes, reads, older_reads;

  void make_planes();
  bool has_planes() const { return static_cast<bool>(older_reads.sites); }
};

class GlobalMemory : public memory::Listener {
 public:
  explicit GlobalMemory(memory::AddressSpace& memory);
  ~GlobalMemory() override;
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;

  void allocated(const memory::Allocation& allocation) override;
  void freed(const memory::Allocation& allocation) override;
  void wrote(memory::Address address, uint64_t bytes) override;

  // The shadow of the allocation that holds `address`, null where there is none; with `planes`, its
  // marks are there. Holds until the launch ends.
  GlobalShadow* find(memory::Address address, bool planes);

  // Marks carry the number of their launch, 1..255, and older ones mean nothing.
  uint8_t begin_launch();
  void end_launch();

 private:
  void add(const memory::Allocation& allocation, bool has_value);

  memory::AddressSpace& memory_;
  std::mutex mutex_;
  std::map<memory::Address, std::unique_ptr<GlobalShadow>> shadows_;  // by begin
  std::vector<std::unique_ptr<GlobalShadow>> retired_;  // freed while a kernel may still look
  uint8_t launch_ = 0;
};

// The shadows that one host thread used last, by instruction.
class ShadowCache {
 public:
  ShadowCache(GlobalMemory& memory, bool planes) : memory_(memory), planes_(planes) {}

  GlobalShadow* find(SiteId site, memory::Address address) {
    GlobalShadow*& cached = cached_[site % size];
    if (!cached || address < cached->begin || address >= cached->end)
      cached = memory_.find(address, planes_);
    return cached;
  }

 private:
  static constexpr size_t size = 64;
  GlobalMemory& memory_;
  bool planes_;
  GlobalShadow* cached_[size] = {};
};

}  // namespace simt::observe
