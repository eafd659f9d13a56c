// Whether this process stood still: stopped by Ctrl-Z, suspended by a scheduler, in a frozen container, on a machine
// that slept. What others did meanwhile, and how long they seem to have taken, says nothing about them.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "autograder/sandbox/process.h"

namespace warplab {

// A clock that ticks from its construction on, and notices ticks that come a second or more too late. A late tick whose
// thread was waiting for a core meanwhile is the load's doing, and no standstill: programs can cause it.
class Standstill {
 public:
  Standstill();

  // How long this process has stood still so far, in seconds. 0: not at all.
  double seconds() const;
  // Whether it has been sent SIGCONT so far, as what was stopped is, for however short a time. Whoever sends that to all
  // that grades also wakes a worker that stands still because we want it to.
  bool was_continued() const;

 private:
  void tick(std::stop_token stop);

  mutable std::mutex mutex_;
  mutable std::condition_variable_any ticked_;
  const int continued_before_;
  double last_tick_s_;
  double stood_still_s_ = 0;
  std::jthread ticking_;  // the last member: it uses the others
};

// Thrown in place of any result of a run in which we stood still.
struct StoodStill : GraderError {
  explicit StoodStill(double seconds);
};

inline constexpr int most_runs = 3;  // of what we stood still in

// run(1), and again with the next number where we stood still in it. Throws StoodStill if that happens each time.
template <typename Run>
auto run_without_standstill(Run run) {
  for (int number = 1; number < most_runs; ++number) {
    try {
      return run(number);
    } catch (const StoodStill&) {
    }
  }
  return run(most_runs);
}

}  // namespace warplab
