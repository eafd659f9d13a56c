#include "autograder/classroom/adjustments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autograder/classroom/normal_name.h"
#include "autograder/course/suggest.h"
#include "autograder/judge/scorecard.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "autograder/report/rounding.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

using Kind = Adjustment::Kind;

// The lab that a field names, which must count.
const Lab& read_lab(const Course& course, const JsonNode& node,
                    const std::vector<const Lab*>& labs) {
  const Lab* lab = nullptr;
  try {
    lab = &course.find(node.text());
  } catch (const CourseError& error) {
    node.fail(error.what());
  }
  if (std::ranges::count(labs, lab) == 0)
    node.fail(fmt::format("{} does not count: add it to \"labs\"", lab->name));
  return *lab;
}

double read_change(const JsonNode& node) {
  constexpr double most = 10000;
  const double points = node.number();
  if (points == 0 || std::abs(points) > most ||
      std::abs(10 * points - std::round(10 * points)) > 1e-6)
    node.fail_expected("points in tenths, as in 2 or -1.5");
  return in_tenths(points);
}

void read_gate(const JsonNode& node, Adjustment& adjustment) {
  const JsonNode gate = node.child("void");
  for (const char* field : {"lab", "step"})
    if (!node.has(field))
      node.fail(
          fmt::format("field \"{}\" is missing: a gate belongs to one step of the lab", field));
  if (node.has("student"))
    node.child("student").fail("a gate is voided for all: leave out the student, or give points");
  const JsonNode step = node.child("step");
  adjustment.step = step.integer(1, 1000);
  adjustment.gate = gate.text();
  std::vector<std::string> names;
  try {
    for (const Gate& each : Scorecard(adjustment.lab->step(adjustment.step)).finish().gates) {
      if (each.max_points <= 0) continue;
      names.push_back(each.name);
      if (each.name == adjustment.gate) adjustment.gate_points = each.max_points;
    }
  } catch (const CourseError& error) {
    step.fail(error.what());
  }
  if (adjustment.gate_points > 0) return;
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  const std::string hint = did_you_mean(adjustment.gate, names);
  gate.fail(fmt::format("step {} of {} has no gate \"{}\" with points{}", adjustment.step,
                        adjustment.lab->name, sanitize_line(adjustment.gate),
                        hint.empty() ? "; it has " + known : hint));
}

bool read_true(const JsonNode& node) {
  if (!node.is_true()) node.fail_expected("true, or no such field");
  return true;
}

Adjustment read_one(const Course& course, const JsonNode& node,
                    const std::vector<const Lab*>& labs) {
  node.expect_fields({"reason"}, {"student", "lab", "step", "points", "zero", "excused", "void"});
  Adjustment adjustment;
  adjustment.reason = sanitize_line(node.child("reason").text());
  if (node.has("student")) {
    adjustment.student = normal_name(node.child("student").text());
    adjustment.place = node.child("student").place();
  }
  if (node.has("lab")) adjustment.lab = &read_lab(course, node.child("lab"), labs);
  if (!node.has("student") && !node.has("lab"))
    node.fail("say whose marks change: \"student\", \"lab\" or both");
  int kinds = 0;
  for (const char* kind : {"points", "zero", "excused", "void"}) kinds += node.has(kind);
  if (kinds != 1) node.fail("say one of \"points\", \"zero\", \"excused\" and \"void\"");
  if (node.has("step") && !node.has("void"))
    node.child("step").fail("a step goes with \"void\" alone");
  if (node.has("points")) adjustment.points = read_change(node.child("points"));
  if (node.has("zero") && read_true(node.child("zero"))) adjustment.kind = Kind::zero;
  if (node.has("excused") && read_true(node.child("excused"))) adjustment.kind = Kind::excused;
  if (node.has("void")) {
    adjustment.kind = Kind::voided_gate;
    read_gate(node, adjustment);
  }
  return adjustment;
}

}  // namespace

bool concerns(const Adjustment& adjustment, const std::string& student, const Lab& lab) {
  const bool is_of_lab =
      adjustment.lab == &lab || (adjustment.lab == nullptr && adjustment.kind == Kind::excused);
  return is_of_lab && (adjustment.student.empty() || adjustment.student == student);
}

std::string text_of(const Adjustment& adjustment, const std::string& limit) {
  std::string what;
  switch (adjustment.kind) {
    case Kind::points:
      what = fmt::format("{} {}{}", points_and_unit(std::abs(adjustment.points)),
                         adjustment.points > 0 ? "added" : "taken off",
                         limit.empty() ? "" : ", " + limit);
      break;
    case Kind::zero:
      what = "set to 0";
      break;
    case Kind::excused:
      what = "excused";
      break;
    case Kind::voided_gate:
      what = fmt::format("step {} {} does not count", adjustment.step, adjustment.gate);
      break;
  }
  return what + ": " + adjustment.reason;
}

std::string add_points(double& score, double points, double most) {
  const double wanted = in_tenths(score + points);
  score = std::clamp(wanted, 0.0, std::max(most, score));
  if (wanted < score) return "down to 0";
  return wanted > score ? "up to " + points_text(score) : "";
}

std::vector<Adjustment> read_adjustments(const Course& course, const JsonNode& node,
                                         const std::vector<const Lab*>& labs) {
  std::vector<Adjustment> adjustments;
  for (const JsonNode& each : node.elements()) {
    adjustments.push_back(read_one(course, each, labs));
    const Adjustment& now = adjustments.back();
    for (const Adjustment& before : adjustments)
      if (&before != &now && now.kind == Kind::voided_gate && before.kind == now.kind &&
          before.lab == now.lab && before.step == now.step && before.gate == now.gate)
        each.child("void").fail("the gate is voided already; keep one");
  }
  return adjustments;
}

std::vector<Remark> useless_adjustments(const std::vector<Adjustment>& adjustments,
                                        const std::vector<Student>& students) {
  std::vector<std::string> ids;
  for (const Student& student : students) ids.push_back(student.id);
  std::vector<Remark> useless;
  for (const Adjustment& each : adjustments)
    if (!each.student.empty() && std::ranges::count(ids, each.student) == 0)
      useless.push_back(
          {fmt::format("{}: there is no student \"{}\" among the {} of the class{}", each.place,
                       sanitize_line(each.student), ids.size(), did_you_mean(each.student, ids))});
  return useless;
}

}  // namespace warplab
