// Which store left a byte of global memory as it is, and in which lines its value was computed.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/memory/layout.h"
#include "simt/ptx/program.h"

namespace simt::observe {

// The last store to a byte or, where there was none, the one nearest to it in its allocation.
struct StoredByte {
  uint64_t distance = 0;  // in bytes; 0: it was stored
  events::Site where;
  // Other lines of that file, in their order, from which the value comes: arithmetic, loads, and
  // stores to the shared memory that it was kept in.
  std::vector<uint32_t> computed_in;
  // Where the byte was not stored: other lines of that file, in their order, with the conditions that decide
  // which threads come to the store next to it.
  std::vector<uint32_t> decided_in;
};

// Stores to global memory, and the lines that their values are computed in; of the file with the
// first of them.
struct StoreLines {
  std::string file;
  std::vector<uint32_t> lines;
};
StoreLines lines_of_stores(const ptx::Module& module, const ptx::Function& function);

// Watches one byte. Of blocks that store it, which have no order, the last by number counts.
class StoreWatch : public events::LaunchObserver {
 public:
  explicit StoreWatch(const memory::AddressSpace& memory) : memory_(memory) {}

  // In launches from now on; 0: none.
  void watch(memory::Address address);
  // Of the launches since; nothing where none stored to the byte's allocation.
  std::optional<StoredByte> take();

  void launch_begins(const events::LaunchInfo& info) override { info_ = &info; }
  bool watches(uint64_t) const override { return address_ != 0; }
  std::unique_ptr<events::BlockObserver> block_observer() override;
  void launch_ends() override;

 private:
  class Blocks;
  struct Store {
    const ptx::Function* function = nullptr;  // null: none
    uint32_t pc = 0;
    uint64_t distance = 0, block = 0;  // linear
    events::Index3 block_index;
    uint32_t thread = 0;  // warp * 32 + lane

    bool replaces(const Store& other) const;
  };

  const memory::AddressSpace& memory_;
  const events::LaunchInfo* info_ = nullptr;
  memory::Address address_ = 0, begin_ = 0, end_ = 0;  // the byte, and its allocation
  std::mutex mutex_;
  Store of_launch_;
  std::optional<StoredByte> stored_;
};

}  // namespace simt::observe
