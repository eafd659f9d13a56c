// Locks for lines of 128 bytes of global memory. For the host threads of a launch, the checkers'
// record of an access is one step, and so is a synchronising access together with its record.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace simt::observe {

class LineLocks {
 public:
  static constexpr size_t size = 1024;  // shared by all lines
  using Set = std::bitset<size>;

  static size_t of(uint64_t address) { return (address >> 7) * 0x9e3779b97f4a7c15u >> 54; }
  void lock(size_t index) {
    while (taken_[index].flag.test_and_set(std::memory_order_acquire)) wait(index);
  }
  void unlock(size_t index) { taken_[index].flag.clear(std::memory_order_release); }
  // Locks a set, always in the same order. The caller must hold no lock.
  void lock(const Set& set);
  void unlock(const Set& set);
  // Whether lock() would return without waiting.
  bool is_free(const Set& set) const;

 private:
  void wait(size_t index) const;

  struct alignas(64) Lock {
    std::atomic_flag flag;
  };
  std::array<Lock, size> taken_;
};

}  // namespace simt::observe
