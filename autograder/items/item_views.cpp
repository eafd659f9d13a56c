#include "autograder/items/item_views.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "autograder/problems/problem.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "autograder/report/rounding.h"
#include "autograder/report/sanitize.h"
#include "common/wrap.h"

namespace warplab {
namespace {

using nlohmann::json;

constexpr std::size_t most_mistakes = 5;

std::string line(const std::string& text) {
  std::string one = cut(sanitize_line(text), screen_columns);
  one.erase(one.find_last_not_of(' ') + 1);
  return one + "\n";
}

// "14.3/20"; "-" for a gate without points.
std::string mean_of(double points, double max_points) {
  return max_points == 0 ? "-" : fraction(points, max_points);
}

std::string text_of(const GateItem& gate) {
  const std::string discrimination =
      gate.discrimination ? fmt::format("{:.2f}", *gate.discrimination) : "-";
  return line(fmt::format("  {:<24} {:>5} of {:<5} {:>3.0f} % {:>7} {:>13} {:>8}",
                          cut(gate.gate, 24), gate.passed, gate.students(),
                          std::round(100 * gate.share()), gate.not_run,
                          mean_of(gate.points, gate.max_points), discrimination));
}

// "  speed over lab4/1, H200 modelled: quartiles 0.91x 1.02x 1.30x, best 1.41x, of 20"
std::string text_of(const SpeedItem& speed) {
  const std::string figures =
      fmt::format(": quartiles {:.2f}x {:.2f}x {:.2f}x, best {:.2f}x, of {}", speed.lower,
                  speed.median, speed.upper, speed.best, speed.students());
  const std::string over = sanitize_line("  speed over " + speed.over());
  return line(cut(over, screen_columns - figures.size()) + figures);
}

std::string text_of(const MistakeItem& mistake) {
  const std::string place =
      mistake.place ? fmt::format("line {}: {}", mistake.place->line, mistake.place->title) : "";
  return line(fmt::format("  {:>5}  {:<28} {}", mistake.students, cut(mistake.name, 28), place));
}

// Names the chapter once: with it, no line would have room for the title of a section.
std::string heading_of(const std::vector<MistakeItem>& mistakes) {
  const auto placed = std::ranges::find_if(
      mistakes, [](const MistakeItem& mistake) { return mistake.place.has_value(); });
  const std::string chapter =
      placed == mistakes.end() ? "" : ", to teach again with " + placed->place->file;
  return "  mistakes by students" + chapter;
}

std::string text_of(const StepItems& step) {
  std::string text = "\n" + line(fmt::format("step {}  {}", step.step, step.name));
  text += line(fmt::format("  {:<24} {:<14} {:>5} {:>7} {:>13} {:>8}", "gate", " pass", "",
                           "not run", "mean points", "discrim."));
  for (const GateItem& gate : step.gates) text += text_of(gate);
  for (const SpeedItem& speed : step.speeds) text += text_of(speed);
  if (!step.mistakes.empty()) text += line(heading_of(step.mistakes));
  for (std::size_t i = 0; i < step.mistakes.size() && i < most_mistakes; ++i)
    text += text_of(step.mistakes[i]);
  if (step.mistakes.size() > most_mistakes)
    text += line(
        fmt::format("  and {} more: --json FILE lists all", step.mistakes.size() - most_mistakes));
  return text;
}

std::string spread_text(const LabItems& lab) {
  if (lab.score.count == 0) return "";
  return fmt::format(", quartiles {} {} {}, {:.1f} attempts each",
                     points_text(in_tenths(lab.score.lower)),
                     points_text(in_tenths(lab.score.median)),
                     points_text(in_tenths(lab.score.upper)), lab.attempts.mean);
}

std::string text_of(const LabItems& lab) {
  std::string text = line(lab.lab + "  " + lab.title);
  text += line(fmt::format("{}, mean {}{}", counted(lab.students, "1 student", "{} students"),
                           fraction(lab.points, lab.max_points), spread_text(lab)));
  if (!lab.not_graded.empty())
    for (const std::string& part :
         wrap(fmt::format("not graded, because the grader failed, and not counted: {}",
                          fmt::join(lab.not_graded, ", ")),
              screen_columns))
      text += line(part);
  for (const StepItems& step : lab.steps) text += text_of(step);
  return text;
}

json json_of(const GateItem& gate) {
  return {{"gate", gate.gate},
          {"passed", gate.passed},
          {"failed", gate.failed},
          {"not_run", gate.not_run},
          {"share", gate.share()},
          {"points", gate.points},
          {"max_points", gate.max_points},
          {"discrimination", gate.discrimination ? json(*gate.discrimination) : json()}};
}

json json_of(const MistakeItem& mistake) {
  json place;  // null
  if (mistake.place)
    place = {{"file", mistake.place->file},
             {"line", mistake.place->line},
             {"title", mistake.place->title}};
  return {{"name", mistake.name},
          {"what", words_of_cause(mistake.name)},
          {"students", mistake.students},
          {"place", place}};
}

json json_of(const Spread& spread) {
  if (spread.count == 0) return {};
  return {{"students", spread.count},
          {"mean", spread.mean},
          {"quartiles", {spread.lower, spread.median, spread.upper}}};
}

json text_or_null(const std::string& text) { return text.empty() ? json() : json(text); }

json json_of(const SpeedItem& speed) {
  return {{"baseline", speed.baseline},
          {"modelled", text_or_null(speed.modelled)},
          {"gpu", text_or_null(speed.gpu)},
          {"students", speed.students()},
          {"quartiles", {speed.lower, speed.median, speed.upper}},
          {"best", speed.best},
          {"ratios", speed.ratios}};
}

json json_of(const StepItems& step);
json json_of(const LabItems& lab);
json json_of(const ItemGroup& group);

template <class Item>
json list_of(const std::vector<Item>& items) {
  json list = json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

json json_of(const StepItems& step) {
  return {{"step", step.step},
          {"name", step.name},
          {"gates", list_of(step.gates)},
          {"mistakes", list_of(step.mistakes)},
          {"speeds", list_of(step.speeds)}};
}

json json_of(const LabItems& lab) {
  return {{"lab", lab.lab},
          {"title", lab.title},
          {"students", lab.students},
          {"points", lab.points},
          {"max_points", lab.max_points},
          {"score", json_of(lab.score)},
          {"attempts", json_of(lab.attempts)},
          {"not_graded", lab.not_graded},
          {"steps", list_of(lab.steps)}};
}

json json_of(const ItemGroup& group) {
  return {{"class", group.class_name},
          {"section", group.section ? json(*group.section) : json()},
          {"total", json_of(group.total)},
          {"max_total", group.max_total},
          {"labs", list_of(group.labs)}};
}

std::string group_row(const ItemGroup& group, const Spread& points, double max_points,
                      const std::string& attempts) {
  return line(fmt::format(
      "  {:<25} {:>8} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8}", cut(sanitize_line(name_of(group)), 25),
      points.count, points_text(in_tenths(points.mean)), points_text(in_tenths(points.lower)),
      points_text(in_tenths(points.median)), points_text(in_tenths(points.upper)),
      points_text(in_tenths(max_points)), attempts));
}

}  // namespace

std::string table_of(const std::vector<LabItems>& labs) {
  std::string text;
  for (const LabItems& lab : labs) text += (text.empty() ? "" : "\n\n") + text_of(lab);
  return text;
}

std::string name_of(const ItemGroup& group) {
  if (!group.section) return group.class_name;
  return group.section->empty() ? group.class_name + ", no section"
                                : fmt::format("{}, section {}", group.class_name, *group.section);
}

std::string table_of(const std::vector<ItemGroup>& groups) {
  std::string text =
      line(fmt::format("{:<27} {:>8} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8}", "total", "students",
                       "mean", "lower", "median", "upper", "out of", "attempts"));
  std::vector<std::string> labs;  // in the order of the classes
  for (const ItemGroup& group : groups) {
    text += group_row(group, group.total, group.max_total, "");
    for (const LabItems& lab : group.labs)
      if (std::ranges::find(labs, lab.lab) == labs.end()) labs.push_back(lab.lab);
  }
  for (const std::string& name : labs) {
    text += line(name);
    for (const ItemGroup& group : groups)
      for (const LabItems& lab : group.labs)
        if (lab.lab == name)
          text +=
              group_row(group, lab.score, lab.max_points, fmt::format("{:.1f}", lab.attempts.mean));
  }
  return text;
}

json to_json(const std::vector<ItemGroup>& groups) { return list_of(groups); }

}  // namespace warplab
