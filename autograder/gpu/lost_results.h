// Results that are lost in launches too large to be run: those that nothing reads, say of a sum of sums whose last launch
// reads only as many as fit its block, and those that idle blocks never store, because the numbers of their threads
// overflow. A few blocks of each launch run over memory without content, which does not decide where they store and load.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/memory/byte_ranges.h"
#include "simt/ptx/program.h"

namespace warplab::gpu {

class LostResults : public simt::events::LaunchObserver {
 public:
  explicit LostResults(const simt::memory::AddressSpace& memory) : memory_(memory) {}

  void launch_begins(const simt::events::LaunchInfo& info) override;
  std::unique_ptr<simt::events::BlockObserver> block_observer() override;
  void launch_ends() override;

  // Of the launch that has ended last, as it should: its call in the host code, and whether all its blocks have run.
  void note_launch(std::uint64_t site, bool is_whole);
  // Some of the plan was left out, so nothing can be said of what nobody reads.
  void give_up() { is_complete_ = false; }
  void note_copy(std::uint64_t from, std::uint64_t bytes);

  struct Lost {
    simt::events::Finding finding;
    std::uint64_t site = 0;  // of the launch that the finding is about
  };
  // Of the launches so far: a load that takes in the results of some blocks of an earlier launch, where
  // no launch takes in those of others. Only launches whose blocks have all run are taken at their word.
  std::optional<Lost> find_unread() const;
  // A launch of which the blocks from thread 2^31 on store nothing, where those before store one after the other in an
  // array that goes on: an int that counts threads is negative there.
  std::optional<Lost> find_idle() const;

 private:
  class Blocks;
  struct Block {
    simt::events::Index3 index;
    simt::memory::ByteRanges stored;
  };
  struct Load {
    simt::events::Site where;  // of the first lane seen
    simt::memory::ByteRanges bytes;
  };
  struct LaunchSeen {
    std::string kernel;
    std::uint64_t blocks = 0, threads = 0;    // of a block
    bool is_flat = false;                     // in x alone
    std::set<std::uint64_t> ran;              // blocks, by linear index
    std::optional<simt::events::Site> store;  // the first seen
    std::map<std::uint64_t, Block> stores;    // by linear index
    std::map<std::pair<const simt::ptx::Function*, std::uint32_t>, Load> loads;  // by pc
    std::uint64_t site = 0;
    bool has_atomics = false;
    bool is_whole = false;

    bool reads(const simt::memory::ByteRanges& bytes) const;
    bool is_certain() const;
    // The first of the blocks that ran and stored nothing, where those before, and no others, did; 0 where there is none.
    std::uint64_t first_idle() const;
    // Where block `linear` would store, by where those do that did; nothing if these are not at equal distances.
    std::optional<std::uint64_t> place_of(std::uint64_t linear) const;
  };

  std::optional<Lost> find_unread_of(std::size_t number) const;
  std::optional<Lost> find_idle_in(const LaunchSeen& launch) const;
  bool is_stored_to_by_others(const LaunchSeen& launch,
                              const simt::memory::Allocation& array) const;
  bool is_read_after(std::size_t number, const simt::memory::ByteRanges& bytes) const;

  const simt::memory::AddressSpace& memory_;
  const simt::events::LaunchInfo* info_ = nullptr;
  std::mutex mutex_;
  std::vector<LaunchSeen> launches_;  // and copies
  bool is_complete_ = true;
};

// Whether a bad access of a kernel is a store that misses its array whatever the data are: neither its address nor a
// branch of the kernel depends on what was loaded.
bool misses_for_certain(const simt::events::Finding& access, const simt::ptx::Function& kernel);

}  // namespace warplab::gpu
