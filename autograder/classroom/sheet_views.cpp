#include "autograder/classroom/sheet_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "autograder/classroom/totals.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

using nlohmann::json;

// Which marks a table has, and so needs to explain.
struct Legend {
  bool is_late = false, is_adjusted = false, is_outdated = false, is_waiting = false,
       is_dropped = false;
};

std::string cell_of(const LabScore* score, Legend& legend) {
  if (score == nullptr) return "-";
  std::string cell = !score->excused.empty() ? "exc"
                     : score->score          ? points_text(*score->score)
                                             : "-";
  const bool came_late = score->late.count() > 0 || score->is_late;
  const bool is_dropped = score->is_dropped && score->score;
  if (is_dropped) cell = "(" + cell + ")";
  if (!score->adjustments.empty()) cell += "=";
  if (came_late) cell += "!";
  if (score->is_outdated) cell += "~";
  if (score->is_waiting) cell += "*";
  legend.is_dropped |= is_dropped;
  legend.is_adjusted |= !score->adjustments.empty();
  legend.is_late |= came_late;
  legend.is_outdated |= score->is_outdated;
  legend.is_waiting |= score->is_waiting;
  return cell;
}

std::string legend_text(const Legend& legend, const ScoreSheet& sheet) {
  std::string text;
  if (legend.is_late) text += "! handed in late: scores.csv says by how much, and what that cost\n";
  if (legend.is_adjusted)
    text += "= adjusted by class.json (exc: excused): scores.csv says how, and why\n";
  if (legend.is_dropped)
    text +=
        fmt::format("() not among the best {}, and does not count\n", sheet.settings.total->best);
  if (legend.is_outdated) text += "~ graded by another lab.json or grader than there is now\n";
  if (legend.is_waiting)
    text += fmt::format("* what is handed in now is not graded yet{}\n",
                        legend.is_outdated ? " by these: warplab class run grades it" : "");
  return text;
}

// The most that a total can have of these labs, or of all where marks are to be reached.
double most_of(const ScoreSheet& sheet) {
  if (counts_all_labs(sheet.settings)) return sheet.settings.max_total();
  double most = 0;
  for (const Lab* lab : sheet.labs) most += sheet.settings.weight(*lab);
  return most;
}

json points_json(const std::optional<double>& points) {
  return points ? json(*points) : json(nullptr);
}

json score_json(const LabScore& score) {
  return {
      {"score", points_json(score.score)},
      {"graded", points_json(score.graded)},
      {"max_score", score.max_score},
      {"lost", score.lost},
      {"late_s", score.late.count()},
      {"late_days", score.late_days},
      {"attempts", score.attempts},
      {"key", score.key},
      {"outdated", score.is_outdated},
      {"waiting", score.is_waiting},
      {"excused", !score.excused.empty()},
      {"contribution", score.score && !score.is_dropped ? json(score.contribution) : json(nullptr)},
      {"adjustments", score.adjustments}};
}

}  // namespace

std::string table_of(const ScoreSheet& sheet) {
  std::size_t width = 7;
  for (const Student& student : sheet.students) width = std::max(width, student.id.size());
  const bool has_pass = has_pass_marks(sheet.settings);
  const bool has_grade = sheet.settings.total && !sheet.settings.total->scale.empty();
  Legend legend;
  std::string text = fmt::format("{:<{}}", "student", width);
  for (const Lab* lab : sheet.labs) text += fmt::format(" {:>7}", short_name(lab->name));
  text +=
      fmt::format(" {:>7}{}{}\n", "total", has_pass ? " passed" : "", has_grade ? "  grade" : "");
  for (const Student& student : sheet.students) {
    text += fmt::format("{:<{}}", student.id, width);
    for (const Lab* lab : sheet.labs)
      text += fmt::format(" {:>7}", cell_of(sheet.find(student.id, *lab), legend));
    const Total& total = sheet.total(student.id);
    legend.is_adjusted |= !total.adjustments.empty();
    text +=
        fmt::format(" {:>7}", points_text(total.points) + (total.adjustments.empty() ? "" : "="));
    if (has_pass) text += fmt::format(" {:>6}", passed_text(total));
    if (has_grade) text += fmt::format(" {:>6}", total.grade);
    text += "\n";
  }
  text += fmt::format("{:<{}}", "out of", width);
  for (const Lab* lab : sheet.labs)
    text += fmt::format(" {:>7}", points_text(sheet.settings.max_score(*lab)));
  text += fmt::format(" {:>7}\n", points_text(most_of(sheet)));
  return text + legend_text(legend, sheet);
}

json to_json(const ScoreSheet& sheet) {
  json listed = json::array();
  for (const Student& student : sheet.students) {
    json scores = json::object();
    for (const Lab* lab : sheet.labs)
      if (const LabScore* score = sheet.find(student.id, *lab))
        scores[lab->name] = score_json(*score);
    const Total& total = sheet.total(student.id);
    listed.push_back({{"student", student.id},
                      {"labs", std::move(scores)},
                      {"total", total.points},
                      {"max_total", total.max_points},
                      {"late_days", total.late_days},
                      {"passed", total.passed ? json(*total.passed) : json(nullptr)},
                      {"grade", total.grade.empty() ? json(nullptr) : json(total.grade)},
                      {"adjustments", total.adjustments}});
  }
  return listed;
}

}  // namespace warplab
