#include "simt/exec/progress.h"

#include <algorithm>
#include <utility>

#include "simt/exec/running.h"

namespace simt::exec {
namespace {

// Backward branches of a slice, and of a turn at most.
constexpr uint32_t most_slice = 250, most_turn = 1 << 20;
constexpr uint32_t barrier_cost = 16;  // in branches

}  // namespace

void Progress::begin_turn() {
  // It came to a barrier in the middle of a slice, and barriers take time.
  if (fuel != slice_) worked_ += slice_ - fuel + long_bodies_ + barrier_cost;
  long_bodies_ = 0;
  turn_ = turn_length_;
  has_worked_ = false;
  fuel = slice_ = stands_ ? 1 : std::min(turn_, most_slice);
}

void Progress::end_slice(bool changed, std::optional<uint64_t> registers) {
  has_waited_ = registers && !changed;
  stands_ = has_waited_ && *registers == registers_;
  registers_ = registers.value_or(0);
  const uint64_t cost = slice_ - fuel + std::exchange(long_bodies_, 0);
  turn_ -= static_cast<uint32_t>(std::min<uint64_t>(turn_, cost));
  if (has_waited_) return;
  worked_ += cost;
  has_worked_ = true;
}

bool Progress::next_slice(uint32_t turn_length) {
  fuel = slice_ = std::min(turn_, most_slice);
  if (!has_waited_ && turn_ > 0) return true;
  // Whoever computes long gets longer turns: nobody waits for it the less, and an endless loop is
  // found before all warps have come as far.
  turn_length_ = has_waited_ ? turn_length : std::min(turn_length_ * 2, most_turn);
  return false;
}

bool Progress::is_endless(RunningWorker& worker) {
  const uint64_t limit = worker.loop_limit;
  if (worked_ <= limit / 2) return false;
  if (!std::exchange(others_are_noted_, true)) worker.note_others();
  if (worked_ <= limit) return false;
  if (worker.others_lag()) {
    go_on_from_half(limit);
    return false;
  }
  if (!std::exchange(is_last_turn_, true)) return false;
  if (std::exchange(lanes_have_left_, true)) return true;
  worker.let_lanes_leave_meetings();
  go_on_from_half(limit);
  return false;
}

void Progress::go_on_from_half(uint64_t limit) {
  worked_ = limit / 2;
  is_last_turn_ = false;
}

}  // namespace simt::exec
