#include "simt/exec/lane_access.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "simt/exec/access_faults.h"
#include "simt/exec/banks.h"
#include "simt/exec/emitter.h"
#include "simt/exec/sectors.h"
#include "simt/exec/worst_request.h"
#include "simt/memory/place.h"

namespace simt::exec {
namespace {

using events::MemoryEvent;
using memory::Address;
using ptx::Space;

bool is_in(Address address, Address window, uint64_t size) { return address - window < size; }

// The space that a generic address leads to; turns the address into one of that space.
Space leave_generic(uint64_t& address) {
  if (is_in(address, memory::shared_window, memory::shared_window_size)) {
    address -= memory::shared_window;
    return Space::shared;
  }
  if (is_in(address, memory::local_window, memory::local_window_size)) {
    address -= memory::local_window;
    return Space::local;
  }
  if (is_in(address, memory::param_window, memory::param_window_size)) {
    address -= memory::param_window;
    return Space::param;
  }
  return Space::global;
}

// Whether accesses of a space may go to an allocation: those of constant memory to constants only.
bool may_hold(const memory::Allocation& allocation, Space space) {
  return space != Space::constant || allocation.kind == memory::Kind::constant;
}

// Of an access that lands in `found` and was meant for another: "8 bytes past the end of a (64 bytes), in b (64 bytes)".
std::string describe_wrong_allocation(const Worker& worker, uint32_t site, Address address,
                                      const memory::Allocation& found) {
  const memory::Allocation* const meant = worker.memory->find(worker.meant[site]);
  if (!meant) return {};
  return memory::describe_place(meant->name, meant->begin, meant->size, address) + ", in " +
         found.name + " (" + memory::count_bytes(found.size) + ")";
}

// Finds the bytes of each lane, one call a warp instruction.
class Finder {
 public:
  Finder(Warp& warp, const Op* op, LaneAccess& access, const AccessOptions& options)
      : warp_(warp),
        worker_(*warp.worker),
        op_(op),
        code_(code_of(op)),
        access_(access),
        options_(options) {}

  // False: the launch ends.
  bool find() {
    AccessFaults faults(warp_, op_, code_, access_.addresses);
    for_active(warp_.active & options_.lanes, [&](int lane) {
      uint64_t& address = access_.addresses[lane];
      const Space space =
          code_.space_of() == Space::generic ? leave_generic(address) : code_.space_of();
      if (options_.shared_only && space != Space::shared)
        return faults.add(lane, space, FindingKind::out_of_bounds,
                          "this instruction works in shared memory only");
      if (address % code_.bytes() != 0) return faults.add(lane, space, FindingKind::misaligned);
      switch (space) {
        case Space::shared:
          return find_in(lane, space, warp_.block->shared, warp_.block->shared_bytes,
                         access_.shared, faults);
        case Space::local:
          if (code_.access_of() == MemoryEvent::Access::atomic)
            return faults.add(lane, space, FindingKind::out_of_bounds,
                              "atomics work in global and shared memory only");
          return find_local(lane, faults);
        case Space::param:
          if (code_.access_of() != MemoryEvent::Access::load)
            return faults.add(lane, space, FindingKind::read_only);
          return find_in(lane, space, const_cast<std::byte*>(worker_.params.data()),
                         worker_.params.size(), access_.param, faults);
        default:
          return find_global(lane, space, faults);
      }
    });
    access_.lanes = access_.shared | access_.local | access_.param | access_.global;
    return faults.report();
  }

  // The allocation that the last lane in global memory touched.
  const memory::Allocation* allocation() const { return allocation_; }
  bool one_allocation() const { return one_allocation_; }

 private:
  using FindingKind = events::FindingKind;

  uint32_t bytes(int lane) const { return options_.bytes ? options_.bytes[lane] : code_.bytes(); }

  bool fits(int lane, uint64_t size) const {
    const uint64_t address = access_.addresses[lane];
    return address < size && bytes(lane) <= size - address;
  }

  void find_in(int lane, Space space, std::byte* begin, uint64_t size, uint32_t& lanes,
               AccessFaults& faults) {
    const uint64_t address = access_.addresses[lane];
    if (!fits(lane, size)) return faults.add(lane, space, FindingKind::out_of_bounds);
    access_.host[lane] = begin + address;
    lanes |= 1u << lane;
  }

  void find_local(int lane, AccessFaults& faults) {
    const uint64_t address = access_.addresses[lane];
    if (!fits(lane, warp_.local_bytes))
      return faults.add(lane, Space::local, FindingKind::out_of_bounds);
    access_.host[lane] =
        reinterpret_cast<std::byte*>(warp_.local + address / 4 * warp_size + lane) + address % 4;
    access_.local |= 1u << lane;
  }

  void find_global(int lane, Space space, AccessFaults& faults) {
    const uint64_t address = access_.addresses[lane];
    if (!allocation_ || address - allocation_->begin >= allocation_->size) {
      const memory::Allocation* found = worker_.memory->find(address);
      if (!found || found->freed || address - found->begin >= found->size)
        return faults.add(lane, space, classify(*worker_.memory, address));
      if (!may_hold(*found, space))
        return faults.add(lane, space, FindingKind::out_of_bounds,
                          "that is " + found->name + ", and no __constant__ variable");
      if (!worker_.may_touch(op_->site, *found))
        return faults.add(lane, space, FindingKind::out_of_bounds,
                          describe_wrong_allocation(worker_, op_->site, address, *found));
      if (allocation_) one_allocation_ = false;
      allocation_ = found;
    }
    if (bytes(lane) > allocation_->end() - address)
      return faults.add(lane, space, FindingKind::out_of_bounds);
    if (allocation_->kind == memory::Kind::constant &&
        code_.access_of() != MemoryEvent::Access::load)
      return faults.add(lane, Space::constant, FindingKind::read_only);
    access_.host[lane] = allocation_->host + (address - allocation_->begin);
    access_.global |= 1u << lane;
  }

  Warp& warp_;
  Worker& worker_;
  const Op* op_;
  AccessCode code_;
  LaneAccess& access_;
  const AccessOptions& options_;
  const memory::Allocation* allocation_ = nullptr;
  bool one_allocation_ = true;
};

// Lets the fast path find what was found here.
void remember(Site& site, const Worker& worker, const memory::Allocation& found, uint32_t bytes) {
  const Address begin = (found.begin + 31) / 32 * 32;
  if (begin >= found.end() || found.end() - begin < bytes) return;
  site.begin = begin;
  site.last = found.end() - begin - bytes;
  site.delta = found.delta();
  site.generation = worker.generation;
  site.writable = found.kind != memory::Kind::constant;
  // Memory of the host may end anywhere, but its last page is there to the end.
  constexpr uint64_t page = 4096, padding = 64;
  const bool on_host = found.kind == memory::Kind::pinned || found.kind == memory::Kind::managed;
  const Address end = on_host ? (found.end() + page - 1) / page * page : found.end() + padding;
  site.readable = end - begin;
}

// Where the lanes of a generic access went, which may be several spaces.
void count_spaces(events::SiteCounts& counts, const LaneAccess& access) {
  counts.shared_requests += access.shared != 0;
  counts.local_requests += access.local != 0;
  counts.beside_requests += access.global == 0;
  counts.beside_threads += std::popcount(access.lanes & ~access.global);
}

void count(const Warp& warp, const Op* op, Site& site, const LaneAccess& access) {
  const AccessCode code = code_of(op);
  events::SiteCounts& counts = site.counts;
  const bool atomic = code.access_of() == MemoryEvent::Access::atomic;
  ++counts.requests;
  counts.threads += std::popcount(access.lanes);
  if (access.global && code.space_of() != Space::constant) {
    const SectorCount sectors = count_sectors(access.addresses, access.global, code.bytes());
    counts.sectors += sectors.sectors;
    counts.sectors_ideal += sectors.ideal;
    if (atomic)
      counts.sector_multiplicity +=
          code.atomic_of() == ptx::AtomicForm::aggregated
              ? 1
              : count_sector_multiplicity(access.addresses, access.global);
  }
  if (code.space_of() == Space::generic) count_spaces(counts, access);
  if (code.space_of() == Space::constant)
    counts.constant_passes += count_addresses(access.addresses, access.global);
  if (access.shared) {
    uint32_t offsets[warp_size];
    for (int l = 0; l < warp_size; ++l) offsets[l] = static_cast<uint32_t>(access.addresses[l]);
    const bool load = code.access_of() == MemoryEvent::Access::load;
    const BankCount banks =
        atomic ? count_atomic_banks(offsets, access.shared, code.bytes(), code.atomic_of())
               : count_banks(offsets, access.shared, code.bytes(), load);
    if (banks.conflicts && !atomic && is_worst(site, banks.wavefronts))
      keep_worst(site, warp, access.shared, offsets, code.bytes(), banks.wavefronts, load);
    counts.wavefronts += banks.wavefronts;
    counts.wavefronts_ideal += banks.ideal;
    counts.bank_conflicts += banks.conflicts;
  }
  if (access.local)
    counts.local_sectors += count_local_sectors(access.addresses, access.local, code.bytes());
}

void send(const Warp& warp, MemoryEvent&& event, const uint64_t* addresses, ptrdiff_t delta) {
  event.addresses = addresses;
  event.delta = delta;
  warp.worker->observer->memory(warp, event);
}

}  // namespace

uint32_t lanes_beside(const memory::AddressSpace& memory, const LaneAccess& access, uint32_t lanes,
                      ptrdiff_t* delta) {
  const auto delta_of = [&](int l) {
    return reinterpret_cast<Address>(access.host[l]) - access.addresses[l];
  };
  const int first_lane = std::countr_zero(lanes);
  const uint64_t first = delta_of(first_lane);
  // The device's own allocations differ in it. What it shares with the host has none.
  const memory::Allocation* shared = first ? nullptr : memory.find(access.addresses[first_lane]);
  uint32_t same = 0;
  for_active(lanes, [&](int l) {
    const bool beside =
        delta_of(l) == first && (!shared || access.addresses[l] - shared->begin < shared->size);
    same |= static_cast<uint32_t>(beside) << l;
  });
  *delta = static_cast<ptrdiff_t>(first);
  return same;
}

namespace {

void report(const Warp& warp, const Op* op, const LaneAccess& access) {
  const uint64_t* addresses = access.addresses;
  if (access.shared) send(warp, event_of(warp, op, Space::shared, access.shared), addresses, 0);
  if (access.local) send(warp, event_of(warp, op, Space::local, access.local), addresses, 0);
  const Space space = code_of(op).space_of() == Space::constant ? Space::constant : Space::global;
  // One event an allocation.
  for (uint32_t left = access.global; left;) {
    ptrdiff_t delta;
    const uint32_t same = lanes_beside(*warp.worker->memory, access, left, &delta);
    MemoryEvent event = event_of(warp, op, space, same);
    event.step_lanes = access.global;
    send(warp, std::move(event), addresses, delta);
    left &= ~same;
  }
}

}  // namespace

MemoryEvent event_of(const Warp& warp, const Op* op, Space space, uint32_t lanes) {
  const AccessCode code = code_of(op);
  MemoryEvent event;
  event.function = warp.worker->sites[op->site].function;
  event.pc = op->pc;
  event.warp = warp.id;
  event.lanes = lanes;
  event.access = code.access_of();
  event.space = space;
  event.bytes = code.bytes();
  event.strong = code.strong;
  event.acquire = code.acquire;
  event.release = code.release;
  event.ahead = code.ahead;
  // An event has room for the values of four elements.
  if (event.access == MemoryEvent::Access::store && code.elements <= 4) {
    event.value_bytes = code.element_bytes();
    event.value_stride = code.wide ? 8 : 4;
    for (uint32_t e = 0; e < code.elements; ++e)
      event.values[e] = (code.wide ? warp.r64 : warp.r32) + element_slot(op, e);
  }
  return event;
}

void compute_addresses(const Warp& warp, const Op* op, uint64_t* addresses) {
  using Form = DecodedAddress::Kind;
  const AccessCode code = code_of(op);
  switch (static_cast<Form>(code.form)) {
    case Form::reg32: {
      const auto* base = reinterpret_cast<const uint32_t*>(warp.r32 + op->a);
      for (int l = 0; l < warp_size; ++l)
        addresses[l] = static_cast<uint32_t>(base[l] + static_cast<uint32_t>(op->imm));
      break;
    }
    case Form::reg64: {
      const auto* base = reinterpret_cast<const uint64_t*>(warp.r64 + op->a);
      for (int l = 0; l < warp_size; ++l) addresses[l] = base[l] + op->imm;
      break;
    }
    case Form::absolute:
      for (int l = 0; l < warp_size; ++l) addresses[l] = op->imm;
      break;
    case Form::frame:
      for (int l = 0; l < warp_size; ++l) addresses[l] = warp.local_frame + op->imm;
      break;
  }
}

bool access_lanes(Warp& warp, const Op* op, LaneAccess& access, const AccessOptions& options) {
  Worker& worker = *warp.worker;
  compute_addresses(warp, op, access.addresses);
  Finder finder(warp, op, access, options);
  if (!finder.find()) {
    warp.resume = op;
    return false;
  }
  if (!access.lanes) return true;
  if (access.lanes != access.param && !code_of(op).silent) {
    Site& site = worker.sites[op->site];
    if (finder.allocation() && finder.one_allocation())
      remember(site, worker, *finder.allocation(), code_of(op).bytes());
    if (worker.counting && options.count) count(warp, op, site, access);
    if (worker.observer && options.report) report(warp, op, access);
  }
  return true;
}

bool change_allocation(const Worker& worker, Site& site, Space space, Address address,
                       uint32_t bytes) {
  if (site.generation == worker.generation && address - site.begin <= site.last) return false;
  const memory::Allocation* found = worker.memory->find(address);
  const uint32_t index = static_cast<uint32_t>(&site - worker.sites.data());
  if (!found || found->freed || !may_hold(*found, space) || !worker.may_touch(index, *found))
    return false;
  remember(site, worker, *found, bytes);
  return site.generation == worker.generation && address - site.begin <= site.last;
}

void report_access(const Warp& warp, const Op* op, Space space, ptrdiff_t delta,
                   const uint64_t* addresses, const events::Span* spans) {
  uint64_t computed[warp_size];
  if (!addresses) {
    compute_addresses(warp, op, computed);
    addresses = computed;
  }
  MemoryEvent event = event_of(warp, op, space, warp.active);
  event.spans = spans;
  send(warp, std::move(event), addresses, delta);
}

const Op* load_lanes(Warp& warp, const Op* op) {
  const AccessCode code = code_of(op);
  LaneAccess access;
  if (!access_lanes(warp, op, access)) return nullptr;
  const uint32_t size = code.element_bytes();
  for (uint32_t e = 0; e < code.elements; ++e) {
    const uint32_t slot = element_slot(op, e);
    for_active(warp.active, [&](int lane) {
      uint64_t value = 0;
      if (access.lanes >> lane & 1) {
        std::memcpy(&value, access.byte(lane, e * size), std::min(size, 4u));
        if (size == 8)
          std::memcpy(reinterpret_cast<std::byte*>(&value) + 4, access.byte(lane, e * size + 4), 4);
        if (code.is_signed) {
          const int shift = 64 - 8 * static_cast<int>(size);
          value = static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift);
          if (code.half) value &= 0xffff;
        }
      }
      if (code.wide)
        warp.reg<uint64_t>(slot)[lane] = value;
      else
        warp.reg<uint32_t>(slot)[lane] = static_cast<uint32_t>(value);
    });
  }
  if (code.strong) access_done(warp);
  return op + 1 + code.elements / 8;
}

const Op* store_lanes(Warp& warp, const Op* op) {
  const AccessCode code = code_of(op);
  LaneAccess access;
  if (!access_lanes(warp, op, access)) return nullptr;
  const uint32_t size = code.element_bytes();
  for_active(access.lanes, [&](int lane) {
    const bool is_shared = !(access.local >> lane & 1);  // with other threads
    for (uint32_t e = 0; e < code.elements; ++e) {
      const uint32_t slot = element_slot(op, e);
      const std::byte* value = code.wide
                                   ? reinterpret_cast<std::byte*>(warp.reg<uint64_t>(slot) + lane)
                                   : reinterpret_cast<std::byte*>(warp.reg<uint32_t>(slot) + lane);
      if (is_shared && !warp.changed)
        warp.changed = std::memcmp(access.byte(lane, e * size), value, size) != 0;
      std::memcpy(access.byte(lane, e * size), value, std::min(size, 4u));
      if (size == 8) std::memcpy(access.byte(lane, e * size + 4), value + 4, 4);
    }
  });
  if (code.strong) access_done(warp);
  return op + 1 + code.elements / 8;
}

}  // namespace simt::exec
