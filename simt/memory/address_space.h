// The memory that kernels address: device allocations, and host memory that was made visible to
// them.
//
// An allocation's bytes lie in a host buffer of their own; `delta` leads from its device address
// there. Addresses of different allocations are far apart, so that an access beyond an end hits no
// neighbour.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simt/memory/layout.h"

namespace simt::memory {

enum class Kind : uint8_t {
  device,    // cudaMalloc and its relatives
  managed,   // cudaMallocManaged: device address == host address
  pinned,    // cudaMallocHost, cudaHostAlloc, cudaHostRegister: device address == host address
  variable,  // a __device__ or __managed__ variable of a module
  constant,  // a __constant__ variable: kernels must not write it
  heap,      // malloc() in a kernel
};

// One allocation. Freed ones are kept (without bytes) so that a use after free can name them.
struct Allocation {
  Address begin = 0;
  uint64_t size = 0;          // bytes that were asked for
  std::byte* host = nullptr;  // where its first byte lies; null once freed
  Kind kind = Kind::device;
  bool freed = false;
  uint64_t id = 0;   // 1, 2, 3, ... in order of allocation
  std::string name;  // "cudaMalloc #3", or a variable's name
  // Of the free() in a kernel that gave it back; line 0: it was the host's, or has no line.
  std::string freed_file{};
  uint32_t freed_line = 0;

  Address end() const { return begin + size; }
  ptrdiff_t delta() const {
    return reinterpret_cast<std::byte*>(host) - reinterpret_cast<std::byte*>(begin);
  }
};

// Who wants to know what happens to allocations outside of kernels (shadow memory does).
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void allocated(const Allocation&) {}
  virtual void freed(const Allocation&) {}
  // A copy or memset of the host wrote, or a copy read, [address, address + bytes).
  virtual void wrote(Address address, uint64_t bytes) { (void)address, (void)bytes; }
  virtual void read(Address address, uint64_t bytes) { (void)address, (void)bytes; }
};

// All functions may be called from several threads.
class AddressSpace {
 public:
  // A thread that keeps what find() gave it, and the bytes that lead on from there. While it lives,
  // nothing that was freed since its last refresh() goes away.
  class Reader {
   public:
    explicit Reader(AddressSpace& memory);
    ~Reader();
    Reader(const Reader&) = delete;
    // Forgets what was found before. Returns generation().
    uint64_t refresh();

   private:
    friend class AddressSpace;
    AddressSpace& memory_;
    std::atomic<uint64_t> seen_ = 0;
  };

  // `capacity` is the device's memory in bytes; `ordinal` chooses the range of addresses.
  AddressSpace(unsigned ordinal, uint64_t capacity);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;

  // A new allocation of `size` bytes (0 gives a valid, empty one), at an address that `alignment`
  // divides (256 at least). Its bytes are not zeroed in any promised way. Null where the capacity
  // is exceeded. For managed and pinned kinds, begin is the host address.
  const Allocation* allocate(uint64_t size, Kind kind, std::string name = {},
                             uint64_t alignment = 256);

  // Makes host memory of the caller visible (cudaHostRegister); null where it overlaps a visible
  // one.
  const Allocation* add_host(void* host, uint64_t size);

  // Frees the allocation that begins at `begin`. False where none does (find() tells what is
  // there). File and line are those of a free() in a kernel.
  bool free(Address begin, const std::string& file = {}, uint32_t line = 0);

  // The allocation, freed or not, that holds `address` (or, empty or not, begins there); null where
  // none.
  const Allocation* find(Address address) const;
  // The live allocation that lies nearest to `address`, for messages; null where there is none.
  const Allocation* nearest(Address address) const;

  // Where [address, address + bytes) lies on the host; null unless it lies in one live allocation.
  std::byte* host(Address address, uint64_t bytes) const;

  // All live allocations in order of address.
  std::vector<const Allocation*> live() const;

  uint64_t capacity() const { return capacity_; }
  uint64_t used() const;

  // Grows by one whenever an allocation goes away or comes: caches of find() compare it.
  uint64_t generation() const;

  void add_listener(Listener* listener);
  void remove_listener(Listener* listener);
  // To be called after host-side copies and memsets, which know what they touched.
  void notify_wrote(Address address, uint64_t bytes);
  void notify_read(Address address, uint64_t bytes);

 private:
  const uint64_t capacity_;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt::memory
