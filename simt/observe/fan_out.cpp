#include "simt/observe/fan_out.h"

#include "simt/exec/worker.h"

namespace simt::observe {
namespace {

class BlockFanOut : public events::BlockObserver {
 public:
  void add(const events::LaunchObserver* launch, std::unique_ptr<events::BlockObserver> block) {
    all_.push_back({launch, std::move(block)});
  }

  void block_begins(const exec::Block& block) override {
    watching_.clear();
    watching_memory_.clear();
    for (const Part& part : all_) {
      if (!part.launch->watches(block.linear)) continue;
      watching_.push_back(part.block.get());
      if (part.block->watches_memory()) watching_memory_.push_back(part.block.get());
    }
    for (events::BlockObserver* o : watching_) o->block_begins(block);
  }
  void memory(const exec::Warp& warp, const events::MemoryEvent& event) override {
    for (events::BlockObserver* o : watching_memory_) o->memory(warp, event);
  }
  void memory_done() override {
    for (events::BlockObserver* o : watching_) o->memory_done();
  }
  void value_used(const exec::Warp& warp, const ptx::Function* function, uint32_t pc,
                  uint32_t lanes) override {
    for (events::BlockObserver* o : watching_) o->value_used(warp, function, pc, lanes);
  }
  void async_copy_issued(const exec::Warp& warp, const events::MemoryEvent& source,
                         const events::MemoryEvent& destination) override {
    for (events::BlockObserver* o : watching_) o->async_copy_issued(warp, source, destination);
  }
  void async_copy_arrived(const exec::Warp& warp, const events::MemoryEvent& destination) override {
    for (events::BlockObserver* o : watching_) o->async_copy_arrived(warp, destination);
  }
  void barrier_arrived(const exec::Warp& warp, uint32_t pc, uint32_t barrier, uint32_t lanes,
                       uint32_t expected) override {
    for (events::BlockObserver* o : watching_)
      o->barrier_arrived(warp, pc, barrier, lanes, expected);
  }
  void barrier_opened(uint32_t barrier, const uint32_t* warps_lanes) override {
    for (events::BlockObserver* o : watching_) o->barrier_opened(barrier, warps_lanes);
  }
  void warp_synced(const exec::Warp& warp, uint32_t pc, uint32_t lanes) override {
    for (events::BlockObserver* o : watching_) o->warp_synced(warp, pc, lanes);
  }
  void fence(const exec::Warp& warp, uint32_t pc, uint32_t lanes, bool scope_block) override {
    for (events::BlockObserver* o : watching_) o->fence(warp, pc, lanes, scope_block);
  }
  void block_ends() override {
    for (events::BlockObserver* o : watching_) o->block_ends();
  }

 private:
  struct Part {
    const events::LaunchObserver* launch;
    std::unique_ptr<events::BlockObserver> block;
  };
  std::vector<Part> all_;
  std::vector<events::BlockObserver*> watching_, watching_memory_;  // the block that runs
};

}  // namespace

void FanOut::launch_begins(const events::LaunchInfo& info) {
  for (events::LaunchObserver* o : observers_) o->launch_begins(info);
}

bool FanOut::watches(uint64_t block_linear) const {
  for (const events::LaunchObserver* o : observers_)
    if (o->watches(block_linear)) return true;
  return false;
}

std::unique_ptr<events::BlockObserver> FanOut::block_observer() {
  auto fan_out = std::make_unique<BlockFanOut>();
  for (events::LaunchObserver* o : observers_) fan_out->add(o, o->block_observer());
  return fan_out;
}

void FanOut::launch_ends() {
  for (events::LaunchObserver* o : observers_) o->launch_ends();
}

}  // namespace simt::observe
