// How much of a call's time other programs took: honest code keeps its points on a busy machine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "autograder/judge/timing.h"

namespace warplab {

// How long a process ran on cores and waited for them so far, in seconds, according to the kernel
// (/proc/<pid>/task/<tid>/schedstat and /proc/stat). What the kernel does not tell is 0.
struct CoreUse {
  struct Thread {
    double ran_s = 0;     // without what the hypervisor took meanwhile
    double waited_s = 0;  // ready to run, without a core
    std::uint64_t turns =
        0;  // how often it was put on a core; one that runs without a new turn has not left it
  };
  std::map<pid_t, Thread> threads;  // that are alive
  double ran_s = 0;                 // all threads, including those that have ended
  double judge_waited_s = 0;        // the thread that asks: it sees late that a call has ended
  double stolen_s = 0;              // of all cores by the hypervisor, in steps of 10 ms
  // Of the cores that the judge may use, in such steps: with whoever ran there, and with nobody.
  double busy_s = 0, idle_s = 0;
  double throttled_s = 0;  // without a core because a control group has used up its quota
};

CoreUse read_core_use(pid_t pid);

// The turns of each thread that is alive; empty if the kernel does not count them.
std::map<pid_t, std::uint64_t> read_turns(pid_t pid);

// The time of one call, and what it was spent on. At most `cores` of its threads are meant to run
// at once.
struct CallTime {
  double wall_s = 0;
  double ran_s = 0;           // all threads together
  double busiest_s = 0;       // the thread that ran longest
  double waited_s = 0;        // all threads together, and the judge
  double longest_wait_s = 0;  // of one thread
  // What other programs ran on these cores, and what quotas took; how long these cores had nobody to run. 0 where
  // nobody tells.
  double others_s = 0, idle_s = 0;
  double stolen_s = 0;
  int cores = 1;
};

CallTime call_time(const CoreUse& before, const CoreUse& after, double wall_s, int cores);

// The time that the call would take on an otherwise idle machine with a core for each thread: the
// wall time without the waiting, but no less than the busiest thread ran, nor than an equal share
// of what all threads ran. On an idle machine that is the wall time. `stolen` is the share of the
// time that the hypervisor took, measured over several calls because it is known only in steps of
// 10 ms; `by_others` that of the waiting which others caused, measured likewise. A thread that waits where one of its
// own has the core, as at a lock that goes from hand to hand, waits for the program.
double undisturbed_s(const CallTime& call, double stolen, double by_others = 1);

// The timed calls of a submission and of its baseline, which take turns.
class TimedCalls {
 public:
  // `empty_s`: the time of a round trip without work, which is subtracted.
  explicit TimedCalls(double empty_s) : empty_s_(empty_s) {}

  // `baseline` is absent if the step has none.
  void add(const std::optional<CallTime>& baseline, const CallTime& submission);

  // Undisturbed times without the round trip; 0 for a baseline that is absent.
  std::vector<Pair> pairs() const;
  // By call, how many threads of the submission are at work on average, given a core for each. At
  // most 1 for a single thread.
  std::vector<double> threads_at_work() const;
  // By call, the CPU time of all threads of the submission divided by the baseline's; empty without
  // a baseline, or if the kernel does not tell.
  std::vector<double> work() const;
  // The share of the time of all calls that would have been saved on an idle machine.
  double lost() const;

 private:
  double stolen() const;
  double sum_of_all(const std::function<double(const CallTime&)>& seconds) const;
  double net_s(const CallTime& call, double by_others) const;
  // The share of the waiting in these calls that was not for the program's own threads.
  double by_others(const std::vector<std::optional<CallTime>>& calls) const;

  double empty_s_;
  std::vector<std::optional<CallTime>> baseline_, submission_;
};

}  // namespace warplab
