#include "autograder/gpu/virtual_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "simt/model/occupancy.h"
#include "simt/model/timing.h"

namespace warplab::gpu {
namespace {

using simt::model::Activity;
using simt::model::CopyKind;
using simt::model::Engine;
using simt::model::Target;
using simt::model::Timeline;

constexpr double host_bytes_per_s = 20e9;  // of a core that reads and writes memory
constexpr std::size_t most_activities = 4000;

// What the engines did, and how much of it at the same time.
Elapsed summarise(const Timeline& timeline) {
  Elapsed elapsed;
  elapsed.seconds = timeline.now();
  elapsed.activities = timeline.activities();
  // Each engine's work never overlaps itself; that of all engines together does.
  std::vector<std::pair<double, double>> busy;
  for (const Activity& activity : elapsed.activities) {
    if (activity.engine == Engine::host) continue;
    const double seconds = activity.end - activity.begin;
    (activity.engine == Engine::copy_in    ? elapsed.in_s
     : activity.engine == Engine::copy_out ? elapsed.out_s
                                           : elapsed.kernels_s) += seconds;
    busy.emplace_back(activity.begin, activity.end);
  }
  std::sort(busy.begin(), busy.end());
  double together = 0, end = 0;
  for (const auto& [from, to] : busy) {
    together += std::max(0.0, to - std::max(from, end));
    end = std::max(end, to);
  }
  const double sum = elapsed.in_s + elapsed.kernels_s + elapsed.out_s;
  const double could = sum - std::max({elapsed.in_s, elapsed.kernels_s, elapsed.out_s});
  if (could > 0) elapsed.overlap = (sum - together) / could;
  if (elapsed.activities.size() > most_activities) elapsed.activities.clear();
  return elapsed;
}

// The part of the device that a launch's blocks fill.
double share_of(const simt::model::LaunchFacts& facts, const Target& target) {
  const auto occupancy =
      simt::model::occupancy(target, facts.threads, facts.registers, facts.shared_bytes);
  const double resident = static_cast<double>(occupancy.blocks_per_sm) * target.sms;
  return resident > 0 ? std::min(1.0, facts.blocks / resident) : 1;
}

class Clock {
 public:
  Clock(ExecutionReport& report, const Target& target) : report_(report), target_(target) {
    timeline_.add_device(0, target);
  }

  void take(const ClockStep& step) {
    const auto bytes = step.number;
    switch (step.kind) {
      case ClockStep::Kind::kernel:
        return launch(report_.runs.at(step.number), step.stream);
      case ClockStep::Kind::fill:
        report_.copy_seconds += simt::model::device_fill_seconds(target_, bytes);
        timeline_.fill(0, step.stream, bytes, step.host_waits);
        return;
      case ClockStep::Kind::copy:
        report_.copy_seconds += simt::model::device_copy_seconds(target_, bytes);
        timeline_.copy(0, step.stream, CopyKind::device_to_device, bytes, true, step.host_waits);
        return;
      case ClockStep::Kind::copy_in:
        timeline_.copy(0, step.stream, CopyKind::host_to_device, bytes, step.is_pinned,
                       step.host_waits);
        return;
      case ClockStep::Kind::copy_out:
        timeline_.copy(0, step.stream, CopyKind::device_to_host, bytes, step.is_pinned,
                       step.host_waits);
        return;
      case ClockStep::Kind::host_copy:
        return timeline_.host(static_cast<double>(bytes) / host_bytes_per_s);
      case ClockStep::Kind::create_stream:
        return timeline_.add_stream(0, step.stream, false);
      case ClockStep::Kind::create_non_blocking_stream:
        return timeline_.add_stream(0, step.stream, true);
      case ClockStep::Kind::destroy_stream:
        return timeline_.remove_stream(0, step.stream);
      case ClockStep::Kind::record:
        return timeline_.record(0, step.stream, step.number);
      case ClockStep::Kind::wait_event:
        return timeline_.wait(0, step.stream, step.number);
      case ClockStep::Kind::synchronize_event:
        return timeline_.synchronize(step.number);
      case ClockStep::Kind::synchronize_stream:
        return timeline_.synchronize(0, step.stream);
      case ClockStep::Kind::synchronize_device:
        return timeline_.synchronize_device(0);
    }
  }

  Elapsed end() {
    timeline_.synchronize_device(0);
    return summarise(timeline_);
  }

 private:
  void launch(KernelRun& run, std::uint32_t stream) {
    if (run.facts) run.seconds = simt::model::kernel_time(target_, *run.facts).seconds;
    timeline_.kernel(0, stream, run.kernel, run.seconds,
                     run.facts ? share_of(*run.facts, target_) : 1);
  }

  ExecutionReport& report_;
  const Target& target_;
  Timeline timeline_;
};

Floor of_bytes(double bytes, double rate) {
  return {bytes / rate,
          fmt::format("{:.4g} MB have to move, at {:.4g} GB/s at most", bytes * 1e-6, rate * 1e-9)};
}

// What is in L2 from the launch before need not come from memory.
Floor of_device_memory(const Target& target, double bytes) {
  const double keeps = target.l2_resident_share * static_cast<double>(target.l2_bytes);
  const double resident = keeps > 0 ? std::clamp(2 - bytes / keeps, 0.0, 1.0) : 0;
  const Floor l2 = of_bytes(bytes, target.l2_bytes_per_s);
  const Floor memory = of_bytes(bytes * (1 - resident), target.memory_bytes_per_s);
  return l2.seconds > memory.seconds ? l2 : memory;
}

Floor of_bus(const Target& target, double in_bytes, double out_bytes) {
  const Floor in = of_bytes(in_bytes, target.pinned_in_bytes_per_s);
  const Floor out = of_bytes(out_bytes, target.pinned_out_bytes_per_s);
  return in.seconds > out.seconds ? in : out;
}

Floor of_instructions(const ExecutionReport& report, const Target& target) {
  double slots = 0;
  for (const KernelRun& run : report.runs)
    if (run.facts) slots += run.facts->work.issue;
  const double rate = target.sms * target.schedulers_per_sm * target.clock_hz;
  return {slots / rate, fmt::format("{:.4g} million instructions of warps have to be issued, at "
                                    "{:.4g} thousand million per second at most",
                                    slots * 1e-6, rate * 1e-9)};
}

}  // namespace

Floor floor_of(const ExecutionReport& report, const Target& target, std::uint64_t in_bytes,
               std::uint64_t out_bytes, bool is_on_host) {
  const auto in = static_cast<double>(in_bytes), out = static_cast<double>(out_bytes);
  const Floor moving = is_on_host ? of_bus(target, in, out) : of_device_memory(target, in + out);
  const Floor issuing = of_instructions(report, target);
  return moving.seconds > issuing.seconds ? moving : issuing;
}

void model_times(ExecutionReport& report, const Target& target, bool is_elapsed) {
  Clock clock(report, target);
  for (const ClockStep& step : report.steps) clock.take(step);
  if (is_elapsed) report.elapsed = clock.end();
}

}  // namespace warplab::gpu
