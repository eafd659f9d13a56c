// The shadow of global memory: which bytes have a value, and who touched each word in the present
// launch. Outlives launches.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/lazy_array.h"
#include "simt/observe/line_locks.h"
#include "simt/ptx/program.h"

namespace simt::observe {

// Places that are nearer to each other are not those of structs with an alignment beyond the widest access.
inline constexpr uint64_t least_stride = 32;

// Where an instruction has stored: at `first`, and at multiples of `stride` from there.
struct StoredPlaces {
  memory::Address first = 0;
  uint64_t stride = 0;  // 0: there alone

  void add(memory::Address address) {
    const uint64_t distance = address < first ? first - address : address - first;
    if (stride ? distance % stride : distance) stride = std::gcd(stride, distance);
  }
  void add(const StoredPlaces& other) {
    add(other.first);
    stride = std::gcd(stride, other.stride);
  }
};

// One allocation's shadow.
struct GlobalShadow {
  memory::Address begin = 0, end = 0;
  memory::Address first_word = 0;  // of the planes: `begin`, rounded down
  // One byte per byte, 1 if it has a value; not one bit, so host threads need no atomics. Null: all
  // bytes have a value.
  LazyArray<uint8_t> written;
  // The first bytes of the allocation, as many as copies and memsets have filled without a gap.
  std::atomic<uint64_t> filled = 0;
  // The instructions whose stores gave bytes a value, of any launch, by function and pc.
  std::map<std::pair<const ptx::Function*, uint32_t>, StoredPlaces> stores;
  // Marks and sites per word of 4 bytes (global_race.h): accesses that later ones may race with.
  struct Plane {
    LazyArray<uint64_t> marks;
    LazyArray<SiteId> sites;
  };
  Plane writes, older_writes;          // plain stores
  Plane reads, older_reads;            // plain loads
  Plane other_reads;                   // of another thread of the block whose mark is in `reads`
  Plane strong, older_strong;          // atomics and strong stores (volatile, relaxed, ...)
  Plane looks, older_looks;            // strong loads
  LazyArray<uint32_t> values;          // of the last plain store
  std::atomic<int> strong_launch = 0;  // the last launch that made strong accesses
  // For results, else null: marks of the blocks that store a word in a launch. Up to four blocks
  // store one if the last blocks in x and in y are moved back to be full.
  LazyArray<std::array<uint64_t, 4>> storers;

  std::array<Plane*, 9> planes() {
    return {&writes, &older_writes, &reads, &older_reads, &other_reads,
            &strong, &older_strong, &looks, &older_looks};
  }
  void make_planes();
  void note_storers() { storers.allocate((end - first_word) / 4 + 16); }
  bool has_planes() const { return static_cast<bool>(values); }
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

  // A copy between two allocations, the first of which may be another device's: bytes without a value have none in
  // their copy.
  void copied(GlobalMemory& source, memory::Address from, memory::Address to, uint64_t bytes);
  // The instruction has given bytes of the allocation a value, at these places.
  void add_store(GlobalShadow& shadow, const ptx::Function* function, uint32_t pc,
                 const StoredPlaces& places);

  // The shadow of the allocation that contains `address`, or null; with `planes`, it has marks.
  // Valid until the launch ends.
  GlobalShadow* find(memory::Address address, bool planes);

  // Returns the launch's number in marks, 1 to 255. Marks of other launches are void.
  uint8_t begin_launch();
  void end_launch();

  // For the marks of lines, and for addresses that threads synchronise through.
  LineLocks& locks() { return locks_; }

 private:
  void add(const memory::Allocation& allocation, bool has_value);

  memory::AddressSpace& memory_;
  LineLocks locks_;
  std::mutex mutex_;
  std::map<memory::Address, std::unique_ptr<GlobalShadow>> shadows_;  // by begin
  std::vector<std::unique_ptr<GlobalShadow>> retired_;  // freed, but a kernel may still use them
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
