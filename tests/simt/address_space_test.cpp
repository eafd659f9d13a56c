// Allocations, their addresses, and what is remembered of freed ones.
#include "simt/memory/address_space.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace simt::memory {
namespace {

constexpr uint64_t gigabyte = 1 << 30;

TEST(AddressSpace, AllocationsLieFarApartInTheDevicesRange) {
  AddressSpace memory(2, gigabyte);
  const Allocation* a = memory.allocate(100, Kind::device);
  const Allocation* b = memory.allocate(4 << 20, Kind::device);
  const Allocation* c = memory.allocate(1, Kind::device);
  ASSERT_TRUE(a && b && c);
  EXPECT_GE(a->begin, global_begin + 2 * device_stride);
  EXPECT_LT(c->end(), global_begin + 3 * device_stride);
  EXPECT_GE(b->begin - a->end(), 2u << 20);
  EXPECT_GE(c->begin - b->end(), 2u << 20);
  EXPECT_EQ(a->begin % 256, 0u);
  EXPECT_EQ(a->id, 1u);
  EXPECT_EQ(c->id, 3u);
  EXPECT_EQ(c->name, "cudaMalloc #3");
}

TEST(AddressSpace, FindKnowsEveryByteAndNoMore) {
  AddressSpace memory(0, gigabyte);
  const Allocation* a = memory.allocate(1000, Kind::device, "a");
  EXPECT_EQ(memory.find(a->begin), a);
  EXPECT_EQ(memory.find(a->begin + 999), a);
  EXPECT_EQ(memory.find(a->begin + 1000), nullptr);
  EXPECT_EQ(memory.find(a->begin - 1), nullptr);
  EXPECT_EQ(memory.find(0), nullptr);
  EXPECT_EQ(memory.find(UINT64_MAX), nullptr);
  EXPECT_EQ(memory.nearest(a->begin + 100000), a);
  EXPECT_EQ(memory.nearest(0), a);
}

TEST(AddressSpace, HostGivesWholeRangesOfLiveAllocations) {
  AddressSpace memory(0, gigabyte);
  const Allocation* a = memory.allocate(1000, Kind::device);
  EXPECT_EQ(memory.host(a->begin, 1000), a->host);
  EXPECT_EQ(memory.host(a->begin + 10, 990), a->host + 10);
  EXPECT_EQ(memory.host(a->begin + 10, 991), nullptr);
  EXPECT_EQ(memory.host(a->begin, UINT64_MAX), nullptr);
  EXPECT_EQ(a->delta() + reinterpret_cast<std::byte*>(a->begin), a->host);
  const Address begin = a->begin;
  EXPECT_TRUE(memory.free(begin));
  EXPECT_EQ(memory.host(begin, 1), nullptr);
}

TEST(AddressSpace, EmptyAllocationsAreFoundAtTheirBegin) {
  AddressSpace memory(0, gigabyte);
  const Allocation* a = memory.allocate(0, Kind::device);
  ASSERT_TRUE(a);
  EXPECT_EQ(memory.find(a->begin), a);
  EXPECT_EQ(memory.host(a->begin, 0), a->host);
  EXPECT_TRUE(memory.free(a->begin));
}

TEST(AddressSpace, FreedAllocationsAreRemembered) {
  AddressSpace memory(0, gigabyte);
  const Address begin = memory.allocate(64, Kind::device)->begin;
  EXPECT_FALSE(memory.free(begin + 1));
  EXPECT_TRUE(memory.free(begin));
  EXPECT_FALSE(memory.free(begin));
  ASSERT_TRUE(memory.find(begin + 63));
  EXPECT_TRUE(memory.find(begin + 63)->freed);
  EXPECT_EQ(memory.find(begin)->host, nullptr);
  EXPECT_TRUE(memory.live().empty());
  EXPECT_EQ(memory.nearest(begin), nullptr);
  EXPECT_NE(memory.allocate(64, Kind::device)->begin, begin);
}

TEST(AddressSpace, CapacityLimitsDeviceMemoryOnly) {
  AddressSpace memory(0, 1000);
  EXPECT_EQ(memory.allocate(1001, Kind::device), nullptr);
  EXPECT_EQ(memory.allocate(UINT64_MAX, Kind::device), nullptr);
  EXPECT_EQ(memory.allocate(UINT64_MAX - 100, Kind::pinned), nullptr);
  const Allocation* a = memory.allocate(900, Kind::device);
  ASSERT_TRUE(a);
  EXPECT_EQ(memory.used(), 900u);
  EXPECT_EQ(memory.allocate(101, Kind::variable), nullptr);
  EXPECT_TRUE(memory.allocate(5000, Kind::pinned));
  EXPECT_EQ(memory.used(), 900u);
  memory.free(a->begin);
  EXPECT_EQ(memory.used(), 0u);
}

TEST(AddressSpace, ManagedAndPinnedMemoryHasTheHostsAddress) {
  AddressSpace memory(0, gigabyte);
  for (Kind kind : {Kind::managed, Kind::pinned}) {
    const Allocation* a = memory.allocate(10, kind);
    EXPECT_EQ(reinterpret_cast<Address>(a->host), a->begin);
    EXPECT_EQ(a->begin % 4096, 0u);
    std::memset(a->host, 1, 10);
    EXPECT_TRUE(memory.free(a->begin));
  }
}

TEST(AddressSpace, HostMemoryOfTheCallerBecomesVisible) {
  AddressSpace memory(0, gigabyte);
  std::vector<char> bytes(100);
  const Allocation* a = memory.add_host(bytes.data() + 1, 50);
  ASSERT_TRUE(a);
  EXPECT_EQ(a->delta(), 0);
  EXPECT_EQ(memory.add_host(bytes.data() + 50, 10), nullptr);
  EXPECT_EQ(memory.add_host(nullptr, 10), nullptr);
  EXPECT_TRUE(memory.add_host(bytes.data() + 51, 10));
  EXPECT_TRUE(memory.free(a->begin));
  EXPECT_TRUE(memory.add_host(bytes.data(), 20));
}

TEST(AddressSpace, GenerationGrowsWithEveryChange) {
  AddressSpace memory(0, gigabyte);
  const uint64_t before = memory.generation();
  EXPECT_GT(before, 0u);
  const Allocation* a = memory.allocate(1, Kind::device);
  EXPECT_GT(memory.generation(), before);
  const uint64_t between = memory.generation();
  memory.free(a->begin);
  EXPECT_GT(memory.generation(), between);
}

TEST(AddressSpace, ReusesItsRangeOnceItIsFull) {
  AddressSpace memory(0, uint64_t{1} << 40);
  // More than fit side by side at the usual distance.
  for (int i = 0; i < 150'000; ++i) {
    const Allocation* a = memory.allocate(16, Kind::device);
    ASSERT_TRUE(a) << i;
    ASSERT_LT(a->end(), global_begin + device_stride);
    ASSERT_TRUE(memory.free(a->begin));
  }
  EXPECT_EQ(memory.allocate(device_stride, Kind::device), nullptr);
  EXPECT_TRUE(memory.live().empty());
}

TEST(AddressSpace, LargeAllocationsCostNothingUntilTouched) {
  AddressSpace memory(0, uint64_t{200} << 30);
  const Allocation* a = memory.allocate(uint64_t{120} << 30, Kind::device);
  ASSERT_TRUE(a);
  a->host[a->size - 1] = std::byte{1};
  // Whole vectors may be loaded at the end.
  EXPECT_EQ(a->host[a->size + 63], std::byte{0});
}

TEST(AddressSpace, TellsListeners) {
  struct Recorder : Listener {
    std::string heard;
    void allocated(const Allocation& a) override { heard += "+" + std::to_string(a.size); }
    void freed(const Allocation& a) override { heard += "-" + std::to_string(a.size); }
    void wrote(Address, uint64_t bytes) override { heard += "w" + std::to_string(bytes); }
    void read(Address, uint64_t bytes) override { heard += "r" + std::to_string(bytes); }
  } recorder;
  AddressSpace memory(0, gigabyte);
  memory.add_listener(&recorder);
  const Address begin = memory.allocate(7, Kind::device)->begin;
  memory.notify_wrote(begin, 3);
  memory.notify_read(begin, 2);
  memory.free(begin);
  memory.remove_listener(&recorder);
  memory.allocate(1, Kind::device);
  EXPECT_EQ(recorder.heard, "+7w3r2-7");
}

TEST(AddressSpace, KeepsWhatIsFreedForItsReaders) {
  AddressSpace memory(0, uint64_t{1} << 40);
  AddressSpace::Reader reader(memory);
  std::vector<const Allocation*> seen;
  for (int i = 0; i < 40; ++i) {  // more than any fixed number of bytes
    const Allocation* made = memory.allocate(1 << 20, Kind::heap);
    ASSERT_TRUE(made);
    std::memset(made->host, i, 1 << 20);
    seen.push_back(made);
    std::byte* const bytes = made->host;
    ASSERT_TRUE(memory.free(made->begin));
    EXPECT_EQ(bytes[5], std::byte(i));
    EXPECT_TRUE(made->freed);
  }
  EXPECT_EQ(reader.refresh(), memory.generation());
}

TEST(AddressSpace, ServesSeveralThreads) {
  AddressSpace memory(0, gigabyte);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&memory, t] {
      std::mt19937 random(t);
      std::vector<Address> mine;
      for (int i = 0; i < 500; ++i) {
        const uint64_t size = 1 + random() % 100'000;
        const Allocation* a = memory.allocate(size, i % 5 ? Kind::device : Kind::managed);
        ASSERT_TRUE(a);
        std::memset(a->host, t, size);
        ASSERT_EQ(memory.find(a->begin + size / 2), a);
        mine.push_back(a->begin);
        if (random() % 2) {
          ASSERT_TRUE(memory.free(mine.back()));
          mine.pop_back();
        }
      }
      for (Address begin : mine) ASSERT_TRUE(memory.free(begin));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(memory.used(), 0u);
}

}  // namespace
}  // namespace simt::memory
