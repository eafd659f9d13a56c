#include "simt/runtime/allocations.h"

namespace simt::runtime {

const char* AllocationRecord::free_function() const {
  switch (origin) {
    case Origin::malloc:
    case Origin::managed:
      return "cudaFree";
    case Origin::pool:
      return "cudaFreeAsync";
    case Origin::host:
      return "cudaFreeHost";
    case Origin::registered:
      return "cudaHostUnregister";
    case Origin::graph:
      return "cudaGraphDestroy";
    case Origin::managed_variable:
      break;
  }
  return "nothing: it is a variable";
}

void Allocations::forget_graphs() {
  std::erase_if(records_, [](const auto& entry) { return entry.second.origin == Origin::graph; });
}

const AllocationRecord* Allocations::beginning_at(memory::Address address) const {
  const auto it = records_.find(address);
  return it == records_.end() ? nullptr : &it->second;
}

const AllocationRecord* Allocations::containing(memory::Address address) const {
  auto it = records_.upper_bound(address);
  if (it == records_.begin()) return nullptr;
  const auto& record = (--it)->second;
  return address - record.begin < record.size || address == record.begin ? &record : nullptr;
}

}  // namespace simt::runtime
