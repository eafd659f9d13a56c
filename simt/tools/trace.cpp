// simt trace: the virtual timeline as a file, and how much of it overlaps.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "simt/model/timeline.h"
#include "simt/tools/commands.h"
#include "simt/tools/report.h"

namespace simt::tools {
namespace {

using model::Activity;

struct Summary {
  double total = 0;  // from the first beginning to the last end
  double kernels = 0, copies = 0;
  double busy = 0, overlapped = 0;  // devices do something; several things at once
};

Summary summarize(const std::vector<Activity>& activities) {
  Summary summary;
  std::vector<std::pair<double, int>> changes;  // when, and how many more run from then on
  double begin = activities[0].begin, end = begin;
  for (const Activity& a : activities) {
    begin = std::min(begin, a.begin);
    end = std::max(end, a.end);
    if (a.kind == Activity::Kind::host || a.kind == Activity::Kind::wait) continue;
    (a.kind == Activity::Kind::kernel ? summary.kernels : summary.copies) += a.end - a.begin;
    changes.insert(changes.end(), {{a.begin, 1}, {a.end, -1}});
  }
  summary.total = end - begin;
  std::sort(changes.begin(), changes.end());
  int running = 0;
  for (size_t i = 0; i < changes.size(); ++i) {
    const double since = i > 0 ? changes[i].first - changes[i - 1].first : 0;
    if (running > 0) summary.busy += since;
    if (running > 1) summary.overlapped += since;
    running += changes[i].second;
  }
  return summary;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

// Each process has a clock of its own, which begins at 0: only one can be drawn.
const session::ProcessResults& process_to_draw(const ProgramEnd& end) {
  const auto is_active = [](const session::ProcessResults& process) {
    return !process.activities.empty();
  };
  const auto active = std::ranges::count_if(end.processes, is_active);
  if (active == 0) return end.processes.front();
  const auto& drawn = *std::ranges::find_if(end.processes, is_active);
  if (active > 1)
    fmt::print(stderr,
               "simt trace: this is the timeline of {}, the first of {} processes that used a "
               "device: run simt trace on one of the others to see its own\n",
               command_text(drawn), active);
  return drawn;
}

}  // namespace

int trace(const Command& command) {
  const std::string extension = command.output.extension();
  if (extension != ".json" && extension != ".svg" && extension != ".png")
    throw UsageError(
        fmt::format("--output {}: the name ends in .json, .svg or .png, which says "
                    "what to write",
                    command.output.string()));
  require_place_for(command.output);
  const ProgramEnd end = run_program(command.request, command.program);
  print_problems(end);
  const session::ProcessResults& drawn = process_to_draw(end);
  const auto& activities = drawn.activities;
  if (activities.empty()) {
    fmt::print(
        stderr, "simt trace: nothing to draw: {}\n",
        drawn.complete ? "the program used no device" : "the timeline comes when a program exits");
    return drawn.complete || end.exit_code != 0 ? end.exit_code : own_failure;
  }
  using model::PictureFormat;
  write_text(command.output,
             extension == ".json"
                 ? model::trace_json(activities)
                 : model::draw_timeline(
                       activities, extension == ".svg" ? PictureFormat::svg : PictureFormat::png));

  const Summary s = summarize(activities);
  fmt::print("total    {} as {}: kernels {}, copies {}\n", time_text(s.total),
             model::find_target(command.request.target)->full_name, time_text(s.kernels),
             time_text(s.copies));
  fmt::print("overlap  {} of the {} that the device was busy ({:.0f} %)\n", time_text(s.overlapped),
             time_text(s.busy), s.busy > 0 ? 100 * s.overlapped / s.busy : 0);
  return end.exit_code;
}

}  // namespace simt::tools
