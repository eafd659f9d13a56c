// A warp while it runs: the ways that its lanes have taken, and where these meet.
//
// The lanes of a warp that run together are a split. Where a branch divides a split, a meeting is
// noted at the branch's immediate post-dominator: each part that gets there waits until all
// are there (or have exited), then they go on as one. Splits of a warp take turns, so lanes that
// wait for other lanes of their warp in a loop make progress. Where lanes would wait at a meeting
// for others that wait for them at a _sync instruction, they go on alone to the next meeting. So they
// do where the launch would end as one that loops without end: others may wait in their loop for
// what is behind the meeting, a lock to be given back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "simt/exec/image.h"
#include "simt/exec/op.h"
#include "simt/exec/progress.h"

namespace simt::exec {

// Memory for vectors of lanes, aligned for them.
class LaneMemory {
 public:
  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  size_t size() const { return size_; }
  // Keeps what is there.
  void grow(size_t bytes);

 private:
  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte, Free> data_;
  size_t size_ = 0;
};

// Where a call's registers and local memory begin, in the warp's files.
struct Frame {
  uint32_t r32 = 0, r64 = 0, predicates = 0;
  uint32_t local = 0, local_top = 0;  // thread offsets
  uint32_t off_stack = 0;             // bytes below local_top that no stack of a GPU has
  const DecodedFunction* function = nullptr;
};

// Where lanes that have diverged wait for each other.
struct Meeting {
  static constexpr uint32_t none = 0xffffffff;
  const Op* at = nullptr;  // null: at the return from a call (or the end of the kernel)
  uint32_t expected = 0, arrived = 0;
  uint32_t parent = none;
  // In a call: where the caller goes on.
  const Op* return_to = nullptr;
  const CallSite* call = nullptr;
  const DecodedFunction* callee = nullptr;
  Frame frame;  // the one of those who meet
  bool used = false;
};

struct Split {
  enum class State : uint8_t { ready, at_barrier, converging };
  const Op* op = nullptr;
  uint32_t mask = 0;
  uint32_t meeting = 0;
  State state = State::ready;
  uint32_t barrier = 0;            // at_barrier: its number
  uint32_t needed = 0;             // converging: the lanes that it waits for
  uint32_t sent_for = 0;           // converging: lanes that left their meeting to come here
  const JointOp* joint = nullptr;  // converging: an instruction that others may execute elsewhere
  Frame frame;
};

class RunningBlock;

struct RunningWarp : Warp {
  static constexpr uint32_t no_split = 0xffffffff;
  std::vector<Meeting> meetings;
  std::vector<Split> splits;
  uint32_t current = 0;  // the split whose state is in Warp
  Progress progress;
  uint32_t guard_saved = 0;  // the active lanes outside of a guarded instruction
  bool joint = false;        // several splits execute one _sync instruction
  bool yielded = false;      // the warp has left the inner loop although it could go on
  LaneMemory file32, file64, local_memory;
  std::vector<uint32_t> predicate_file;
  uint32_t initial_lanes = 0;

  RunningBlock& running_block();
  Split& split() { return splits[current]; }

  void start(const DecodedFunction& kernel, uint32_t lanes);
  // Runs splits until none is ready (false) or it is the turn of other warps (true).
  bool run();
  bool can_run();
  bool finished() const { return alive == 0; }

  // The running split comes to where its meeting is. False: it waits there for the others.
  bool arrive();
  // The running split returns from its function: where to go on, null where it waits for others.
  const Op* return_from_call();
  // The running split divides: `taken` of its lanes go to `target`, the others to `other`.
  const Op* diverge(uint32_t taken, const Op* target, const Op* other, const Op* meet);
  // The lanes in `leaving` of the running split exit.
  void leave(uint32_t leaving);
  // The running split enters a function; returns its first Op, null after a fault (stack overflow).
  const Op* enter(const DecodedFunction& callee, const Op* call_op, const CallSite& site,
                  const Op* return_to);
  // Makes room for a frame and points Warp's registers at it.
  void use_frame(const Frame& frame);
  void prepare_frame(const Frame& frame, uint32_t lanes);
  uint32_t new_meeting();
  // The slice is used up: gives way to other splits or warps where the turn is over or the warp
  // waits. The running split goes on at `op`.
  const Op* spend(const Op* op);
  // Gives way, whatever is left of the turn.
  const Op* sleep(const Op* op);
  const Op* park(Split::State state, const Op* op);
  void add_split(Split split);
  // The lanes of splits that wait for a barrier go on.
  void release(uint32_t barrier);
  // The launch ends, because a split waits for lanes at a _sync instruction to which they never
  // come.
  void stop_incomplete(uint32_t index);
  // The first split that some of these lanes have left a meeting for, and have not come to; no_split
  // where there is none.
  uint32_t waiting_for(uint32_t lanes) const;

 private:
  void begin_turn();
  void end_slice();
  uint64_t hash_registers() const;
  const Op* give_way(const Op* op);
  void stop_endless(const Op* op);
  void load_split();
  void save_split(const Op* op);
  bool pick_ready();
  void close(uint32_t meeting);
  void finish_call(const Meeting& meeting, uint32_t lanes);
  void remove_current();
  // Splits that wait for each other, their lanes, and those that they wait for (converge.cpp).
  struct Group {
    std::vector<uint32_t> members;
    uint32_t lanes = 0, needed = 0;
  };
  bool go_on();
  bool try_converge();
  bool leave_meeting();
  void leave_meetings();
  void send_on(uint32_t meeting);
  uint32_t meeting_after(uint32_t meeting);
  Group group_of(uint32_t index) const;
  bool meet(const Split& a, const Split& b) const;
  bool agree(const Split& a, const Split& b) const;
  const uint32_t* masks_of(const Split& split) const;
  void run_jointly(const Group& group);
  void run_at_place(const Group& group);
  void run_at_places(const Group& group);
  void use_read_values(uint32_t index);
};

}  // namespace simt::exec
