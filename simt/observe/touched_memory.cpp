#include "simt/observe/touched_memory.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/exec/op.h"

namespace simt::observe {

using events::MemoryEvent;

// Of one host thread.
class TouchObserver::Blocks : public events::BlockObserver {
 public:
  explicit Blocks(TouchObserver& all) : all_(all) {}
  ~Blocks() override {
    const std::scoped_lock lock(all_.mutex_);
    for (const auto& [key, bytes] : touched_) all_.touched_[key].add(bytes);
  }

  void memory(const exec::Warp&, const MemoryEvent& event) override {
    const bool is_of_device =
        event.space == ptx::Space::global || event.space == ptx::Space::constant;
    if (!is_of_device || event.lanes == 0) return;
    const uint64_t first = event.addresses[std::countr_zero(event.lanes)];
    if (first < last_.begin || first >= last_.end()) {
      const memory::Allocation* found = all_.memory_.find(first);
      if (found == nullptr) return;
      last_ = {.begin = found->begin, .size = found->size, .kind = found->kind, .id = found->id};
    }
    const bool is_atomic = event.access == MemoryEvent::Access::atomic || event.strong;
    memory::ByteRanges& bytes =
        touched_[{last_.id, last_.kind, event.access != MemoryEvent::Access::load, is_atomic}];
    // Most lanes go on where the one before ends, or read what it reads.
    uint64_t begin = first, end = first;
    exec::for_active(event.lanes, [&](uint32_t lane) {
      const uint64_t address = event.addresses[lane];
      if (address == end) {
        end += event.bytes;
      } else if (address < begin || address + event.bytes > end) {
        bytes.add(begin, end);
        begin = address;
        end = address + event.bytes;
      }
    });
    bytes.add(begin, end);
  }
  void async_copy_issued(const exec::Warp& warp, const MemoryEvent& source,
                         const MemoryEvent&) override {
    memory(warp, source);
  }

 private:
  TouchObserver& all_;
  memory::Allocation last_;  // a copy: a kernel may free its own
  Touched touched_;
};

std::unique_ptr<events::BlockObserver> TouchObserver::block_observer() {
  return std::make_unique<Blocks>(*this);
}

std::vector<Touch> TouchObserver::take() {
  const std::scoped_lock lock(mutex_);
  std::vector<Touch> touches;
  for (auto& [key, bytes] : std::exchange(touched_, {})) {
    const auto [allocation, kind, is_written, is_atomic] = key;
    touches.push_back({allocation, kind, std::move(bytes), is_written, is_atomic});
  }
  return touches;
}

}  // namespace simt::observe
