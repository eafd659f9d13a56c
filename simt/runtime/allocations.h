// What the program allocated through the API, beyond what the address spaces know.
#pragma once

#include <cstdint>
#include <map>

#include "simt/frontend/include/driver_types.h"
#include "simt/memory/layout.h"
#include "simt/runtime/call_site.h"

namespace simt::runtime {

enum class Origin : uint8_t { malloc, pool, managed, host, registered, graph, managed_variable };

struct AllocationRecord {
  memory::Address begin = 0;
  uint64_t size = 0;
  Origin origin = Origin::malloc;
  uint32_t device = 0;  // in whose address space it was allocated
  unsigned flags = 0;   // of cudaHostAlloc, cudaHostRegister, cudaMallocManaged
  CallSite site{};
  cudaMemPool_t pool = nullptr;
  uint64_t row_bytes = 0, pitch = 0;  // of rows that were padded to a pitch

  bool on_host() const {
    return origin == Origin::managed || origin == Origin::host || origin == Origin::registered ||
           origin == Origin::managed_variable;
  }
  // The function that frees it.
  const char* free_function() const;
};

// By first address.
class Allocations {
 public:
  void add(AllocationRecord record) { records_[record.begin] = record; }
  void erase(memory::Address begin) { records_.erase(begin); }
  // What graphs allocate where they are launched.
  void forget_graphs();
  // The one that begins at, or contains, an address; null where there is none.
  const AllocationRecord* beginning_at(memory::Address address) const;
  const AllocationRecord* containing(memory::Address address) const;
  const std::map<memory::Address, AllocationRecord>& all() const { return records_; }

 private:
  std::map<memory::Address, AllocationRecord> records_;
};

}  // namespace simt::runtime
