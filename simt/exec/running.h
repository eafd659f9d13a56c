// A block while it runs, its barriers, and the host thread that runs it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/events/counters.h"
#include "simt/exec/image.h"
#include "simt/exec/op.h"
#include "simt/exec/running_warp.h"
#include "simt/exec/worker.h"

namespace simt::exec {

// What the core's handlers see of the launch.
struct RunningWorker : Worker {
  const Image* image = nullptr;
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint32_t dynamic_shared = 0;
  uint64_t grid_id = 0;
  uint32_t workspace_high = 0, workspace_low = 0;  // %envreg1, %envreg2: for grid-wide barriers
  uint64_t loop_limit = 0;   // the most backward branches of a warp that works
  uint32_t local_limit = 0;  // bytes of a thread's stack
  uint32_t multiprocessors = 1;
  std::vector<events::InstructionCounts> block_counts;  // indexed like Image::blocks
  std::vector<uint64_t> guard_counts, branch_counts;
  std::vector<uint64_t> way_counts;  // of CountedWays, one after the other

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
  // Whether lanes leave their meetings without others that loop, and that they do from here on.
  virtual bool lanes_leave_meetings() const = 0;
  virtual void let_lanes_leave_meetings() = 0;
  // The launch ends, whatever the mode: Worker::fault for what no kernel can go on after.
  virtual void stop(Warp& warp, const Op* op, const Fault& fault) = 0;
};

// A named barrier of a block.
struct Barrier {
  uint32_t expected = 0;        // how many threads it waits for; 0 = all
  std::vector<uint32_t> lanes;  // the lanes that have arrived, by warp
  uint32_t threads = 0;         // how many these are
  bool arrivals_only = false;   // some lanes do not wait: they may exit before it opens
  uint32_t threads_true = 0, threads_voting = 0;  // the votes of bar.red
  uint32_t result_true = 0, result_voting = 0;    // the votes when it last opened
};

class RunningBlock : public Block {
 public:
  enum class Turn { finished, works, waits };

  // In a turn of a warp that does not compute long it makes `turn_length` backward branches at most.
  RunningBlock(RunningWorker& worker, uint32_t turn_length);

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
  uint32_t turn_length() const { return turn_length_; }
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
  uint32_t turn_length_;
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
