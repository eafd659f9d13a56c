#include "simt/exec/registers.h"

#include <algorithm>
#include <queue>

#include "simt/exec/op.h"

namespace simt::exec {
namespace {

// Free slots, lowest first, and those in use by the position at which they become free.
class SlotPool {
 public:
  uint32_t take(const ptx::Interval& interval) {
    while (!used_.empty() && used_.top().first < interval.begin) {
      free_.push(used_.top().second);
      used_.pop();
    }
    uint32_t slot = count_;
    if (free_.empty()) {
      ++count_;
    } else {
      slot = free_.top();
      free_.pop();
    }
    used_.push({interval.end, slot});
    return slot;
  }
  uint32_t count() const { return count_; }

 private:
  template <class T>
  using LowestFirst = std::priority_queue<T, std::vector<T>, std::greater<T>>;
  LowestFirst<uint32_t> free_;
  LowestFirst<std::pair<uint32_t, uint32_t>> used_;
  uint32_t count_ = 0;
};

}  // namespace

RegisterSlots assign_slots(const ptx::Function& function,
                           const std::vector<ptx::Interval>& intervals) {
  RegisterSlots slots;
  slots.slot_of.assign(function.registers.size(), 0);
  SlotPool narrow, wide, predicates;
  for (const ptx::Interval& interval : intervals) {
    const ptx::Type type = function.registers[interval.reg].type;
    uint32_t& slot = slots.slot_of[interval.reg];
    if (type == ptx::Type::pred)
      slot = predicates.take(interval);
    else if (ptx::size_of(type) == 8)
      slot = wide.take(interval) * 8 * warp_size;
    else
      slot = narrow.take(interval) * 4 * warp_size;
  }
  slots.count32 = narrow.count();
  slots.count64 = wide.count();
  slots.count_predicates = predicates.count();
  return slots;
}

}  // namespace simt::exec
