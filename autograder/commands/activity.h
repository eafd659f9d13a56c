// What a process that grades tells the one that supervises it.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace warplab {

class Activity {
 public:
  // Called by the worker, on any thread: what it is at now, and that another part is done.
  void doing(std::string_view what);
  void part_done() { ++parts_done_; }

  int parts_done() const { return parts_done_; }
  // Only after the worker's end: as much of the last word as fits.
  std::string last() const;

 private:
  std::atomic<int> parts_done_ = 0;
  std::atomic_flag is_written_;
  char text_[240] = {};
};

// One in memory that this process and those that it forks share. Throws GraderError where there is
// none to be had.
std::shared_ptr<Activity> share_activity();

}  // namespace warplab
