// Writes down what warps access, while simt runs them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "autograder/gpu/access_log.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"

namespace warplab::gpu {

class AccessLogger : public simt::events::LaunchObserver {
 public:
  explicit AccessLogger(const simt::memory::AddressSpace& memory) : memory_(memory) {}

  void launch_begins(const simt::events::LaunchInfo& info) override;
  std::unique_ptr<simt::events::BlockObserver> block_observer() override;
  // Of all launches so far.
  AccessLog take();

 private:
  class Blocks;
  std::uint32_t number_of(const std::string& name, std::vector<std::string>& names);
  void add(std::vector<LoggedAccess> of_block);

  const simt::memory::AddressSpace& memory_;
  const simt::events::LaunchInfo* info_ = nullptr;
  std::uint32_t launches_ = 0;
  std::mutex mutex_;
  AccessLog log_;
};

}  // namespace warplab::gpu
