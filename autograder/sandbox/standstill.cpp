#include "autograder/sandbox/standstill.h"

#include <fmt/format.h>
#include <time.h>

#include <chrono>
#include <cstdint>
#include <sstream>

#include "autograder/sandbox/proc_file.h"

namespace warplab {
namespace {

constexpr double tick_s = 0.1;
constexpr double least_s = 1;  // too late: what interrupts a thread that is not stopped takes less

// Goes on while the machine sleeps.
double boot_time_s() {
  timespec time{};
  clock_gettime(CLOCK_BOOTTIME, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// How long this thread, ready to run, had no core so far.
double waited_s() {
  double ran_ns = 0, waited_ns = 0;
  std::istringstream(read_proc_file("/proc/thread-self/schedstat")) >> ran_ns >> waited_ns;
  return 1e-9 * waited_ns;
}

}  // namespace

Standstill::Standstill()
    : last_tick_s_(boot_time_s()), ticking_([this](std::stop_token stop) { tick(stop); }) {}

void Standstill::tick(std::stop_token stop) {
  double waited_before_s = waited_s();
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    ticked_.wait_for(lock, stop, std::chrono::duration<double>(tick_s), [] { return false; });
    const double now_s = boot_time_s(), waited_now_s = waited_s();
    const double late_s = now_s - last_tick_s_ - tick_s - (waited_now_s - waited_before_s);
    if (late_s > least_s) stood_still_s_ += late_s;
    last_tick_s_ = now_s;
    waited_before_s = waited_now_s;
    ticked_.notify_all();
  }
}

double Standstill::seconds() const {
  std::unique_lock lock(mutex_);
  // Whoever goes on first after a standstill may be here before the clock ticks again.
  const double asked_s = boot_time_s();
  if (asked_s - last_tick_s_ > tick_s + least_s)
    ticked_.wait(lock, [&] { return last_tick_s_ >= asked_s; });
  return stood_still_s_;
}

StoodStill::StoodStill(double seconds)
    : GraderError(fmt::format("the grader itself stood still for {:.0f} s: it was stopped "
                              "(Ctrl-Z), suspended or frozen, or "
                              "the machine slept; grade again once it may run through",
                              seconds)) {}

}  // namespace warplab
