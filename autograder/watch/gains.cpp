#include "autograder/watch/gains.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "autograder/report/changes.h"
#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

constexpr double least_points = 0.05;  // points are given in tenths

// "+13", "-7".
std::string signed_points(double points) {
  return (points < 0 ? "-" : "+") + points_text(std::abs(points));
}

const StepResult* find_step(const LabResult& lab, int number) {
  const auto found = std::ranges::find(lab.steps, number, &StepResult::step);
  return found == lab.steps.end() ? nullptr : &*found;
}

// "correct +20" for each gate whose points differ.
std::vector<std::string> gates_of(const std::vector<GateChange>& changes, int step) {
  std::vector<std::string> gates;
  for (const GateChange& change : changes) {
    const double gained = change.points_after - change.points_before;
    if (change.step == step && std::abs(gained) >= least_points)
      gates.push_back(change.gate + " " + signed_points(gained));
  }
  return gates;
}

// "+20 points (20/29)"; "20/29 as before" where gates gained what others lost; nothing where no
// points changed.
std::string points_gained(const StepResult& before, const StepResult& after, bool any_gate) {
  const std::string now = fraction(after.score, after.max_score);
  const double gained = after.score - before.score;
  if (std::abs(gained) >= least_points) return signed_points(gained) + " points (" + now + ")";
  return any_gate ? now + " as before" : "";
}

// Empty where nothing has changed.
std::string gain_of(const StepResult& before, const StepResult& after,
                    const std::vector<std::string>& gates) {
  std::vector<std::string> parts;
  if (std::string points = points_gained(before, after, !gates.empty()); !points.empty())
    parts.push_back(std::move(points));
  const std::string verdict = verdict_text(after.verdict), earlier = verdict_text(before.verdict);
  if (verdict != earlier) parts.push_back(fmt::format("{}, was {}", verdict, earlier));
  if (parts.empty()) return "";
  std::string line = fmt::format("step {}: {}", after.step, fmt::join(parts, ", "));
  if (!gates.empty()) line += fmt::format(": {}", fmt::join(gates, ", "));
  return sanitize_line(line);
}

}  // namespace

std::vector<std::string> gains(const LabResult& before, const LabResult& after) {
  const std::vector<GateChange> changes = changed_gates(before, after);
  std::vector<std::string> lines;
  bool is_compared = false;
  for (const StepResult& step : after.steps) {
    const StepResult* const earlier = find_step(before, step.step);
    if (earlier == nullptr) continue;
    is_compared = true;
    if (std::string line = gain_of(*earlier, step, gates_of(changes, step.step)); !line.empty())
      lines.push_back(std::move(line));
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
