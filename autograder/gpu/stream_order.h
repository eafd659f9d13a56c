// Which of a plan's calls are ordered, and which touch the same memory without being so.
//
// The order is that of the CUDA runtime: a stream's work is done in turn; an event orders what
// comes behind a wait for it; the host's waits order all it asks for later; the default stream
// waits for all blocking streams, and they for it. Kept as vector clocks (Mattern, Virtual Time and
// Global States of Distributed Systems, 1989), one entry a stream.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "autograder/gpu/play_report.h"

namespace warplab::gpu {

// Memory that a call touches.
struct MemoryUse {
  bool is_on_host = false;
  std::uint64_t buffer = 0;  // a host buffer's number, or any number for device memory
  std::uint64_t begin = 0, end = 0;
  bool is_written = false;
};

class StreamOrder {
 public:
  void create_stream(std::uint32_t stream, bool is_non_blocking);
  void record(std::uint32_t event, std::uint32_t stream);
  void wait_event(std::uint32_t event, std::uint32_t stream);
  void synchronize_event(std::uint32_t event);
  void synchronize_stream(std::uint32_t stream);
  void synchronize_device();

  // Work in a stream: `what` is what messages call it ("the copy of 1.0 MB to the device").
  void work(std::uint32_t stream, bool host_waits, const std::string& what, std::uint64_t site,
            const std::vector<MemoryUse>& uses);
  // Of the host itself.
  void host_work(const std::string& what, std::uint64_t site, const std::vector<MemoryUse>& uses);
  // The launch function returns: what writes to a host buffer has to be done.
  void end();

  const std::vector<Hazard>& hazards() const { return hazards_; }

 private:
  using Clock = std::map<std::uint32_t, std::uint64_t>;  // work of each stream that is done before
  struct Use {
    MemoryUse memory;
    std::uint32_t stream = 0;
    std::uint64_t number = 0;  // of the work in its stream
    std::string what;
    std::uint64_t site = 0;
  };

  static void join(Clock& clock, const Clock& other);
  Clock& clock_of(std::uint32_t stream);
  bool is_before(const Use& use, const Clock& clock) const;
  void look_for_conflicts(const std::vector<MemoryUse>& uses, const Clock& clock,
                          std::uint32_t stream, bool is_host, const std::string& what,
                          std::uint64_t site);
  void forget_what_is_done();
  void add(Hazard hazard);

  Clock host_;
  std::map<std::uint32_t, Clock> streams_ = {{0, {}}};
  std::map<std::uint32_t, bool> non_blocking_;
  std::map<std::uint32_t, Clock> events_;
  std::vector<Use> uses_;  // that the host has not waited for
  std::vector<Hazard> hazards_;
};

}  // namespace warplab::gpu
