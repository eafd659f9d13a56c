#include "autograder/judge/interference.h"

#include <fmt/format.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
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

struct Ticks {
  double busy_s = 0, idle_s = 0;
};

// The lines "cpu3 user nice system idle iowait irq softirq ..." of the cores of this process.
Ticks read_ticks() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return {};
  std::istringstream lines(read_proc_file("/proc/stat"));
  double busy = 0, unused = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0;
    fields >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft;
    if (name.size() < 4 || !name.starts_with("cpu")) continue;
    const int core = std::atoi(name.c_str() + 3);
    if (core >= CPU_SETSIZE || !CPU_ISSET(core, &cores)) continue;
    busy += user + nice + system + interrupts + soft;
    unused += idle + waiting;
  }
  const auto a_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  return {busy / a_second, unused / a_second};
}

// Of the control groups that this process is in, which are all that may have a quota.
double read_throttled_s() {
  std::istringstream groups(read_proc_file("/proc/self/cgroup"));
  double microseconds = 0;
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::")) continue;
    std::filesystem::path folder = "/sys/fs/cgroup";
    for (const std::filesystem::path& part : std::filesystem::path(line.substr(3))) {
      if (part != "/") folder /= part;
      std::istringstream counts(read_proc_file((folder / "cpu.stat").string()));
      double value = 0;
      for (std::string name; counts >> name >> value;)
        if (name == "throttled_usec") microseconds += value;
    }
  }
  return 1e-6 * microseconds;
}

double process_ran_s(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double sum_of(const std::vector<std::optional<CallTime>>& calls,
              const std::function<double(const CallTime&)>& seconds) {
  double sum = 0;
  for (const auto& call : calls)
    if (call) sum += seconds(*call);
  return sum;
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
  const Ticks ticks = read_ticks();
  use.busy_s = ticks.busy_s;
  use.idle_s = ticks.idle_s;
  use.throttled_s = read_throttled_s();
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
  // Where cores were busy for less than our threads ran, their account is not to be believed.
  const double busy_s = after.busy_s - before.busy_s;
  if (busy_s > call.ran_s / 2) {
    call.idle_s = after.idle_s - before.idle_s;
    call.others_s = std::max(0.0, busy_s - call.ran_s) + after.throttled_s - before.throttled_s;
  }
  for (const auto& [id, thread] : after.threads) {
    const auto found = before.threads.find(id);
    const CoreUse::Thread then = found != before.threads.end() ? found->second : CoreUse::Thread{};
    call.busiest_s = std::max(call.busiest_s, thread.ran_s - then.ran_s);
    call.waited_s += thread.waited_s - then.waited_s;
    call.longest_wait_s = std::max(call.longest_wait_s, thread.waited_s - then.waited_s);
  }
  return call;
}

double undisturbed_s(const CallTime& call, double stolen, double by_others) {
  const double least_s = std::max(call.busiest_s, call.ran_s / call.cores);
  const double left_s = call.wall_s - by_others * call.waited_s - stolen * call.wall_s;
  return std::min(call.wall_s, std::max(left_s, least_s));
}

void TimedCalls::add(const std::optional<CallTime>& baseline, const CallTime& submission) {
  baseline_.push_back(baseline);
  submission_.push_back(submission);
}

std::vector<Pair> TimedCalls::pairs() const {
  const double of_baseline = by_others(baseline_), of_submission = by_others(submission_);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < submission_.size(); ++i)
    pairs.push_back({baseline_[i] ? net_s(*baseline_[i], of_baseline) : 0,
                     net_s(*submission_[i], of_submission)});
  return pairs;
}

std::vector<double> TimedCalls::threads_at_work() const {
  const double of_submission = by_others(submission_);
  std::vector<double> threads;
  for (const auto& call : submission_)
    threads.push_back(call->ran_s /
                      std::max(undisturbed_s(*call, stolen(), of_submission), shortest_s));
  return threads;
}

std::vector<double> TimedCalls::work() const {
  std::vector<double> work;
  for (std::size_t i = 0; i < submission_.size(); ++i)
    if (baseline_[i] && baseline_[i]->ran_s > 0)
      work.push_back(submission_[i]->ran_s / baseline_[i]->ran_s);
  return work;
}

double TimedCalls::lost() const {
  const double share = stolen();
  double lost_s = 0;
  for (const auto* calls : {&baseline_, &submission_})
    for (const auto& call : *calls)
      if (call) lost_s += call->wall_s - undisturbed_s(*call, share, by_others(*calls));
  const double wall_s = sum_of_all([](const CallTime& call) { return call.wall_s; });
  return wall_s > 0 ? lost_s / wall_s : 0;
}

double TimedCalls::stolen() const {
  const double wall_s = sum_of_all([](const CallTime& call) { return call.wall_s; });
  return wall_s > 0 ? sum_of_all([](const CallTime& call) { return call.stolen_s; }) / wall_s : 0;
}

double TimedCalls::sum_of_all(const std::function<double(const CallTime&)>& seconds) const {
  return sum_of(baseline_, seconds) + sum_of(submission_, seconds);
}

// Ticks are coarse, and what others run shows in them only on average. Where no core was idle, a thread that waited had
// none to go to.
double TimedCalls::by_others(const std::vector<std::optional<CallTime>>& calls) const {
  constexpr double certain_share = 0.03;
  const double waited_s = sum_of(calls, [](const CallTime& call) { return call.waited_s; });
  const double most_s = sum_of(
      calls, [](const CallTime& call) { return call.others_s + certain_share * call.wall_s; });
  const double idle_s = sum_of(calls, [](const CallTime& call) { return call.idle_s; });
  const double own_s = std::min(waited_s - most_s, idle_s);
  return own_s > 0 ? 1 - own_s / waited_s : 1;
}

double TimedCalls::net_s(const CallTime& call, double by_others) const {
  return std::max(undisturbed_s(call, stolen(), by_others) - empty_s_, shortest_s);
}

}  // namespace warplab
