#include "autograder/sandbox/standstill.h"

#include <fmt/format.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <csignal>
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

std::atomic<int> continued = 0;  // how often
static_assert(std::atomic<int>::is_always_lock_free, "a signal's handler adds to it");

// Counts from its first call on. Only the clocks' threads are interrupted: in others, calls that wait would return early.
int times_continued() {
  [[maybe_unused]] static const bool is_counting = [] {
    struct sigaction action {};
    action.sa_handler = [](int) { ++continued; };
    action.sa_flags = SA_RESTART;
    return sigaction(SIGCONT, &action, nullptr) == 0;
  }();
  return continued;
}

// Of this thread, and those that it will start.
void take_continuation(bool takes) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCONT);
  pthread_sigmask(takes ? SIG_UNBLOCK : SIG_BLOCK, &set, nullptr);
}

}  // namespace

Standstill::Standstill()
    : continued_before_(times_continued()),
      last_tick_s_(boot_time_s()),
      ticking_([this](std::stop_token stop) {
        take_continuation(true);
        tick(stop);
      }) {
  take_continuation(false);
}

bool Standstill::was_continued() const { return times_continued() != continued_before_; }

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
    : GraderError(fmt::format("the grader itself stood still for {}: it was stopped "
                              "(Ctrl-Z), suspended or frozen, or "
                              "the machine slept; grade again once it may run through",
                              seconds < 1 ? "a moment" : fmt::format("{:.0f} s", seconds))) {}

}  // namespace warplab
