#include "simt/observe/stored_byte.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/ptx/computed_lines.h"
#include "simt/ptx/types.h"

namespace simt::observe {

using events::MemoryEvent;

StoreLines lines_of_stores(const ptx::Module& module, const ptx::Function& function) {
  const auto source = [&](uint32_t pc) { return function.instructions[pc].source; };
  std::vector<uint32_t> stores = ptx::find_stores(function, ptx::Space::global);
  std::erase_if(stores, [&](uint32_t pc) { return source(pc).line == 0; });
  if (stores.empty()) return {};
  const ptx::SourceLine first = source(stores.front());
  std::erase_if(stores, [&](uint32_t pc) { return source(pc).file != first.file; });
  return {module.file_of(first), ptx::lines_of_stores(function, stores)};
}

bool StoreWatch::Store::replaces(const Store& other) const {
  if (other.function == nullptr) return true;
  if (distance != other.distance) return distance < other.distance;
  return distance == 0 ? block >= other.block : block < other.block;
}

// Of one host thread.
class StoreWatch::Blocks : public events::BlockObserver {
 public:
  explicit Blocks(StoreWatch& all) : all_(all) {}
  void block_begins(const exec::Block& block) override { block_ = &block; }
  void memory(const exec::Warp& warp, const MemoryEvent& event) override {
    if (event.space != ptx::Space::global || event.access == MemoryEvent::Access::load) return;
    exec::for_active(event.lanes, [&](uint32_t lane) {
      const uint64_t begin = event.addresses[lane], end = begin + event.bytes;
      if (begin < all_.begin_ || begin >= all_.end_) return;
      const uint64_t at = all_.address_;
      const Store store = {event.function,
                           event.pc,
                           at < begin  ? begin - at
                           : at >= end ? at - end + 1
                                       : 0,
                           block_->linear,
                           {block_->index[0], block_->index[1], block_->index[2]},
                           warp.id * exec::warp_size + lane};
      if (store.replaces(best_)) best_ = store;
    });
  }
  void block_ends() override {
    const Store best = std::exchange(best_, {});
    if (best.function == nullptr) return;
    const std::scoped_lock lock(all_.mutex_);
    if (best.replaces(all_.of_launch_)) all_.of_launch_ = best;
  }

 private:
  StoreWatch& all_;
  const exec::Block* block_ = nullptr;
  Store best_;
};

void StoreWatch::watch(memory::Address address) {
  const memory::Allocation* found = memory_.find(address);
  address_ = found == nullptr ? 0 : address;
  if (found != nullptr) std::tie(begin_, end_) = std::pair(found->begin, found->end());
  stored_.reset();
}

std::optional<StoredByte> StoreWatch::take() { return std::exchange(stored_, std::nullopt); }

std::unique_ptr<events::BlockObserver> StoreWatch::block_observer() {
  return std::make_unique<Blocks>(*this);
}

void StoreWatch::launch_ends() {
  const Store store = std::exchange(of_launch_, {});
  if (store.function == nullptr) return;
  if (stored_ && stored_->distance < store.distance) return;
  const ptx::SourceLine line = store.function->instructions[store.pc].source;
  stored_ = {store.distance,
             {info_->module->file_of(line), line.line, store.block_index,
              info_->thread(store.thread / exec::warp_size, store.thread % exec::warp_size), ""},
             ptx::lines_of_value(*store.function, store.pc),
             {}};
  if (store.distance > 0) stored_->decided_in = ptx::lines_of_conditions(*store.function, store.pc);
}

}  // namespace simt::observe
