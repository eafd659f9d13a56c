// Judges the loops of a warp: whether they get anywhere, and when other warps have their turn.
//
// A loop shows by its backward branches, which are counted in slices of at most 250. In a slice a warp has either worked
// or waited. It has waited if it looked at something that others may change (memory that is read as volatile or by
// an atomic, a barrier object, the clock) and changed nothing that others can see.
//
// A warp that waits gives way at once, and may wait for as long as anything else in the launch makes progress. Whether
// anything does is decided for the launch as a whole (Standstill in launch.cpp). A warp that works keeps its turn, and its
// branches count against the launch's limit (Options::loop_limit), and its turns by what they cost: a branch is one, and one
// more for every 16 operations that it goes back, as a compiler that unrolls the loops inside leaves one branch of many.
// Past the limit its loop is endless, unless what ends it
// may still come, in a loop that waits and changes something all the same. So three things are tried first:
//
//  - Another worker, which is a host thread, may have had no core. At half of the limit it is noted how many slices each
//    worker has had; while one that does not stand has had fewer since than this one, the warp goes on from half of the limit.
//  - The warp may not have seen yet what the others have done. It has one more turn.
//  - Lanes that wait at a meeting may hold a lock that the loop waits for. The first time that a warp gets this far, the
//    lanes of the launch leave their meetings, and it goes on from half of the limit. The second time the launch ends.
//
// Warps of a block that wait tell each other what they have seen, by barriers. Where all of them only waited in a turn, what
// they worked in it does not count (RunningBlock::take_turn). A warp that waits, with the registers that it had a slice
// before, stands: it will do the same until memory changes, and gets one branch to look. Where its registers change, it may
// be on its way through values that are all there.
#pragma once

#include <cstdint>
#include <optional>

namespace simt::exec {

struct RunningWorker;

class Progress {
 public:
  // Backward branches that are left of the slice. At 0 it ends: end_slice(), then next_slice().
  uint32_t fuel = 0;

  // A branch back over so many operations. Whether it was the slice's last.
  bool go_back(uint64_t operations) {
    long_bodies_ += operations / 16;
    return --fuel == 0;
  }

  Progress() = default;
  // At the beginning of a block, in which turns have `turn_length` branches.
  explicit Progress(uint32_t turn_length) : turn_length_(turn_length) {}

  void begin_turn();
  // `changed`: whether the warp changed anything that others can see. `registers`: a hash of its registers, if it
  // looked at something that others may change.
  void end_slice(bool changed, std::optional<uint64_t> registers);
  // Begins the next slice. False where the warp gives way instead; a turn has `turn_length` branches again if it waited.
  bool next_slice(uint32_t turn_length);
  // In place of next_slice(): the warp gives way before its slice is used up.
  void cut_slice() { slice_ = fuel; }
  // Whether a loop has no end, and the launch is to end. Asked each time before a split runs.
  bool is_endless(RunningWorker& worker);

  // Whether the warp waited in the last slice.
  bool has_waited() const { return has_waited_; }
  // Whether it did, and its registers were those of the slice before.
  bool stands() const { return stands_; }
  // Whether it worked in some slice of this turn.
  bool has_worked() const { return has_worked_; }

  // What the warp has worked since its block's turn began can be taken back.
  void begin_block_turn() { worked_before_ = worked_; }
  void take_back_block_turn() { worked_ = worked_before_; }

 private:
  void go_on_from_half(uint64_t limit);

  uint32_t slice_ = 0;          // the fuel when the slice began
  uint32_t turn_ = 0;           // backward branches that were left of the turn then
  uint32_t turn_length_ = 0;    // backward branches of a whole turn
  uint64_t long_bodies_ = 0;    // what its branches cost besides, for the operations they went back
  uint64_t worked_ = 0;         // what counts against the limit
  uint64_t worked_before_ = 0;  // what worked_ was when the block's turn began
  uint64_t registers_ = 0;      // the hash after the last slice; 0 if the warp looked at nothing
  bool has_waited_ = false;
  bool stands_ = false;
  bool has_worked_ = false;
  bool others_are_noted_ = false;  // worked_ has been beyond half of the limit
  bool is_last_turn_ = false;      // worked_ is beyond the limit, and no other worker lags
  bool lanes_have_left_ = false;   // the lanes of the launch have left their meetings for this warp
};

}  // namespace simt::exec
