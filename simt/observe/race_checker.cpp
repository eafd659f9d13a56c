#include "simt/observe/race_checker.h"

#include <array>
#include <bit>

#include "simt/exec/worker.h"
#include "simt/observe/flag_stores.h"
#include "simt/observe/global_race.h"
#include "simt/observe/held_loads.h"
#include "simt/observe/shared_race.h"

namespace simt::observe {
namespace {

// Of one host thread. Keeps the order of events and hands accesses to the two shadows.
class BlockRaces : public events::BlockObserver {
 public:
  BlockRaces(const LaunchContext& context, GlobalMemory& memory, uint8_t launch,
             std::shared_ptr<const AccessSites> sites, std::shared_ptr<GridSync> grid_sync)
      : context_(context),
        sites_(std::move(sites)),
        grid_sync_(std::move(grid_sync)),
        guesses_(context.is_strict),
        locks_(memory.locks()),
        shared_(context, order_, guesses_),
        global_(context, memory, *grid_sync_, order_, known_, guesses_, launch) {}

  void block_begins(const exec::Block& block) override {
    block_ = &block;
    const uint32_t warps = (block.threads + 31) / 32;
    order_.begin_block(warps);
    if (order_.exhausted()) {
      order_.restart();
      shared_.clear();
      order_.begin_block(warps);
    }
    sync_.begin_block(warps);
    known_.begin_block();
    flag_stores_.begin_block();
    held_.begin_block(warps);
    unlooked_ = false;
    shared_.begin_block(block);
    global_.begin_block(block);
  }

  void memory(const exec::Warp& warp, const events::MemoryEvent& event) override {
    const bool shared = event.space == ptx::Space::shared;
    if (!shared && event.space != ptx::Space::global) return;
    const SiteId site = sites_->find(event.function, event.pc);
    const bool reserved = shared && is_reserved(event);
    if (shared && event.access != events::MemoryEvent::Access::load) look_at_held();
    if (event.access == events::MemoryEvent::Access::atomic || event.strong) [[unlikely]] {
      synchronise(warp, event, site, reserved);
      return;
    }
    touch(warp);
    if (reserved) return;
    if (event.ahead)
      hold(warp, event, site);
    else if (shared)
      shared_.access(warp, event, site);
    else
      global_.access(warp, event, site);
  }
  void value_used(const exec::Warp& warp, const ptx::Function* function, uint32_t pc,
                  uint32_t lanes) override {
    held_.use(warp.id, function, pc, lanes, [&](const HeldLoad& load, uint32_t users) {
      if (load.event.space == ptx::Space::shared)
        shared_.use(load, users);
      else
        global_.use(load, users);
    });
  }
  void memory_done() override {
    locks_.unlock(held_lines_);
    held_lines_.reset();
  }

  void async_copy_issued(const exec::Warp& warp, const events::MemoryEvent& source,
                         const events::MemoryEvent& destination) override {
    touch(warp);
    if (source.space == ptx::Space::global && source.lanes)
      global_.access(warp, source, sites_->find(source.function, source.pc));
    look_at_held();
    shared_.copy_issued(warp, destination, sites_->find(destination.function, destination.pc));
  }
  void async_copy_arrived(const exec::Warp& warp, const events::MemoryEvent& destination) override {
    touch(warp);
    shared_.copy_arrived(warp, destination, sites_->find(destination.function, destination.pc));
  }
  void barrier_arrived(const exec::Warp& warp, uint32_t, uint32_t barrier, uint32_t lanes,
                       uint32_t) override {
    hand_on(warp, lanes);
    order_.barrier_arrived(warp, barrier, lanes);
  }
  void barrier_opened(uint32_t barrier, const uint32_t* warps_lanes) override {
    settle(warps_lanes);
    order_.barrier_opened(barrier, warps_lanes);
  }
  void warp_synced(const exec::Warp& warp, uint32_t, uint32_t lanes) override {
    hand_on(warp, lanes);
    order_.warp_synced(warp, lanes);
  }
  void fence(const exec::Warp& warp, uint32_t, uint32_t lanes, bool scope_block) override {
    flag_stores_.fence(warp.id, lanes);
    if (!scope_block) order_.fence(warp, lanes);
  }
  void block_ends() override {
    shared_.flush();
    global_.flush();
  }

 private:
  // What cooperative groups do in shared memory that is reserved for them is their own business. They rely on more than
  // CUDA promises.
  bool is_reserved(const events::MemoryEvent& event) const {
    return context_.info->reserved_shared_bytes != 0 && event.lanes != 0 &&
           event.addresses[std::countr_zero(event.lanes)] >= context_.info->shared_bytes;
  }

  // Before each access.
  void touch(const exec::Warp& warp) {
    // Lanes that read a value of others, by a shuffle or a vote, know why: the lane that takes a ticket
    // tells them all of it. CUDA promises them less.
    if (warp.exchanges != exchanges_[warp.id]) {
      exchanges_[warp.id] = warp.exchanges;
      hand_on(warp, exec::full_mask);
    }
    order_.touch(warp);
  }

  // Some of these lanes tell others what they have acquired.
  void hand_on(const exec::Warp& warp, uint32_t lanes) {
    known_.hand_on(warp.id, lanes);
    order_.hand_on(warp.id, lanes);
  }

  void hold(const exec::Warp& warp, const events::MemoryEvent& event, SiteId site) {
    HeldLoad& load = held_.add(warp, event, site);
    load.clock = order_.clock(warp.id);
    unlooked_ |= event.space == ptx::Space::shared;
  }

  // To be called before shared memory is written: held loads that have been neither used nor settled
  // by then loaded what is there now. Where no write comes in between, one look at their bytes is
  // enough, as for any other load.
  void look_at_held() {
    if (!unlooked_) return;
    unlooked_ = false;
    held_.each([&](HeldLoad& load) {
      if (load.event.space == ptx::Space::shared && !load.settled && !load.looked)
        shared_.look(load);
    });
  }

  // What comes behind the barrier is ordered behind the loads: they may race with what has come so
  // far.
  void settle(const uint32_t* warps_lanes) {
    held_.each([&](HeldLoad& load) {
      if (load.settled || !warps_lanes[load.warp->id]) return;
      if (load.event.space == ptx::Space::shared)
        shared_.settle(load);
      else
        global_.settle(load);
      load.settled = true;
    });
  }

  // Flags, locks and counters: checked like any access, but they order what is around them. What
  // they acquire orders what comes after them; their own access came when it came.
  void synchronise(const exec::Warp& warp, const events::MemoryEvent& event, SiteId id,
                   bool reserved) {
    const AccessSite& site = (*sites_)[id];
    const bool shared = event.space == ptx::Space::shared;
    const bool load = event.access == events::MemoryEvent::Access::load;
    const bool acquires = load || (event.access == events::MemoryEvent::Access::atomic &&
                                   (site.result_used || event.acquire));
    const uint32_t flags = site.is_volatile ? find_flags(warp, event) : event.lanes;
    touch(warp);
    // What this very access acquires was published where it publishes.
    if (!load) hand_on(warp, event.lanes);
    if (acquires && !site.begins_update) acquire_in_block(warp, event, site.is_volatile);
    if (reserved) {
      // Orders what is around it, and no more.
    } else if (shared) {
      shared_.access(warp, event, id, flags);
    } else {
      hold_lines(event);
      global_.synchronise(warp, event, id, acquires, flags);
      if (acquires && !site.block_scope)
        exec::for_active(event.lanes, [&](uint32_t lane) {
          known_.acquire(*grid_sync_, key(event, lane), warp.id, lane);
        });
    }
    // Who reads for an update knows nothing by that: others may be about to do the same.
    if (acquires && site.begins_update) acquire_in_block(warp, event, site.is_volatile);
    if (!load) release(warp, event, flags, site.block_scope);
  }

  // Of a volatile access: the lanes that store a flag. Others order nothing inside their warp.
  uint32_t find_flags(const exec::Warp& warp, const events::MemoryEvent& event) {
    const auto address = [&](uint32_t lane) { return key(event, lane); };
    if (event.access != events::MemoryEvent::Access::load)
      return flag_stores_.store(warp.id, event.lanes, address);
    flag_stores_.load(warp.id, event.lanes, address);
    return 0;
  }

  void acquire_in_block(const exec::Warp& warp, const events::MemoryEvent& event,
                        bool is_volatile) {
    exec::for_active(event.lanes, [&](uint32_t lane) {
      const BlockSync::Published* published = sync_.acquire(key(event, lane));
      if (!published) return;
      const Extents& of_own_warp = is_volatile ? published->to_volatile : published->extents;
      order_.acquire(warp.id, lane, published->extents, of_own_warp[warp.id]);
    });
  }

  // `flags`: the lanes whose own warp learns of it by a volatile load. `in_block`: no other block learns of it.
  void release(const exec::Warp& warp, const events::MemoryEvent& event, uint32_t flags,
               bool in_block) {
    exec::for_active(event.lanes, [&](uint32_t lane) {
      const Extent own = order_.own_of(warp.id, lane);
      sync_.release(key(event, lane), warp.id, own, order_.known_of(warp.id), flags >> lane & 1);
      if (event.space == ptx::Space::shared || in_block) return;
      Extents published;
      if (event.release) {
        published = order_.known_of(warp.id);
        published.join(warp.id, own);
      } else if (!order_.fenced_of(warp.id, lane, published)) {
        return;
      }
      grid_sync_->release(key(event, lane), GlobalRace::block_id(*block_),
                          order_.since_begin(published), known_.of_all());
    });
    order_.released(warp.id);
  }

  // Until memory_done(). Once an instruction, before the first of its lanes is looked at.
  void hold_lines(const events::MemoryEvent& event) {
    if (held_lines_.any()) return;
    exec::for_active(event.step_lanes | event.lanes,
                     [&](uint32_t lane) { held_lines_.set(LineLocks::of(event.addresses[lane])); });
    locks_.lock(held_lines_);
  }

  static uint64_t key(const events::MemoryEvent& event, uint32_t lane) {
    const uint64_t space = event.space == ptx::Space::shared ? uint64_t{1} << 63 : 0;
    return event.addresses[lane] | space;
  }

  const LaunchContext context_;
  const std::shared_ptr<const AccessSites> sites_;
  const std::shared_ptr<GridSync> grid_sync_;
  const exec::Block* block_ = nullptr;
  Order order_;
  Guesses guesses_;
  BlockSync sync_;
  BlockKnown known_;
  FlagStores flag_stores_;
  std::array<uint32_t, exec::warp_size>
      exchanges_{};  // by warp: Warp::exchanges at its last access
  LineLocks& locks_;
  LineLocks::Set held_lines_;
  HeldLoads held_;
  bool unlooked_ = false;  // some are of shared memory, and look() has not seen them
  SharedRace shared_;
  GlobalRace global_;
};

}  // namespace

RaceChecker::RaceChecker(events::Findings& findings, const memory::AddressSpace& memory,
                         GlobalMemory& shadow, bool is_strict)
    : findings_(findings), memory_(memory), shadow_(shadow), is_strict_(is_strict) {}

void RaceChecker::launch_begins(const events::LaunchInfo& info) {
  launch_ = shadow_.begin_launch();
  sites_ = std::make_shared<AccessSites>(*info.module, *info.kernel);
  grid_sync_ = std::make_shared<GridSync>();
  context_ = {&info, sites_.get(), &memory_, &findings_, nullptr, is_strict_};
}

std::unique_ptr<events::BlockObserver> RaceChecker::block_observer() {
  return std::make_unique<BlockRaces>(context_, shadow_, launch_, sites_, grid_sync_);
}

void RaceChecker::launch_ends() { shadow_.end_launch(); }

}  // namespace simt::observe
