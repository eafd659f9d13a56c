#include "simt/exec/access_faults.h"

#include <bit>

#include "simt/memory/place.h"

namespace simt::exec {
namespace {

using events::FindingKind;
using memory::Address;
using ptx::Space;

// No program has anything below, and a null pointer with a small index stays there.
constexpr Address null_end = 4096;
// Programs and their libraries lie between these.
constexpr Address host_begin = 0x1'0000, host_end = Address{1} << 47;
// So far beyond the ends of an allocation in host memory, an address is taken for a wrong index.
constexpr uint64_t near = 4096;
constexpr Address device_begin = memory::global_begin,
                  device_end = memory::function_window + 0x100'0000'0000;

std::string place_in(const char* memory, uint64_t size, uint64_t offset) {
  return "at byte " + std::to_string(static_cast<int64_t>(offset)) + " of " + memory +
         ", which has " + memory::count_bytes(size);
}

}  // namespace

FindingKind classify(const memory::AddressSpace& memory, Address address) {
  const memory::Allocation* found = memory.find(address);
  if (found && found->freed) return FindingKind::use_after_free;
  if (address < null_end) return FindingKind::null_pointer;
  const bool on_host = address >= host_begin && address < host_end &&
                       (address < device_begin || address >= device_end);
  if (!on_host) return FindingKind::out_of_bounds;
  // Managed and pinned memory lies among the host's: beside it, an index is wrong.
  const memory::Allocation* nearest = memory.nearest(address);
  const bool beside =
      nearest && address < nearest->end() + near && address >= nearest->begin - near;
  return beside ? FindingKind::out_of_bounds : FindingKind::host_pointer;
}

void AccessFaults::add(int lane, Space space, FindingKind kind, const std::string& why) {
  for (Group& group : groups_) {
    if (group.space == space && group.kind == kind && group.why == why) {
      group.lanes |= 1u << lane;
      return;
    }
  }
  groups_.push_back({space, kind, 1u << lane, why});
}

bool AccessFaults::report() {
  bool go_on = true;
  for (const Group& group : groups_) {
    Fault fault;
    fault.kind = group.kind;
    fault.space = group.space;
    fault.store = code_.access_of() != events::MemoryEvent::Access::load;
    fault.bytes = code_.bytes();
    fault.lanes = group.lanes;
    fault.addresses = addresses_;
    describe(group, fault);
    if (!warp_.worker->fault(warp_, op_, fault)) go_on = false;
  }
  return go_on;
}

void AccessFaults::describe(const Group& group, Fault& fault) const {
  const uint64_t address = addresses_[std::countr_zero(group.lanes)];
  const memory::AddressSpace& memory = *warp_.worker->memory;
  if (!group.why.empty()) {
    fault.note = group.why;
  } else if (group.kind == FindingKind::use_after_free) {
    if (const memory::Allocation* freed = memory.find(address))
      fault.note =
          "in " + freed->name + " (" + memory::count_bytes(freed->size) + "), which was freed";
  } else if (group.kind != FindingKind::out_of_bounds) {
    return;
  } else if (group.space == Space::shared) {
    fault.note = place_in("the block's shared memory", warp_.block->shared_bytes, address);
  } else if (group.space == Space::local) {
    fault.note = place_in("the thread's local memory", warp_.local_bytes, address);
  } else if (group.space == Space::param) {
    fault.note = place_in("the kernel's parameters", warp_.worker->params.size(), address);
  } else if (const memory::Allocation* nearest = memory.nearest(address)) {
    fault.note = memory::describe_place(nearest->name, nearest->begin, nearest->size, address);
    fault.miss = memory::miss_of(nearest->begin, nearest->size, address);
  } else {
    fault.note = "there is no allocation";
  }
}

}  // namespace simt::exec
