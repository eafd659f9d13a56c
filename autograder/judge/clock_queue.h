// How hand-ins of a class queue for the clock: a process that grades one works beside others, on cores of its own, up
// to where only times are left to be measured; says so; and goes on when it is told that it is alone.
#pragma once

#include <vector>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// In the process that grades many: its end of the line to one that grades.
class ClockLine {
 public:
  // Throws GraderError if there are no descriptors left.
  ClockLine();
  // What the other process gets as number ClockQueue::descriptor.
  int theirs() const { return theirs_.get(); }
  // To be called once the other process has started: its end here would keep the line open.
  void close_their_end() { theirs_.close(); }
  // Readable once the other process has come to where it measures.
  int descriptor() const { return ours_.get(); }
  // Lets it measure.
  void let_go() const;

 private:
  Descriptor ours_, theirs_;
};

// In the process that grades one.
class ClockQueue {
 public:
  static constexpr int descriptor = 4;

  // Keeps this thread, and those that it starts from now on, to `cores`. Throws GraderError if they cannot be had.
  explicit ClockQueue(const std::vector<int>& cores);
  // Waits for its turn to measure, and takes all cores that this process was started with. Returns the seconds
  // that it waited. Throws GraderError if the other end of the line is gone.
  double wait() const;

 private:
  std::vector<int> all_;
};

}  // namespace warplab
