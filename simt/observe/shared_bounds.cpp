#include "simt/observe/shared_bounds.h"

#include "simt/exec/worker.h"

namespace simt::observe {
namespace {

class BlockSharedBounds : public events::BlockObserver {
 public:
  explicit BlockSharedBounds(const LaunchContext& context) : context_(context), reports_(context) {}

  void block_begins(const exec::Block& block) override { block_ = &block; }
  void memory(const exec::Warp& warp, const events::MemoryEvent& event) override {
    if (event.space != ptx::Space::shared) return;
    const SiteId site = context_.sites->find(event.function, event.pc);
    const SharedArray* array = context_.arrays->of(site);
    if (!array) return;
    const auto is_held = [&](const events::Span& span) {
      return holds(*array, span.begin, span.size());
    };
    if (event.spans && is_held(event.spans[0]) && is_held(event.spans[1])) return;
    // Of loads that are done as one wider load nobody asked for all the bytes.
    const bool joined = event.bytes > (*context_.sites)[site].bytes;
    exec::for_active(event.lanes, [&](uint32_t lane) {
      const uint64_t address = event.addresses[lane];
      const bool outside =
          joined ? misses(*array, address, event.bytes) : !holds(*array, address, event.bytes);
      if (outside) [[unlikely]]
        report(warp, site, lane, address);
    });
  }
  void async_copy_issued(const exec::Warp& warp, const events::MemoryEvent&,
                         const events::MemoryEvent& destination) override {
    memory(warp, destination);
  }
  void block_ends() override { reports_.flush(); }

 private:
  static bool holds(const SharedArray& array, uint64_t address, uint64_t bytes) {
    return address >= array.begin && address + bytes <= array.begin + array.size;
  }
  static bool misses(const SharedArray& array, uint64_t address, uint32_t bytes) {
    return address + bytes <= array.begin || address >= array.begin + array.size;
  }

  void report(const exec::Warp& warp, SiteId site, uint32_t lane, uint64_t address) {
    Report r;
    r.kind = events::FindingKind::out_of_bounds;
    r.here = {site, block_->linear, warp.id * 32 + lane};
    r.space = ptx::Space::shared;
    r.address = address;
    reports_.add(r);
  }

  const LaunchContext context_;
  const exec::Block* block_ = nullptr;
  Reports reports_;
};

}  // namespace

void SharedBoundsChecker::launch_begins(const events::LaunchInfo& info) {
  sites_ = std::make_shared<AccessSites>(*info.module, *info.kernel);
  arrays_ = std::make_shared<SharedArrays>(info, *sites_);
  context_ = {&info, sites_.get(), &memory_, &findings_, arrays_.get()};
}

std::unique_ptr<events::BlockObserver> SharedBoundsChecker::block_observer() {
  return std::make_unique<BlockSharedBounds>(context_);
}

}  // namespace simt::observe
