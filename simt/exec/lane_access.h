// A memory access lane by lane: every space, every fault, every count and event. The handlers of
// load, store and atomic instructions have a fast path of their own for what is common, and come
// here for the rest.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "simt/events/observer.h"
#include "simt/exec/op.h"
#include "simt/exec/site.h"
#include "simt/exec/worker.h"
#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"
#include "simt/ptx/atomics.h"
#include "simt/ptx/types.h"

namespace simt::exec {

// What an instruction does, in Op::f.
struct AccessCode {
  uint32_t log_bytes : 3 = 0;  // an element has 1 << log_bytes bytes
  uint32_t elements : 4 = 1;   // 1, 2, 4 or 8
  uint32_t is_signed : 1 = 0;  // narrow loads extend the sign
  uint32_t wide : 1 = 0;       // its registers have 8 bytes
  uint32_t space : 3 = 0;      // a ptx::Space
  uint32_t form : 2 = 0;       // a DecodedAddress::Kind
  uint32_t access : 2 = 0;     // a MemoryEvent::Access
  uint32_t strong : 1 = 0, acquire : 1 = 0, release : 1 = 0;
  uint32_t half : 1 = 0;    // its registers have 2 bytes: a sign is extended so far
  uint32_t silent : 1 = 0;  // passing of parameters: registers on the hardware, so nobody counts it
  uint32_t atomic : 2 = 0;  // a ptx::AtomicForm
  uint32_t ahead : 1 = 0;   // a load of loads_ahead.h
  uint32_t unused : 8 = 0;

  uint32_t element_bytes() const { return 1u << log_bytes; }
  uint32_t bytes() const { return uint32_t{elements} << log_bytes; }
  ptx::Space space_of() const { return static_cast<ptx::Space>(space); }
  ptx::AtomicForm atomic_of() const { return static_cast<ptx::AtomicForm>(atomic); }
  events::MemoryEvent::Access access_of() const {
    return static_cast<events::MemoryEvent::Access>(access);
  }
};
static_assert(sizeof(AccessCode) == 4);

inline AccessCode code_of(const Op* op) { return std::bit_cast<AccessCode>(op->f); }

// The operands of a memory instruction's Op: a is the slot of the address (form reg32 or reg64),
// imm its offset, f its code. The values' slots are d, b, c, e; those of elements 4 to 7 stand in
// the same places of a second Op that never runs.
inline uint32_t element_slot(const Op* op, uint32_t element) {
  const Op& part = op[element / 4];
  switch (element % 4) {
    case 0:
      return part.d;
    case 1:
      return part.b;
    case 2:
      return part.c;
    default:
      return part.e;
  }
}

// Where the lanes' bytes lie.
struct LaneAccess {
  uint32_t lanes = 0;                                     // within bounds, in whatever space
  uint32_t shared = 0, local = 0, param = 0, global = 0;  // of those
  uint64_t addresses[warp_size];                          // in the space that the lane accesses
  std::byte* host[warp_size];  // of the first byte (local: its words are warp_size words apart)

  // The host address of the byte at `offset` of a lane's access.
  std::byte* byte(int lane, uint32_t offset) const {
    if (!(local >> lane & 1)) return host[lane] + offset;
    const uint64_t within = addresses[lane] % 4 + offset;
    return host[lane] - addresses[lane] % 4 + within / 4 * (4 * warp_size) + within % 4;
  }
};

// The address that each lane accesses, as the instruction says it (all 32).
void compute_addresses(const Warp& warp, const Op* op, uint64_t* addresses);

struct AccessOptions {
  uint32_t lanes = full_mask;       // of the active ones
  const uint32_t* bytes = nullptr;  // of each lane, where they differ from the instruction's
  bool count = true, report = true;
  bool shared_only = false;  // lanes that lead elsewhere are faults
};

// Finds, checks, counts and reports the access of the active lanes; the site remembers the
// allocation. Faults leave their lanes out. False: the launch ends, return null.
bool access_lanes(Warp& warp, const Op* op, LaneAccess& access, const AccessOptions& options = {});

// To be called when an atomic or strong access of access_lanes() has been done.
inline void access_done(const Warp& warp) {
  if (warp.worker->observer) warp.worker->observer->memory_done();
}

// The event of an access by `lanes` without its addresses.
events::MemoryEvent event_of(const Warp& warp, const Op* op, ptx::Space space, uint32_t lanes);

// Makes the live allocation that holds the bytes at `address` the site's. False where there is
// none that accesses of the space may go to, or the site has it already.
bool change_allocation(const Worker& worker, Site& site, ptx::Space space, memory::Address address,
                       uint32_t bytes);

// Those of `lanes`, which are some of access.global, that lie in the allocation of the first one:
// they have the way to the host in common, which is stored in *delta.
uint32_t lanes_beside(const memory::AddressSpace& memory, const LaneAccess& access, uint32_t lanes,
                      ptrdiff_t* delta);

// Tells the observer of an access that went the fast way: in one space (global, constant, shared or
// local) and allocation. `addresses` as compute_addresses() gives them, and their two spans, where
// they are known.
void report_access(const Warp& warp, const Op* op, ptx::Space space, ptrdiff_t delta,
                   const uint64_t* addresses = nullptr, const events::Span* spans = nullptr);

// The whole instruction for the active lanes, one after another.
const Op* load_lanes(Warp& warp, const Op* op);
const Op* store_lanes(Warp& warp, const Op* op);

}  // namespace simt::exec
