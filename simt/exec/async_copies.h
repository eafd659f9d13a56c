// cp.async: copies from global to shared memory whose bytes appear only when they are waited for,
// so that a kernel that forgets to wait reads what was there before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>

#include "simt/events/observer.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/exec/worker.h"

namespace simt::exec {

// The copies under way of all warps of one worker.
class AsyncCopies {
 public:
  static AsyncCopies& of(Worker& worker);

  // The warp's active lanes copy `bytes` each, the first `read_bytes[l]` of them read and the
  // others zero. `op` is the Op of the source's address, op + 1 that of the destination's. False:
  // the launch ends.
  bool issue(Warp& warp, const Op* op, const uint32_t* read_bytes);
  // The copies of the active lanes since the last time become a group.
  void commit(const Warp& warp);
  // Lets the copies of the active lanes arrive, but for the newest `groups` groups.
  void wait(const Warp& warp, uint32_t groups);
  // Lets all arrive, whether in a group or not.
  void wait_all(const Warp& warp);

 private:
  struct Copy {
    uint32_t lanes = 0;
    uint32_t bytes = 0;
    std::array<uint32_t, warp_size> group;  // of each lane: how many it had committed before
    std::array<std::array<std::byte, 16>, warp_size> data;
    std::array<std::byte*, warp_size> destination;
    std::array<uint64_t, warp_size> addresses;  // in shared memory
    events::MemoryEvent event;
  };
  struct Queue {
    uint64_t block = 0;
    std::list<Copy> copies;
    std::array<uint32_t, warp_size> committed = {};
  };

  static void report_issue(const Warp& warp, const Op* op, const LaneAccess& source,
                           const events::MemoryEvent& destination);
  Queue& queue(const Warp& warp);
  // Writes the bytes of those lanes' copies.
  void arrive(const Warp& warp, Copy& copy, uint32_t lanes);

  std::map<const Warp*, Queue> queues_;
};

}  // namespace simt::exec
