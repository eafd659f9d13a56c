// What is wrong with the bad lanes of a memory instruction, and the words for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"
#include "simt/ptx/types.h"

namespace simt::exec {

// The kind of finding for an address outside of every live allocation.
events::FindingKind classify(const memory::AddressSpace& memory, memory::Address address);

// Gathers the bad lanes of one instruction and reports them, one fault a kind and space.
class AccessFaults {
 public:
  // `addresses` are those of all lanes, in the space that each accesses.
  AccessFaults(Warp& warp, const Op* op, AccessCode code, const uint64_t* addresses)
      : warp_(warp), op_(op), code_(code), addresses_(addresses) {}

  // `why` is what the report says; where it is empty, the place of the first lane's bytes.
  void add(int lane, ptx::Space space, events::FindingKind kind, const std::string& why = {});
  // False: the launch ends.
  bool report();

 private:
  struct Group {
    ptx::Space space;
    events::FindingKind kind;
    uint32_t lanes;
    std::string why;
  };

  // What the fault's note says, and how the access misses what that names.
  void describe(const Group& group, Fault& fault) const;

  Warp& warp_;
  const Op* op_;
  AccessCode code_;
  const uint64_t* addresses_;
  std::vector<Group> groups_;
};

}  // namespace simt::exec
