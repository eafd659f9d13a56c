// The global and constant memory that kernels touch, to check the order of streams and accesses of
// the host during a kernel.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/memory/byte_ranges.h"

namespace simt::observe {

struct Touch {
  uint64_t allocation = 0;   // its id
  memory::Kind kind{};       // and its kind
  memory::ByteRanges bytes;  // device addresses
  bool is_written = false;
  bool is_atomic = false;  // by atomics and strong accesses alone, which need no order
};

class TouchObserver : public events::LaunchObserver {
 public:
  explicit TouchObserver(const memory::AddressSpace& memory) : memory_(memory) {}

  std::unique_ptr<events::BlockObserver> block_observer() override;
  // The memory touched by launches since the last call.
  std::vector<Touch> take();

 private:
  class Blocks;
  // An allocation's id and kind; whether it is written; whether by atomics.
  using Key = std::tuple<uint64_t, memory::Kind, bool, bool>;

  const memory::AddressSpace& memory_;
  std::mutex mutex_;
  std::map<Key, memory::ByteRanges> touched_;
};

}  // namespace simt::observe
