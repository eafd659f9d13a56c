// What is wrong with the bad lanes of a memory instruction, and the words for it.
#pragma once

#include <cstdint>

#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/exec/worker.h"

namespace simt::exec {

// The kind of finding for an address outside of every live allocation.
observe::FindingKind classify(const memory::AddressSpace& memory, memory::Address address);

// Gathers the bad lanes of one instruction and reports them, one fault a kind and space.
class AccessFaults {
 public:
  // `addresses` are those of all lanes, in the space that each accesses.
  AccessFaults(Warp& warp, const Op* op, AccessCode code, const uint64_t* addresses)
      : warp_(warp), op_(op), code_(code), addresses_(addresses) {}

  void add(int lane, ptx::Space space, observe::FindingKind kind);
  // False: the launch ends.
  bool report();

 private:
  struct Group {
    ptx::Space space;
    observe::FindingKind kind;
    uint32_t lanes;
  };

  std::string note(const Group& group) const;

  Warp& warp_;
  const Op* op_;
  AccessCode code_;
  const uint64_t* addresses_;
  Group groups_[warp_size];
  uint32_t count_ = 0;
};

}  // namespace simt::exec
