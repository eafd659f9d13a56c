#include "autograder/course_commands/replay_differences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <istream>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "autograder/report/gate_kind.h"
#include "autograder/report/sanitize.h"
#include "simt/events/finding.h"
#include "simt/observe/line_counts.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr const char* none = "none";

bool is_measured(const Gate& gate) {
  return traits_of(gate.kind).repeated == GateRepeated::nothing;
}

// All of a gate that is compared. A number is written so that no other has the same digits.
std::string text_of_gate(const Gate& gate) {
  std::string text = gate.passed ? "ok" : "failed";
  const GateRepeated repeated = traits_of(gate.kind).repeated;
  if (repeated == GateRepeated::state) return text;
  text += fmt::format(" {}/{}", gate.points, gate.max_points);
  if (gate.value && std::isfinite(*gate.value)) text += fmt::format(", value {}", *gate.value);
  if (repeated == GateRepeated::message) text += ", " + sanitize_line(gate.message);
  return text;
}

std::string text_of_gate(const StepResult& step, const std::string& name) {
  const auto gate = std::ranges::find(step.gates, name, &Gate::name);
  return gate == step.gates.end() ? none : text_of_gate(*gate);
}

// What each of them adds to a counter: "line 32: 0.1".
std::set<std::string> lines_of(const StepResult& step, const std::string& name) {
  std::set<std::string> lines;
  for (const Gate& gate : step.gates)
    if (gate.name == name)
      for (const simt::observe::LineCount& each : gate.lines)
        lines.insert(fmt::format("line {}: {}", each.line, each.count));
  return lines;
}

// "shared-race: convolution.cu:32, convolution.cu:43".
std::string text_of_finding(const simt::events::Finding& finding) {
  std::string text(name_of(finding.kind));
  if (finding.kind == simt::events::FindingKind::omp_race) return text;
  const auto place = [](const simt::events::Site& site) {
    return fmt::format("{}:{}", fs::path(site.file).filename().string(), site.line);
  };
  text += ": " + place(finding.where);
  if (finding.other) text += ", " + place(*finding.other);
  return sanitize_line(text);
}

std::set<std::string> findings_of(const StepResult& step) {
  std::set<std::string> findings;
  for (const simt::events::Finding& each : step.diagnosis.findings)
    findings.insert(text_of_finding(each));
  return findings;
}

// All of `these` that the others do not have.
std::string text_without(const std::set<std::string>& these, const std::set<std::string>& others) {
  std::vector<std::string> left;
  std::ranges::set_difference(these, others, std::back_inserter(left));
  return left.empty() ? none : fmt::format("{}", fmt::join(left, "; "));
}

// The names of both, each once, in the order in which gates are tried.
std::vector<std::string> names_of_gates(const StepResult& before, const StepResult& now) {
  std::vector<std::string> names;
  for (const StepResult* step : {&before, &now})
    for (const Gate& gate : step->gates)
      if (!is_measured(gate) && std::ranges::find(names, gate.name) == names.end())
        names.push_back(gate.name);
  return names;
}

const StepResult* find_step(const LabResult& lab, int number) {
  const auto step = std::ranges::find(lab.steps, number, &StepResult::step);
  return step == lab.steps.end() ? nullptr : &*step;
}

std::string incomparable(const std::string& what, std::string_view expected, std::string_view got,
                         const std::string& next) {
  const auto shown = [](std::string_view text) {
    return text.empty() ? "none" : sanitize_line(text);
  };
  return fmt::format("{}: expected {}, got {}; {}", what, shown(expected), shown(got), next);
}

}  // namespace

std::vector<ReplayDifference> differences(const LabResult& before, const LabResult& now) {
  std::set<int> numbers;
  for (const LabResult* lab : {&before, &now})
    for (const StepResult& step : lab->steps) numbers.insert(step.step);
  std::vector<ReplayDifference> all;
  for (const int number : numbers) {
    const auto compare = [&](const std::string& gate, std::string then, std::string today) {
      if (then != today)
        all.push_back({before.lab, number, gate, std::move(then), std::move(today)});
    };
    const auto compare_sets = [&](const std::string& what, const std::set<std::string>& then,
                                  const std::set<std::string>& today) {
      compare(what, text_without(then, today), text_without(today, then));
    };
    const StepResult *first = find_step(before, number), *second = find_step(now, number);
    const auto verdict_of = [](const StepResult* step) {
      return step == nullptr ? none : verdict_text(step->verdict);
    };
    compare("verdict", verdict_of(first), verdict_of(second));
    if (first == nullptr || second == nullptr) continue;
    compare_sets("findings", findings_of(*first), findings_of(*second));
    for (const std::string& gate : names_of_gates(*first, *second)) {
      compare(gate, text_of_gate(*first, gate), text_of_gate(*second, gate));
      compare_sets(gate, lines_of(*first, gate), lines_of(*second, gate));
    }
  }
  return all;
}

std::string why_other_grader(const Version& before, const Version& now) {
  if (before.number != now.number)
    return incomparable("the grader's version", before.number, now.number,
                        "build that version, and replay with it");
  if (before.commit != now.commit)
    return incomparable("the course's commit", before.commit, now.commit,
                        before.commit.empty()
                            ? "replay with the programs that graded it"
                            : fmt::format("git checkout {}, build, and replay there",
                                          sanitize_line(before.commit)));
  return "";
}

std::string real_gpus(const std::string& device) {
  std::vector<std::string> gpus;
  std::istringstream list(device);
  for (std::string each; std::getline(list >> std::ws, each, ',');)
    if (each != "cpu" && each != "simt") gpus.push_back(each);
  return fmt::format("{}", fmt::join(gpus, ", "));
}

std::string why_other_device(const std::string& before, const std::vector<LabResult>& now) {
  const auto is_timed = [](const StepResult& step) {
    return step.device == Device::gpu && step.time.has_value();
  };
  const bool has_times = std::ranges::any_of(
      now, [&](const LabResult& lab) { return std::ranges::any_of(lab.steps, is_timed); });
  const std::string expected = real_gpus(before), got = real_gpus(devices_of(now));
  if (expected == got || (got.empty() && !has_times)) return "";
  return incomparable("the GPU", expected, got, "replay on a machine that has the same one");
}

std::string why_other_files(const std::string& before, const std::string& now) {
  if (before.empty() || before == now) return "";
  return incomparable("the hash of the lab's files", before, now,
                      "--submission has to name the lab's folder as it was handed in then");
}

std::string why_other_lab_json(const LabResult& before, const std::string& now) {
  if (before.lab_json.empty() || before.lab_json == now) return "";
  return incomparable(fmt::format("the hash of what {}'s lab.json says", before.lab),
                      before.lab_json, now,
                      "put back the lab.json that it was graded by, or grade by this one");
}

std::string why_other_basis(const std::string& before, const std::string& now) {
  if (before == now) return "";
  return incomparable("the hash of what it was graded by", before, now,
                      "put back the course as it was then, or grade by this one");
}

std::string why_other_compiler(const LabResult& before, const std::string& here) {
  for (const StepResult& step : before.steps)
    if (!step.cuda_compiler.empty() && step.cuda_compiler != here)
      return incomparable(fmt::format("the compiler of {} step {}", before.lab, step.step),
                          step.cuda_compiler, here, "install it, or replay where it is");
  return "";
}

}  // namespace warplab
