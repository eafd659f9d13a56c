// One running worker: prepare, freeze, call, thaw, and the limits that apply during these.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "autograder/judge/interference.h"
#include "autograder/judge/shared_buffers.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/sandbox.h"
#include "autograder/sandbox/standstill.h"
#include "autograder/worker/protocol.h"

namespace warplab {

class Session {
 public:
  // Starts `executable` in the sandbox with the shared buffers, and waits until it is ready;
  // failed() if that does not happen. `devices`: see Jail. `is_watched`: built by
  // Builder::watched() or Builder::with_bounds().
  Session(const Sandbox& sandbox, const std::filesystem::path& executable,
          const SharedBuffers& buffers, const Limits& limits, int threads,
          const std::vector<std::filesystem::path>& devices = {}, bool is_watched = false);
  ~Session();  // kills the worker and waits until it is gone

  // All of these do nothing once failed() is true. They and the constructor throw StoodStill, with the worker killed,
  // where we have stood still since that began.

  // For a watched worker, before anything else: whether ThreadSanitizer reports a race in a program
  // that has one, and nothing in a program without.
  bool watch_works();
  // Lets the worker map a case's buffers, then freezes it.
  void prepare(const PlacedCase& placed);
  // Runs the student's function once (`empty`: only the round trip) and freezes the worker again.
  // Returns the time from the thaw until all threads have stopped.
  CallTime call(bool empty = false);
  // The number of OpenMP threads of later calls. 0, the default: the constructor's `threads`.
  void set_team(int threads) { team_ = threads; }
  // What ended the worker; OK while it lives.
  const Verdict& verdict() const { return verdict_; }
  bool failed() const { return verdict_.kind != VerdictKind::ok; }
  const std::optional<Fault>& fault() const {
    return fault_;
  }  // only a hint: the worker's own report
  // From a watched worker, also only hints: the races in all calls so far.
  const std::vector<Race>& races() const { return races_; }
  // And the parallel regions that began; some of them appear twice.
  const std::vector<TeamRegion>& regions() const { return regions_; }
  // And how many have begun, the same ones again and again, as it says.
  std::uint64_t regions_begun() const { return regions_begun_; }
  const std::string& limit_message() const {
    return limit_message_;
  }                                                      // the limit and the use, for a person
  const std::string& output() const { return output_; }  // what it printed, at most the limit
  // A later call may take longer if the baseline does.
  void set_wall_limit(double seconds) { limits_.wall_s = seconds; }
  double wall_limit() const { return limits_.wall_s; }

 private:
  void signal_worker(int signal);
  void end();
  void freeze();
  void check_still_frozen();
  void thaw();
  bool all_tasks_stopped() const;
  bool stands_still();
  std::int64_t run_time_ns() const;
  void send_message(const Message& message);
  bool wait_for(MessageKind kind, std::uint64_t sequence);
  bool take_report(const Message& message);
  void take_output();
  void check_limits(double wall_s);
  void check_wall_limit(double wall_s, double cpu_s);
  void judge_end();
  void throw_if_stood_still();
  [[noreturn]] void give_up();  // throws StoodStill
  void fail(VerdictKind kind, std::string detail, std::string message = {});
  void fail(Verdict verdict, std::string message = {});

  const Standstill standstill_;
  const Sandbox& sandbox_;
  Limits limits_;
  Descriptor control_;
  Descriptor printed_;
  std::optional<Sandbox::Worker> worker_;
  bool frozen_ = false;
  std::int64_t frozen_run_time_ns_ = 0;
  std::map<pid_t, std::uint64_t> frozen_turns_;  // by thread; empty if the kernel has no count
  Verdict verdict_;
  std::optional<Fault> fault_;
  int faults_ = 0;
  std::vector<Race> races_;
  std::vector<TeamRegion> regions_;
  std::uint64_t regions_begun_ = 0;
  std::string limit_message_;
  std::string output_;
  int threads_;
  int team_ = 0;
  bool is_watched_;
  double cpu_before_s_ = 0;  // of the calls before this one
  CoreUse cores_before_;     // this call
  double stopped_at_s_ = 0;  // when every thread last stood still
  double wall_total_s_ = 0;
  std::uint64_t shared_bytes_ = 0;
};

}  // namespace warplab
