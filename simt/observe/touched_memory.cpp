#include "simt/observe/touched_memory.h"

#include <array>
#include <bit>
#include <utility>

#include "simt/exec/op.h"
#include "simt/exec/worker.h"
#include "simt/observe/held_loads.h"
#include "simt/observe/touched_bytes.h"

namespace simt::observe {

using events::MemoryEvent;

// Of one host thread.
class TouchObserver::Blocks : public events::BlockObserver {
 public:
  explicit Blocks(TouchObserver& all) : all_(all) {}
  ~Blocks() override {
    const std::scoped_lock lock(all_.mutex_);
    for (const auto& [key, bytes] : touched_) all_.touched_[key].add(bytes.ranges());
  }

  void block_begins(const exec::Block& block) override {
    held_.begin_block((block.threads + 31) / 32);
  }
  void memory(const exec::Warp& warp, const MemoryEvent& event) override {
    const bool is_of_device =
        event.space == ptx::Space::global || event.space == ptx::Space::constant;
    if (!is_of_device || event.lanes == 0) return;
    if (!event.ahead)
      touch(event);
    else if (is_touched(event))
      held_.forget(warp, event);
    else
      held_.add(warp, event, 0);
  }
  void value_used(const exec::Warp& warp, const ptx::Function* function, uint32_t pc,
                  uint32_t lanes) override {
    held_.use(warp.id, function, pc, lanes,
              [&](const HeldLoad& load, uint32_t users) { touch(load.of(users)); });
  }
  void async_copy_issued(const exec::Warp& warp, const MemoryEvent& source,
                         const MemoryEvent&) override {
    memory(warp, source);
  }

 private:
  // The allocation that an instruction touched last, and what is touched of it.
  struct Last {
    const ptx::Function* function = nullptr;
    uint32_t pc = 0;
    uint64_t begin = 0, end = 0;
    TouchedBytes* bytes = nullptr;
  };

  // Of the event's allocation; null where that is unknown.
  TouchedBytes* bytes_of(const MemoryEvent& event) {
    const uint64_t first = event.addresses[std::countr_zero(event.lanes)];
    Last& last = last_[event.pc % last_.size()];
    const bool is_last = last.function == event.function && last.pc == event.pc &&
                         first >= last.begin && first < last.end;
    return is_last || find(event, first, last) ? last.bytes : nullptr;
  }

  // Whether it is plain to see that all of it has been touched.
  static bool holds(const TouchedBytes& bytes, const MemoryEvent& event, const events::Span& span) {
    return span.size() <= 2 * exec::warp_size * event.bytes && bytes.holds(span.begin, span.end);
  }
  bool is_touched(const MemoryEvent& event) {
    const TouchedBytes* const bytes = event.spans ? bytes_of(event) : nullptr;
    return bytes && holds(*bytes, event, event.spans[0]) && holds(*bytes, event, event.spans[1]);
  }

  void touch(const MemoryEvent& event) {
    TouchedBytes* const found = bytes_of(event);
    if (!found) return;
    TouchedBytes& bytes = *found;
    if (!event.spans) return bytes.add(event.lanes, event.addresses, event.bytes);
    for (int h = 0; h < 2; ++h) {
      const events::Span& span = event.spans[h];
      const uint32_t lanes = event.lanes & 0xffffu << 16 * h;
      if (span.is_dense)
        bytes.add(span.begin, span.end);
      else if (lanes && !holds(bytes, event, span))
        bytes.add(lanes, event.addresses, event.bytes);
    }
  }

  bool find(const MemoryEvent& event, uint64_t address, Last& last) {
    const memory::Allocation* found = all_.memory_.find(address);
    if (found == nullptr) return false;
    const bool is_written = event.access != MemoryEvent::Access::load;
    const bool is_atomic = event.access == MemoryEvent::Access::atomic || event.strong;
    const auto [touched, is_new] = touched_.try_emplace(
        Key{found->id, found->kind, is_written, is_atomic}, found->begin, found->size);
    last = {event.function, event.pc, found->begin, found->end(), &touched->second};
    return true;
  }

  TouchObserver& all_;
  std::array<Last, 64> last_;  // by pc
  std::map<Key, TouchedBytes> touched_;
  HeldLoads held_;
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
