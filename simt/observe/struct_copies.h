// Loads and stores that copy a struct. Compilers copy its padding, which nobody writes, along with its members, by
// instructions of its own where it is large enough.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "simt/observe/access_sites.h"
#include "simt/ptx/program.h"

namespace simt::observe {

// Used by one host thread; caches its answers. To be asked about loads that found bytes without a value, which is rare.
class StructCopies {
 public:
  StructCopies();
  ~StructCopies();
  StructCopies(const StructCopies&) = delete;
  StructCopies& operator=(const StructCopies&) = delete;

  // Whether the `bytes` without a value at `address`, all that the load found, may be padding. Its value goes to stores alone
  // and as it is, its type is no floating-point one, and beside it something is loaded that makes its struct aligned
  // enough for so much padding. has_value(address) tells whether a byte before has one: padding follows a member.
  template <class HasValue>
  bool is_padding(const AccessSite& load, uint32_t bytes, uint64_t address, HasValue has_value) {
    const uint64_t reach = std::min<uint64_t>(find_reach(load, bytes), address);
    for (uint64_t before = 1; before <= reach; ++before)
      if (has_value(address - before)) return true;
    return false;
  }

  // The load whose value, as it is, the store stores.
  std::optional<uint32_t> find_load(const AccessSite& store);

 private:
  // How many bytes before the load's own the member may end that padding in them follows; 0: it loads none.
  uint32_t find_reach(const AccessSite& load, uint32_t bytes);

  class Values;  // of one function
  Values& values_of(const ptx::Function* function);

  std::unordered_map<const ptx::Function*, std::unique_ptr<Values>> values_;
};

}  // namespace simt::observe
