#include "autograder/watch/gains.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

constexpr double least_points = 0.05;  // points are given in tenths

bool are_same_points(double points, double other) {
  return std::abs(points - other) < least_points;
}

// "+13", "-7", "+0".
std::string signed_points(double points) {
  return (points <= -least_points ? "-" : "+") + points_text(std::abs(points));
}

const StepResult* find_step(const LabResult& lab, int number) {
  const auto found = std::ranges::find(lab.steps, number, &StepResult::step);
  return found == lab.steps.end() ? nullptr : &*found;
}

double points_of(const StepResult& step, const std::string& gate) {
  const auto found = std::ranges::find(step.gates, gate, &Gate::name);
  return found == step.gates.end() ? 0 : found->points;
}

// "correct +20" for each gate whose points differ; a gate that is gone has none.
std::vector<std::string> gates_of(const StepResult& before, const StepResult& after) {
  std::vector<std::string> changed;
  const auto compare = [&](const std::string& gate) {
    const double was = points_of(before, gate), is = points_of(after, gate);
    if (!are_same_points(was, is)) changed.push_back(gate + " " + signed_points(is - was));
  };
  for (const Gate& gate : after.gates) compare(gate.name);
  for (const Gate& gate : before.gates)
    if (std::ranges::find(after.gates, gate.name, &Gate::name) == after.gates.end())
      compare(gate.name);
  return changed;
}

// Empty where nothing has changed.
std::string gain_of(const StepResult& before, const StepResult& after) {
  const std::vector<std::string> gates = gates_of(before, after);
  const std::string verdict = verdict_text(after.verdict), earlier = verdict_text(before.verdict);
  if (gates.empty() && verdict == earlier) return "";
  std::string line =
      fmt::format("step {}: {} points ({})", after.step, signed_points(after.score - before.score),
                  fraction(after.score, after.max_score));
  if (verdict != earlier) line += fmt::format(", {}, was {}", verdict, earlier);
  if (!gates.empty()) line += fmt::format(": {}", fmt::join(gates, ", "));
  return sanitize_line(line);
}

}  // namespace

std::vector<std::string> gains(const LabResult& before, const LabResult& after) {
  std::vector<std::string> lines;
  bool is_compared = false;
  for (const StepResult& step : after.steps) {
    const StepResult* const earlier = find_step(before, step.step);
    if (earlier == nullptr) continue;
    is_compared = true;
    if (std::string line = gain_of(*earlier, step); !line.empty()) lines.push_back(std::move(line));
  }
  if (is_compared && lines.empty()) lines.emplace_back("no points gained or lost");
  return lines;
}

void take_over(LabResult& known, const LabResult& newer) {
  for (const StepResult& step : newer.steps) {
    const auto place = std::ranges::lower_bound(known.steps, step.step, {}, &StepResult::step);
    if (place != known.steps.end() && place->step == step.step)
      *place = step;
    else
      known.steps.insert(place, step);
  }
  known.score = known.max_score = 0;
  for (const StepResult& step : known.steps) {
    known.score += step.score;
    known.max_score += step.max_score;
  }
}

}  // namespace warplab
