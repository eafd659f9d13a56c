// A block while it runs: its warps, the ways that their lanes have taken, and its barriers.
//
// The lanes of a warp that run together are a split. Where a branch divides a split, a meeting is
// noted at the branch's immediate post-dominator: each part that gets there waits until all
// are there (or have exited), then they go on as one. Splits of a warp take turns, so lanes that
// wait for other lanes of their warp in a loop make progress. Where lanes would wait at a meeting
// for others that wait for them at a _sync instruction, they go on alone to the next meeting. So they
// do where the launch would end as one that loops without end: others may wait in their loop for
// what is behind the meeting, a lock to be given back.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "simt/events/counters.h"
#include "simt/exec/image.h"
#include "simt/exec/op.h"
#include "simt/exec/worker.h"

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
  uint32_t off_stack = 0;             // bytes up to local_top that no stack of a GPU has
  const DecodedFunction* function = nullptr;
};

// Where lanes that parted wait for each other.
struct Meeting {
  static constexpr uint32_t none = 0xffffffff;
  const Op* at = nullptr;  // null: at the return from a call (or the end of the kernel)
  uint32_t expected = 0, arrived = 0;
  uint32_t parent = none;
  // Of a call: where the caller goes on.
  const Op* return_to = nullptr;
  const CallSite* call = nullptr;
  const DecodedFunction* callee = nullptr;
  Frame frame;  // of those who meet
  bool used = false;
};

struct Split {
  enum class State : uint8_t { ready, at_barrier, converging };
  const Op* op = nullptr;
  uint32_t mask = 0;
  uint32_t meeting = 0;
  State state = State::ready;
  uint32_t barrier = 0;            // at_barrier: which
  uint32_t needed = 0;             // converging: with whom
  uint32_t sent_for = 0;           // converging: lanes that left their meeting to come here
  const JointOp* joint = nullptr;  // converging: at an Op that others may execute elsewhere
  Frame frame;
};

class RunningBlock;

struct RunningWarp : Warp {
  static constexpr uint32_t no_split = 0xffffffff;
  std::vector<Meeting> meetings;
  std::vector<Split> splits;
  uint32_t current = 0;         // the split whose state is in Warp
  uint32_t fuel = 0;            // backward branches until its loops are judged
  uint32_t slice = 0;           // what the fuel was at first
  uint32_t turn = 0;            // backward branches until others have their turn
  uint32_t turn_length = 0;     // and how many those were at first
  uint64_t worked = 0;          // backward branches that were not spent waiting
  uint64_t worked_before = 0;   // the block's turn
  bool worked_now = false;      // in the warp's turn, for a slice or more
  bool waited = false;          // the last slice was spent waiting
  bool is_long = false;         // has worked for half of what a loop may, and others were noted
  bool is_last_turn = false;    // has worked for all of it, and no other worker lags
  bool is_beyond = false;       // so it was once before, when lanes began to leave their meetings
  bool stands = false;          // and the registers were as one slice before
  uint64_t registers_then = 0;  // a hash of them, where the last slice looked at something
  uint32_t guard_saved = 0;     // the active lanes outside of a guarded instruction
  bool joint = false;           // several splits execute one _sync instruction
  bool yielded = false;         // left the inner loop although it could go on
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
  // The fuel is used up: gives way to other splits or warps where the turn is over or the warp
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
  void judge();
  uint64_t hash_registers() const;
  const Op* give_way(const Op* op);
  bool is_endless();
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

// What the core's handlers see of the launch.
struct RunningWorker : Worker {
  const Image* image = nullptr;
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint32_t dynamic_shared = 0;
  uint64_t grid_id = 0;
  uint32_t workspace_high = 0, workspace_low = 0;  // %envreg1, %envreg2: of grid-wide barriers
  uint64_t loop_limit = 0;                         // backward branches of a warp that does not wait
  uint32_t local_limit = 0;                        // bytes of a thread's stack
  uint32_t multiprocessors = 1;
  std::vector<events::InstructionCounts> block_counts;  // by index in Image::blocks
  std::vector<uint64_t> guard_counts, branch_counts;

  // Slices of its warps, and rounds over its blocks in which all stood: whether it has had a core.
  // Other workers of the launch read them.
  std::atomic<uint64_t> slices = 0, waits = 0;

  // The most that a frame's local_top may be.
  uint32_t stack_end(uint32_t off_stack) const {
    return std::min(most_local_bytes, local_limit + off_stack);
  }

  virtual bool stopped() const = 0;
  // From here on the other workers are to have had their turns before a loop is called endless.
  virtual void note_others() = 0;
  // Whether one of them has done less than this one since then, and did not stand.
  virtual bool others_lag() = 0;
  // Whether lanes leave a meeting without those that loop, and that they do from here on.
  virtual bool lanes_part() const = 0;
  virtual void let_lanes_part() = 0;
  // The launch ends, whatever the mode: Worker::fault for what no kernel can go on after.
  virtual void stop(Warp& warp, const Op* op, const Fault& fault) = 0;
};

// A named barrier of a block.
struct Barrier {
  uint32_t expected = 0;        // threads; 0 = all
  std::vector<uint32_t> lanes;  // that have arrived, by warp
  uint32_t threads = 0;         // as many lanes
  bool arrivals_only = false;   // some lanes do not wait: they may exit before it opens
  uint32_t threads_true = 0, threads_voting = 0;  // of bar.red
  uint32_t result_true = 0, result_voting = 0;    // of the time before
};

class RunningBlock : public Block {
 public:
  enum class Turn { finished, works, waits };

  RunningBlock(RunningWorker& worker, uint32_t fuel);

  void start(uint64_t linear, const uint32_t (&index)[3]);
  // Warps run until all have ended, or until one has used up its turn (then others may have to run
  // first: other blocks too). `waits`: none of them could do anything but wait. Ends early where
  // the worker stopped.
  Turn take_turn();
  // Whether each warp that waited in the last turn ended it with the registers of the turn before, and so will go on
  // as before: it is not on its way through values that are all there.
  bool stands() const { return stands_; }
  // The launch ends, because what the block waits for does not happen any more.
  void stop_waiting();

  // The running split of a warp arrives at a barrier. True where it opened at once.
  bool arrive(RunningWarp& warp, const Op* op, uint32_t barrier, uint32_t expected, bool waits);
  // Lanes exited: barriers that waited for them may open now.
  void lanes_left(uint32_t count);
  Barrier& barrier(uint32_t id) { return barriers_[id]; }

  const Image& image() const { return image_; }
  const std::vector<std::unique_ptr<RunningWarp>>& warps() const { return warps_; }
  uint32_t fuel() const { return fuel_; }
  // The threads' indexes in the block, 3 x 32 lanes a warp.
  const uint32_t* thread_index(uint32_t warp, int axis) const {
    return &thread_indexes_[(warp * 3 + axis) * warp_size];
  }

 private:
  bool is_complete(const Barrier& barrier) const;
  void open(uint32_t id);
  void fill_thread_indexes();
  void report_deadlock();

  const Image& image_;
  RunningWorker& worker_;
  uint32_t fuel_;
  uint32_t alive_ = 0;  // threads
  bool stands_ = false;
  LaneMemory shared_;
  std::vector<std::unique_ptr<RunningWarp>> warps_;
  std::vector<Barrier> barriers_;
  std::vector<uint32_t> thread_indexes_;
};

inline RunningWarp& running(Warp& warp) { return static_cast<RunningWarp&>(warp); }
inline RunningWorker& running_worker(Warp& warp) {
  return static_cast<RunningWorker&>(*warp.worker);
}

}  // namespace simt::exec
