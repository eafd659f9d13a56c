#include "autograder/items/item_views.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "autograder/problems/problem.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
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
  return line(fmt::format("  {:<28} {:>5} of {:<5} {:>3.0f} % {:>9} {:>17}", cut(gate.gate, 28),
                          gate.passed, gate.students(), std::round(100 * gate.share()),
                          gate.not_run, mean_of(gate.points, gate.max_points)));
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
      mistake.place ? fmt::format("handout.md:{} {}", mistake.place->line, mistake.place->title)
                    : "";
  return line(fmt::format("  {:>5}  {:<28} {}", mistake.students, cut(mistake.name, 28), place));
}

std::string text_of(const StepItems& step) {
  std::string text = "\n" + line(fmt::format("step {}  {}", step.step, step.name));
  text += line(fmt::format("  {:<28} {:<14} {:>5} {:>9} {:>17}", "gate", " pass", "", "not run",
                           "mean points"));
  for (const GateItem& gate : step.gates) text += text_of(gate);
  for (const SpeedItem& speed : step.speeds) text += text_of(speed);
  if (!step.mistakes.empty()) text += line("  mistakes by students, and where to teach it again");
  for (std::size_t i = 0; i < step.mistakes.size() && i < most_mistakes; ++i)
    text += text_of(step.mistakes[i]);
  if (step.mistakes.size() > most_mistakes)
    text += line(
        fmt::format("  and {} more: --json FILE lists all", step.mistakes.size() - most_mistakes));
  return text;
}

std::string text_of(const LabItems& lab) {
  std::string text = line(lab.lab + "  " + lab.title);
  text += line(fmt::format("{} student{}, mean {}", lab.students, lab.students == 1 ? "" : "s",
                           fraction(lab.points, lab.max_points)));
  if (!lab.not_graded.empty())
    for (const std::string& part : wrap(fmt::format("not graded by our fault, and not counted: {}",
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
          {"max_points", gate.max_points}};
}

json json_of(const MistakeItem& mistake) {
  json place;  // null
  if (mistake.place)
    place = {
        {"file", "handout.md"}, {"line", mistake.place->line}, {"title", mistake.place->title}};
  return {{"name", mistake.name},
          {"what", words_of_cause(mistake.name)},
          {"students", mistake.students},
          {"place", place}};
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
          {"not_graded", lab.not_graded},
          {"steps", list_of(lab.steps)}};
}

}  // namespace

std::string table_of(const std::vector<LabItems>& labs) {
  std::string text;
  for (const LabItems& lab : labs) text += (text.empty() ? "" : "\n\n") + text_of(lab);
  return text;
}

json to_json(const std::vector<LabItems>& labs) { return list_of(labs); }

}  // namespace warplab
