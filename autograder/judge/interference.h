// What other programs took of a call's time: on a busy machine honest code keeps its points.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "autograder/judge/timing.h"

namespace warplab {

// How a process has got cores so far, by the kernel's account (/proc/<pid>/task/<tid>/schedstat and
// /proc/stat), in seconds. What the kernel does not tell is 0.
struct CoreUse {
  struct Thread {
    double ran_s = 0;     // without what the hypervisor took meanwhile
    double waited_s = 0;  // ready, and without a core
    std::uint64_t turns =
        0;  // how often it was put on a core; one that runs without a new turn has not left it
  };
  std::map<pid_t, Thread> threads;  // the living ones
  double ran_s = 0;                 // all threads, those that have ended included
  double judge_waited_s = 0;        // the thread that asks: it sees late that a call has ended
  double stolen_s = 0;              // of all cores by the hypervisor, in steps of 10 ms
};

CoreUse read_core_use(pid_t pid);

// The turns of each living thread; nothing where the kernel does not count them.
std::map<pid_t, std::uint64_t> read_turns(pid_t pid);

// One call: its time, and what became of it. At most `cores` of its threads are meant to run at
// once.
struct CallTime {
  double wall_s = 0;
  double ran_s = 0;           // all threads together
  double busiest_s = 0;       // the thread that ran longest
  double waited_s = 0;        // all threads together, and the judge
  double longest_wait_s = 0;  // of one thread
  double stolen_s = 0;
  int cores = 1;
};

CallTime call_time(const CoreUse& before, const CoreUse& after, double wall_s, int cores);

// The time that the call takes with a core for each thread and a machine of its own: what is left
// without the waiting, but neither less than the busiest thread ran nor less than an equal share of
// what all ran. On an idle machine that is the time on the wall. `stolen`: the share of the time
// that the hypervisor took, over more than this call, as it is known in steps of 10 ms only.
double undisturbed_s(const CallTime& call, double stolen);

// The timed calls of a submission, in turn with those of its baseline.
class TimedCalls {
 public:
  // `empty_s`: what the round trip takes, and is taken off.
  explicit TimedCalls(double empty_s) : empty_s_(empty_s) {}

  // `baseline` is absent where a step has none.
  void add(const std::optional<CallTime>& baseline, const CallTime& submission);

  // Undisturbed times without the round trip; 0 for a baseline that is absent.
  std::vector<Pair> pairs() const;
  // How many threads of the submission are at work on average, by call, with a core for each. At
  // most 1 for a single thread.
  std::vector<double> threads_at_work() const;
  // The CPU time of all threads of the submission over that of the baseline's, by call; empty
  // without a baseline, or where the kernel does not tell.
  std::vector<double> work() const;
  // The share of all calls' time that would not have passed on an idle machine.
  double lost() const;

 private:
  double stolen() const;
  // What `seconds` gives for all calls together, over their time.
  double share_of_time(const std::function<double(const CallTime&)>& seconds) const;
  double net_s(const CallTime& call) const;

  double empty_s_;
  std::vector<std::optional<CallTime>> baseline_;
  std::vector<CallTime> submission_;
};

}  // namespace warplab
