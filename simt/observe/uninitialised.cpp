#include "simt/observe/uninitialised.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "simt/exec/worker.h"
#include "simt/observe/conflict.h"
#include "simt/observe/held_loads.h"
#include "simt/observe/struct_copies.h"

namespace simt::observe {
namespace {

// Lanes that have written a byte of their local memory, by warp and thread offset.
class LocalShadow {
 public:
  void begin_block(uint32_t warps) {
    if (warps_.size() < warps) warps_.resize(warps);
    for (std::vector<uint32_t>& bytes : warps_) bytes.clear();
  }
  void write(const exec::Warp& warp, const events::MemoryEvent& event) {
    std::vector<uint32_t>& bytes = of(warp, event);
    exec::for_active(event.lanes, [&](uint32_t lane) {
      for (uint32_t i = 0; i < event.bytes; ++i) bytes[event.addresses[lane] + i] |= 1u << lane;
    });
  }
  // Bytes of the lane's access without a value.
  uint32_t missing(const exec::Warp& warp, const events::MemoryEvent& event, uint32_t lane) {
    const std::vector<uint32_t>& bytes = of(warp, event);
    uint32_t mask = 0;
    for (uint32_t i = 0; i < event.bytes; ++i)
      mask |= (~bytes[event.addresses[lane] + i] >> lane & 1) << i;
    return mask;
  }
  bool has_value(const exec::Warp& warp, uint64_t byte, uint32_t lane) const {
    const std::vector<uint32_t>& bytes = warps_[warp.id];
    return byte < bytes.size() && bytes[byte] >> lane & 1;
  }

 private:
  std::vector<uint32_t>& of(const exec::Warp& warp, const events::MemoryEvent& event) {
    std::vector<uint32_t>& bytes = warps_[warp.id];
    uint64_t end = 0;
    exec::for_active(event.lanes,
                     [&](uint32_t lane) { end = std::max(end, event.addresses[lane]); });
    end += event.bytes;
    if (bytes.size() < end) bytes.resize(std::max<size_t>(end, warp.local_bytes));
    return bytes;
  }
  std::vector<std::vector<uint32_t>> warps_;
};

// Copies of padding that found no value: of which loads, by which lanes, and the bytes of shared memory that they have
// left without one. There are none as a rule.
class EmptyCopies {
 public:
  void begin_block(const exec::Block& block) {
    loads_.clear();
    if (shared_count_ != 0) shared_.clear();
    shared_count_ = 0;
    shared_bytes_ = block.shared_bytes;
  }
  bool any() const { return !loads_.empty() || shared_count_ != 0; }

  void load(uint32_t warp, SiteId site, uint32_t lanes, bool empty) {
    if (empty)
      loads_[{warp, site}] |= lanes;
    else if (const auto found = loads_.find({warp, site}); found != loads_.end())
      if ((found->second &= ~lanes) == 0) loads_.erase(found);
  }
  // The lanes whose last load found nothing.
  uint32_t find(uint32_t warp, SiteId site) const {
    const auto found = loads_.find({warp, site});
    return found == loads_.end() ? 0 : found->second;
  }

  void store_shared(const events::MemoryEvent& event, uint32_t lanes, bool empty) {
    if (shared_.empty()) shared_.resize(shared_bytes_);
    exec::for_active(lanes, [&](uint32_t lane) {
      for (uint32_t i = 0; i < event.bytes; ++i) {
        bool& byte = shared_[event.addresses[lane] + i].empty;
        shared_count_ += empty - byte;
        byte = empty;
      }
    });
  }
  bool is_empty_in_shared(uint64_t address) const {
    return shared_count_ != 0 && shared_[address].empty;
  }

 private:
  struct Byte {
    bool empty = false;
  };
  std::map<std::pair<uint32_t, SiteId>, uint32_t> loads_;  // lanes, by warp and load
  std::vector<Byte> shared_;                               // of a block that has some; else empty
  uint32_t shared_count_ = 0, shared_bytes_ = 0;
};

class BlockUninitialised : public events::BlockObserver {
 public:
  BlockUninitialised(const LaunchContext& context, GlobalMemory& memory, bool local,
                     std::shared_ptr<const AccessSites> sites)
      : memory_(memory),
        cache_(memory, false),
        local_on_(local),
        sites_(std::move(sites)),
        reports_(context),
        stored_(sites_->size()) {}

  void block_begins(const exec::Block& block) override {
    block_ = &block;
    const uint32_t warps = (block.threads + 31) / 32;
    held_.begin_block(warps);
    empty_.begin_block(block);
    if (local_on_) local_.begin_block(warps);
  }

  void memory(const exec::Warp& warp, const events::MemoryEvent& event) override {
    if (!event.lanes) return;
    if (event.ahead) return hold(warp, event);
    look_at(warp, event);
  }
  void value_used(const exec::Warp& warp, const ptx::Function* function, uint32_t pc,
                  uint32_t lanes) override {
    held_.use(warp.id, function, pc, lanes,
              [&](const HeldLoad& load, uint32_t users) { load.confirm(users, reports_); });
  }
  void async_copy_issued(const exec::Warp& warp, const events::MemoryEvent& source,
                         const events::MemoryEvent& destination) override {
    memory(warp, source);
    if (empty_.any()) empty_.store_shared(destination, destination.lanes, false);
  }
  void block_ends() override { reports_.flush(); }

 private:
  void hold(const exec::Warp& warp, const events::MemoryEvent& event) {
    std::vector<Report> reports;
    reports_.divert(&reports);
    look_at(warp, event);
    reports_.divert(nullptr);
    if (reports.empty() && held_.is_empty(warp)) return;
    held_.add(warp, event, sites_->find(event.function, event.pc)).reports = std::move(reports);
  }

  void look_at(const exec::Warp& warp, const events::MemoryEvent& event) {
    if (empty_.any()) [[unlikely]]
      return look_with_copies(warp, event);
    look(warp, event);
  }

  void look_with_copies(const exec::Warp& warp, const events::MemoryEvent& event) {
    const SiteId site = sites_->find(event.function, event.pc);
    const bool shared = event.space == ptx::Space::shared;
    events::MemoryEvent filled = event;
    if (event.access == events::MemoryEvent::Access::store) {
      const auto load = copies_.find_load((*sites_)[site]);
      const uint32_t empty =
          load ? empty_.find(warp.id, sites_->find(event.function, *load)) & event.lanes : 0;
      if (shared) empty_.store_shared(event, empty, true);
      filled.lanes &= ~empty;
    } else {
      empty_.load(warp.id, site, event.lanes, false);
      if (shared) load_shared(warp, event, site);
    }
    if (shared && event.access != events::MemoryEvent::Access::load)
      empty_.store_shared(event, filled.lanes, false);
    if (filled.lanes) look(warp, filled);
  }

  void look(const exec::Warp& warp, const events::MemoryEvent& event) {
    if (event.space == ptx::Space::global)
      global(warp, event);
    else if (event.space == ptx::Space::local && local_on_)
      local(warp, event);
  }

  void global(const exec::Warp& warp, const events::MemoryEvent& event) {
    const SiteId site = sites_->find(event.function, event.pc);
    GlobalShadow* shadow = cache_.find(site, event.addresses[std::countr_zero(event.lanes)]);
    if (!shadow || !shadow->written) return;
    uint8_t* const written = shadow->written.get() - shadow->begin;
    const auto is_written = [&](const events::Span& span) {
      return span.size() <= 2 * exec::warp_size * event.bytes &&
             all_written(written + span.begin, span.size());
    };
    if (event.spans && is_written(event.spans[0]) && is_written(event.spans[1])) return;
    switch (event.bytes) {
      case 1:
        return global_lanes<1>(warp, event, site, *shadow);
      case 2:
        return global_lanes<2>(warp, event, site, *shadow);
      case 4:
        return global_lanes<4>(warp, event, site, *shadow);
      case 8:
        return global_lanes<8>(warp, event, site, *shadow);
      case 16:
        return global_lanes<16>(warp, event, site, *shadow);
      default:
        return global_lanes<32>(warp, event, site, *shadow);
    }
  }

  static bool all_written(const uint8_t* written, uint64_t bytes) {
    return written[0] && std::memcmp(written, written + 1, bytes - 1) == 0;
  }

  // Where the site stores, until its places are so near that no alignment keeps them apart.
  void note_store(const events::MemoryEvent& event, SiteId site, GlobalShadow& shadow) {
    Stored& stored = stored_[site];
    const bool is_known = stored.shadow == &shadow;
    if (is_known && stored.places.stride && stored.places.stride < least_stride) return;
    if (!is_known) stored = {&shadow, {event.addresses[std::countr_zero(event.lanes)], 0}};
    const uint64_t before = stored.places.stride;
    exec::for_active(event.lanes, [&](uint32_t lane) { stored.places.add(event.addresses[lane]); });
    if (!is_known || stored.places.stride != before)
      memory_.add_store(shadow, event.function, event.pc, stored.places);
  }

  template <int bytes>
  void global_lanes(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site,
                    GlobalShadow& shadow) {
    uint8_t* const written = shadow.written.get() - shadow.begin;
    if (event.access != events::MemoryEvent::Access::load) note_store(event, site, shadow);
    exec::for_active(event.lanes, [&](uint32_t lane) {
      uint8_t* const at = written + event.addresses[lane];
      if (event.access != events::MemoryEvent::Access::store) {
        uint8_t all[bytes];
        std::memset(all, 1, bytes);
        if (std::memcmp(at, all, bytes) != 0) [[unlikely]] {
          uint32_t missing = 0;
          for (int i = 0; i < bytes; ++i) missing |= uint32_t{!at[i]} << i;
          find_nothing(
              events::FindingKind::uninitialised_global, warp, event, site, lane, missing,
              [&](uint64_t address) { return address >= shadow.begin && written[address]; },
              "that no copy, memset or kernel has written", shadow.filled);
        }
      }
      if (event.access != events::MemoryEvent::Access::load) std::memset(at, 1, bytes);
    });
  }

  void local(const exec::Warp& warp, const events::MemoryEvent& event) {
    if (event.access != events::MemoryEvent::Access::store) {
      const SiteId site = sites_->find(event.function, event.pc);
      // Arguments and results of calls are written by whoever is called.
      if (!(*sites_)[site].parameter) {
        exec::for_active(event.lanes, [&](uint32_t lane) {
          if (const uint32_t missing = local_.missing(warp, event, lane))
            find_nothing(
                events::FindingKind::uninitialised_local, warp, event, site, lane, missing,
                [&](uint64_t address) { return local_.has_value(warp, address, lane); },
                "that this thread has not written");
        });
      }
    }
    if (event.access != events::MemoryEvent::Access::load) local_.write(warp, event);
  }

  // Of bytes that copies have left without a value. The rest is the race checker's.
  void load_shared(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site) {
    exec::for_active(event.lanes, [&](uint32_t lane) {
      uint32_t missing = 0;
      for (uint32_t i = 0; i < event.bytes; ++i)
        missing |= uint32_t{empty_.is_empty_in_shared(event.addresses[lane] + i)} << i;
      if (missing)
        find_nothing(
            events::FindingKind::uninitialised_shared, warp, event, site, lane, missing,
            [&](uint64_t address) { return !empty_.is_empty_in_shared(address); },
            "that holds a copy of bytes without a value");
    });
  }

  // Of a lane's load that misses some bytes. `has_value` tells it of bytes before.
  template <class HasValue>
  void find_nothing(events::FindingKind kind, const exec::Warp& warp,
                    const events::MemoryEvent& event, SiteId site, uint32_t lane, uint32_t missing,
                    HasValue has_value, const char* why, uint64_t filled = 0) {
    if (!is_uninitialised(missing, event.bytes, (*sites_)[site])) return;
    if (copies_.is_padding((*sites_)[site], event.bytes, event.addresses[lane], has_value))
      return empty_.load(warp.id, site, 1u << lane, true);
    Report r;
    r.kind = kind;
    r.here = {site, block_->linear, warp.id * 32 + lane};
    r.space = event.space;
    r.address = event.addresses[lane] + std::countr_zero(missing);
    r.why = why;
    r.filled = filled;
    reports_.add(r);
  }

  GlobalMemory& memory_;
  ShadowCache cache_;
  const bool local_on_;
  const std::shared_ptr<const AccessSites> sites_;
  const exec::Block* block_ = nullptr;
  LocalShadow local_;
  HeldLoads held_;
  StructCopies copies_;
  EmptyCopies empty_;
  Reports reports_;
  struct Stored {
    const GlobalShadow* shadow = nullptr;
    StoredPlaces places;
  };
  std::vector<Stored> stored_;  // by site: what it stored to last, and where
};

// Functions that simt answers itself and that write through a pointer, unseen: into local memory as
// a rule.
bool writes_unseen(const ptx::Function& function) {
  if (function.has_body) return false;
  for (const char* name : {"sincos", "frexp", "modf", "remquo", "memcpy", "memset", "memmove"})
    if (function.name.find(name) != std::string::npos) return true;
  return false;
}

}  // namespace

UninitialisedChecker::UninitialisedChecker(events::Findings& findings,
                                           const memory::AddressSpace& memory, GlobalMemory& shadow)
    : findings_(findings), memory_(memory), shadow_(shadow) {}

void UninitialisedChecker::launch_begins(const events::LaunchInfo& info) {
  sites_ = std::make_shared<AccessSites>(*info.module, *info.kernel);
  context_ = {&info, sites_.get(), &memory_, &findings_};
  local_ =
      std::none_of(info.module->functions.begin(), info.module->functions.end(), writes_unseen);
}

std::unique_ptr<events::BlockObserver> UninitialisedChecker::block_observer() {
  return std::make_unique<BlockUninitialised>(context_, shadow_, local_, sites_);
}

}  // namespace simt::observe
