#include "autograder/judge/interference.h"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include "autograder/sandbox/proc_file.h"

namespace warplab {
namespace {

constexpr double shortest_s = 1e-6;  // ratios are made of times

// A schedstat file: nanoseconds on a core and in a queue for one, and turns.
CoreUse::Thread read_schedstat(const std::string& folder) {
  double ran_ns = 0, waited_ns = 0;
  std::uint64_t turns = 0;
  std::istringstream(read_proc_file(folder + "/schedstat")) >> ran_ns >> waited_ns >> turns;
  return {1e-9 * ran_ns, 1e-9 * waited_ns, turns};
}

std::map<pid_t, CoreUse::Thread> read_threads(pid_t pid) {
  std::map<pid_t, CoreUse::Thread> threads;
  for (const std::string& task : list_proc_folder(fmt::format("/proc/{}/task", pid)))
    threads[std::stoi(std::filesystem::path(task).filename())] = read_schedstat(task);
  return threads;
}

// "cpu  user nice system idle iowait irq softirq steal ...", in ticks of 10 ms.
double read_stolen_s() {
  std::istringstream line(read_proc_file("/proc/stat"));
  std::string name;
  double ticks = 0;
  line >> name;
  for (int field = 0; field < 8; ++field) line >> ticks;
  return line ? ticks / static_cast<double>(sysconf(_SC_CLK_TCK)) : 0;
}

double process_ran_s(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

CoreUse read_core_use(pid_t pid) {
  CoreUse use;
  use.threads = read_threads(pid);
  double living_s = 0;
  for (const auto& [id, thread] : use.threads) living_s += thread.ran_s;
  use.ran_s = std::max(living_s, process_ran_s(pid));
  use.judge_waited_s = read_schedstat("/proc/thread-self").waited_s;
  use.stolen_s = read_stolen_s();
  return use;
}

std::map<pid_t, std::uint64_t> read_turns(pid_t pid) {
  std::map<pid_t, std::uint64_t> turns;
  for (const auto& [id, thread] : read_threads(pid)) {
    if (thread.turns == 0) return {};
    turns[id] = thread.turns;
  }
  return turns;
}

CallTime call_time(const CoreUse& before, const CoreUse& after, double wall_s, int cores) {
  CallTime call;
  call.wall_s = wall_s;
  call.cores = cores;
  call.ran_s = after.ran_s - before.ran_s;
  call.waited_s = after.judge_waited_s - before.judge_waited_s;
  call.stolen_s = after.stolen_s - before.stolen_s;
  for (const auto& [id, thread] : after.threads) {
    const auto found = before.threads.find(id);
    const CoreUse::Thread then = found != before.threads.end() ? found->second : CoreUse::Thread{};
    call.busiest_s = std::max(call.busiest_s, thread.ran_s - then.ran_s);
    call.waited_s += thread.waited_s - then.waited_s;
    call.longest_wait_s = std::max(call.longest_wait_s, thread.waited_s - then.waited_s);
  }
  return call;
}

double undisturbed_s(const CallTime& call, double stolen) {
  const double least_s = std::max(call.busiest_s, call.ran_s / call.cores);
  const double left_s = call.wall_s - call.waited_s - stolen * call.wall_s;
  return std::min(call.wall_s, std::max(left_s, least_s));
}

void TimedCalls::add(const std::optional<CallTime>& baseline, const CallTime& submission) {
  baseline_.push_back(baseline);
  submission_.push_back(submission);
}

std::vector<Pair> TimedCalls::pairs() const {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < submission_.size(); ++i)
    pairs.push_back({baseline_[i] ? net_s(*baseline_[i]) : 0, net_s(submission_[i])});
  return pairs;
}

std::vector<double> TimedCalls::threads_at_work() const {
  std::vector<double> threads;
  for (const CallTime& call : submission_)
    threads.push_back(call.ran_s / std::max(undisturbed_s(call, stolen()), shortest_s));
  return threads;
}

std::vector<double> TimedCalls::work() const {
  std::vector<double> work;
  for (std::size_t i = 0; i < submission_.size(); ++i)
    if (baseline_[i] && baseline_[i]->ran_s > 0)
      work.push_back(submission_[i].ran_s / baseline_[i]->ran_s);
  return work;
}

double TimedCalls::lost() const {
  const double share = stolen();
  return share_of_time(
      [&](const CallTime& call) { return call.wall_s - undisturbed_s(call, share); });
}

double TimedCalls::stolen() const {
  return share_of_time([](const CallTime& call) { return call.stolen_s; });
}

double TimedCalls::share_of_time(const std::function<double(const CallTime&)>& seconds) const {
  double part_s = 0, wall_s = 0;
  const auto add = [&](const CallTime& call) {
    part_s += seconds(call);
    wall_s += call.wall_s;
  };
  for (const auto& call : baseline_)
    if (call) add(*call);
  for (const CallTime& call : submission_) add(call);
  return wall_s > 0 ? part_s / wall_s : 0;
}

double TimedCalls::net_s(const CallTime& call) const {
  return std::max(undisturbed_s(call, stolen()) - empty_s_, shortest_s);
}

}  // namespace warplab
