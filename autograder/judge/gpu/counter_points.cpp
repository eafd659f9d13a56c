#include "autograder/judge/gpu/counter_points.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "autograder/gpu/counters.h"
#include "autograder/gpu/work.h"
#include "autograder/judge/points.h"
#include "common/wrap.h"
#include "simt/observe/bank_conflict.h"
#include "simt/observe/bank_map.h"
#include "simt/observe/line_counts.h"

namespace warplab {

bool meets(const CounterReading& reading, const CounterGate& asked) {
  return reading.value >= asked.at_least && reading.value <= asked.at_most;
}

namespace {

using simt::observe::BankConflict;
using simt::observe::BankMap;
using simt::observe::LineCount;

// "lab8/1".
std::string baseline_name(const Step& step) {
  return short_name(fmt::format("{}/{}", step.speed->baseline_lab, step.speed->baseline_step));
}

// Four digits at most: "4.69", "75", "0.15", "0.016".
std::string short_number(double value) {
  std::string text = fmt::format("{:.{}f}", value,
                                 value >= 100   ? 0
                                 : value >= 10  ? 1
                                 : value >= 0.1 ? 2
                                                : 3);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text;
}

// Whether a place is in the student's file, or in one that has no name.
bool is_of_step(const std::string& file, const Step& step) {
  namespace fs = std::filesystem;
  return file.empty() || fs::path(file).filename() == fs::path(step.file).filename();
}

// Says which line it is: one of the step's file, or of a header, whose functions are not always inlined.
void tell_place(Gate& gate, const simt::observe::LineProfile& line, const Step& step,
                const std::string& source) {
  if (is_of_step(line.file, step)) {
    gate.place = {step.file, line.line};
    gate.code = line_of_source(source, line.line);
  } else {
    const SourcePlace place{std::filesystem::path(line.file).filename(), line.line};
    gate.notes.push_back(fmt::format("in {}, which {} calls", text_of(place), step.file));
  }
}

// "4 load requests per element": a value, and its label with the problem's unit in it.
std::string reading_text(double value, const gpu::Counter& counter, const std::string& unit) {
  const std::string number = short_number(value);
  return fmt::format("{} {}", number,
                     fmt::format(fmt::runtime(number == "1" ? counter.one : counter.label), unit));
}

// The first case that does not keep to the limits, else the first of all.
const CounterReading& telling(const CounterReadings& readings, const CounterGate& asked) {
  for (const CounterReading& reading : readings.in_cases)
    if (!meets(reading, asked)) return reading;
  if (readings.worst && std::isfinite(asked.at_most) && !meets(*readings.worst, asked))
    return *readings.worst;
  return readings.in_cases.front();
}

std::string limits_of(const CounterGate& asked) {
  if (!std::isfinite(asked.at_most)) return "at least " + short_number(asked.at_least);
  if (asked.at_least == 0) return "at most " + short_number(asked.at_most);
  return fmt::format("from {} to {}", short_number(asked.at_least), short_number(asked.at_most));
}

// What lines of the step's file add, in their order. A file of the same name elsewhere is taken for
// it, so one line may have several sums.
std::vector<LineCount> lines_of(const gpu::LineSums& sums, const Step& step) {
  std::map<std::size_t, LineCount> by_line;
  for (const auto& [place, sum] : sums) {
    if (!is_of_step(place.first, step)) continue;
    LineCount& line = by_line[place.second];
    line.line = place.second;
    line.count += sum.count;
    if (sum.ideal) line.ideal = line.ideal.value_or(0) + *sum.ideal;
  }
  std::vector<LineCount> lines;
  for (const auto& [number, line] : by_line) lines.push_back(line);
  return lines;
}

}  // namespace

std::vector<BankConflict> bank_conflicts(const gpu::ExecutionReport& report, const Step& step,
                                         const std::vector<CounterReadings>& readings) {
  std::map<std::size_t, BankConflict> by_line;
  const auto add = [&](const BankMap& map, const std::string& case_name) {
    if (!is_of_step(map.file, step)) return;
    BankConflict conflict = conflict_of(map);
    if (!case_name.empty()) conflict.access += fmt::format(", in the case {}", case_name);
    BankConflict& worst = by_line[map.line];
    if (conflict.wavefronts.size() > worst.wavefronts.size()) worst = std::move(conflict);
  };
  for (const BankMap& map : gpu::worst_requests(report)) add(map, "");
  for (const CounterReadings& of_one : readings)
    if (of_one.worst && of_one.worst->line.bank_map)
      add(*of_one.worst->line.bank_map, of_one.worst->case_name);
  std::vector<BankConflict> conflicts;
  for (auto& [line, conflict] : by_line) conflicts.push_back(std::move(conflict));
  return conflicts;
}

std::vector<simt::observe::CountedLines> counted_lines(const std::vector<gpu::KernelRun>& runs,
                                                       const Step& step) {
  simt::observe::LaunchProfile all;
  for (const gpu::KernelRun& run : runs) {
    if (!run.profile) continue;
    for (const simt::observe::LineProfile& line : run.profile->lines)
      if (is_of_step(line.file, step))
        all.lines.push_back({step.file, line.line, {}, line.metrics, {}});
  }
  return simt::observe::counted_lines({{std::move(all)}}, step.file);
}

void score_counters(Scorecard& card, const Step& step, const std::vector<CounterReadings>& readings,
                    const std::string& unit, const std::string& source) {
  for (std::size_t c = 0; c < step.hardware.size(); ++c) {
    const CounterGate& asked = step.hardware[c];
    const gpu::Counter& counter = *gpu::find_counter(asked.counter);
    const CounterReading& reading = telling(readings[c], asked);
    Gate& gate = card.counter[c];
    gate.value = reading.value;
    gate.passed = meets(reading, asked);
    gate.points = gate.passed ? asked.points : 0;
    gate.lines = lines_of(readings[c].in_cases.front().lines, step);
    for (LineCount& line : gate.lines)
      line.code = line_of_source(source, static_cast<std::uint32_t>(line.line));
    gate.say(fmt::format("{}, {}", reading_text(reading.value, counter, unit), limits_of(asked)));
    if (readings[c].before)
      gate.message +=
          fmt::format(" ({} in {})", short_number(*readings[c].before), baseline_name(step));
    if (asked.points == 0) gate.message += no_points;
    if (gate.passed) continue;
    if (reading.line.line > 0) tell_place(gate, reading.line, step, source);
    if (reading.case_name != readings[c].in_cases.front().case_name)
      gate.notes.push_back(fmt::format("in the case {}", reading.case_name));
    gate.notes.emplace_back(
        reading.value < asked.at_least && !counter.more_is_better
            ? "less is not better here: the number shows whether the tile, the blocks and the "
              "accesses are those that the step is about"
            : counter.why);
    if (!reading.remark.empty()) gate.notes.push_back(reading.remark);
  }
}

}  // namespace warplab
