#include "autograder/items/items_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "autograder/items/item_views.h"
#include "autograder/problems/problem.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "autograder/report/rounding.h"
#include "common/version.h"
#include "simt/page/html.h"

namespace fs = std::filesystem;

namespace warplab::page {

using simt::page::bar;
using simt::page::document;
using simt::page::editor_link;
using simt::page::escape;
using simt::page::has_editor;
using simt::page::number_head;
using simt::page::scrolled_table;

namespace {

std::string students_text(std::size_t students) {
  return counted(students, "1 student", "{} students");
}

// Students who are at least `begin` and less than `end` times as fast as the baseline.
struct SpeedRange {
  double begin = 0, end = 0;
  std::size_t students = 0;
};

// 1, 2 or 5 times a power of ten: the least that is not below `value`.
double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const int digit : {1, 2, 5})
    if (digit * power >= value) return digit * power;
  return 10 * power;
}

// At most ten of equal width, whose bounds have two decimals. Expects at least one ratio, in order.
std::vector<SpeedRange> ranges_of(const std::vector<double>& ratios) {
  const double width = round_up(std::max(0.01, (ratios.back() - ratios.front()) / 8));
  const auto number = [width](double ratio) { return std::floor(ratio / width + 1e-9); };
  const double first = number(ratios.front());
  std::vector<SpeedRange> ranges(static_cast<std::size_t>(number(ratios.back()) - first) + 1);
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    ranges[r].begin = (first + static_cast<double>(r)) * width;
    ranges[r].end = (first + static_cast<double>(r + 1)) * width;
  }
  for (const double ratio : ratios)
    ++ranges[static_cast<std::size_t>(number(ratio) - first)].students;
  return ranges;
}

// A bar per range with the number of its students on top, and in one of them the median. Text is
// large, so that it can be read where a narrow screen halves it.
std::string histogram(const SpeedItem& speed, const std::vector<SpeedRange>& ranges) {
  constexpr double margin = 40, each = 48, gap = 4, top = 28, height = 100, labels = 28, tick = 6;
  constexpr double foot = top + height;
  const std::size_t most = std::ranges::max(ranges, {}, &SpeedRange::students).students;
  const auto x = [](double range) { return margin + range * each; };
  const auto tall = [&](const SpeedRange& range) {
    return height * static_cast<double>(range.students) / static_cast<double>(most);
  };
  std::string svg = fmt::format(
      "<svg role=\"img\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n<title>Students by "
      "speed over {2}: the numbers are in the table below</title>\n",
      2 * margin + static_cast<double>(ranges.size()) * each, foot + labels, escape(speed.over()));
  double left = 0;  // of the present range
  for (const SpeedRange& range : ranges) {
    if (range.students > 0)
      svg += fmt::format(
          "<rect class=\"range\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>"
          "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
          x(left) + gap / 2, foot - tall(range), each - gap, tall(range), x(left + 0.5),
          foot - tall(range) - 6, range.students);
    if (std::fmod(left, 2) == 0)
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.2f}x</text>\n",
                         x(left), foot + 24, range.begin);
    ++left;
  }
  const double median = (speed.median - ranges[0].begin) / (ranges[0].end - ranges[0].begin);
  const std::size_t around = std::min(static_cast<std::size_t>(median), ranges.size() - 1);
  const double above = std::max(tall(ranges[around]), tick);
  return svg + fmt::format(
                   "<line class=\"axis\" x1=\"{0:.1f}\" y1=\"{2}\" x2=\"{1:.1f}\" y2=\"{2}\"/>\n"
                   "<rect class=\"middle\" x=\"{3:.1f}\" y=\"{4:.1f}\" width=\"3\" "
                   "height=\"{5:.1f}\"/>\n</svg>\n",
                   x(0), x(left), foot, x(median) - 1.5, foot - above, above + tick);
}

// `step` is its name in labels, "lab5/1".
std::string speed_view(const SpeedItem& speed, const std::string& step) {
  const std::vector<SpeedRange> ranges = ranges_of(speed.ratios);
  std::string rows;
  for (const SpeedRange& range : ranges)
    rows += fmt::format(
        "<tr><th scope=\"row\">from {:.2f}x, below {:.2f}x</th><td class=\"number\">{}</td></tr>\n",
        range.begin, range.end, range.students);
  const std::string name = escape(fmt::format("Speed of {} over {}", step, speed.over()));
  return fmt::format(
      "<figure><figcaption><strong>{}</strong></figcaption>\n{}<p>{}: quartiles {:.2f}x, {:.2f}x "
      "and {:.2f}x, best {:.2f}x. <span class=\"small\">Each bar is labelled with its "
      "number of students; the upright line is the median.</span></p>\n<details><summary>As a "
      "table</summary>{}</details></figure>\n",
      name, histogram(speed, ranges), students_text(speed.students()), speed.lower, speed.median,
      speed.upper, speed.best,
      scrolled_table({.label = name,
                      .caption = name,
                      .columns = {"speed", number_head("students")},
                      .rows = rows}));
}

std::string number_cell(const std::string& text) {
  return fmt::format("<td class=\"number\">{}</td>", text);
}

std::string discrimination_text(const GateItem& gate) {
  return gate.discrimination ? fmt::format("{:.2f}", *gate.discrimination) : "–";
}

// With a column for discrimination where there are enough students for it.
std::string gates_table(const StepItems& step, const std::string& name) {
  const bool discriminates = std::ranges::any_of(
      step.gates, [](const GateItem& gate) { return gate.discrimination.has_value(); });
  std::string rows;
  for (const GateItem& gate : step.gates)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{:.0f} % {}</td><td class=\"number\">{} "
        "of {}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>{}</tr>\n",
        escape(gate.gate), std::round(100 * gate.share()),
        bar(gate.share(), 1, "share who pass " + gate.gate), gate.passed, gate.students(),
        gate.not_run, gate.max_points == 0 ? "–" : fraction(gate.points, gate.max_points),
        discriminates ? number_cell(discrimination_text(gate)) : "");
  const std::string title = escape("Gates of " + name);
  std::vector<std::string> columns = {"gate", number_head("share who pass"),
                                      number_head("students who pass"), number_head("not run"),
                                      number_head("mean points")};
  if (discriminates) columns.push_back(number_head("discrimination"));
  return scrolled_table(
      {.label = title, .caption = title, .columns = std::move(columns), .rows = rows});
}

std::string spread_cells(const Spread& points, double max_points, const std::string& attempts) {
  std::string cells = number_cell(fmt::format("{}", points.count));
  for (const double each : {points.mean, points.lower, points.median, points.upper, max_points})
    cells += number_cell(points_text(in_tenths(each)));
  return cells + number_cell(attempts);
}

std::string group_row(const std::string& what, const ItemGroup& group, const std::string& cells) {
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td>{}</tr>\n", escape(what),
                     escape(name_of(group)), cells);
}

std::string groups_table(const std::vector<ItemGroup>& groups) {
  std::string rows;
  for (const ItemGroup& group : groups)
    rows += group_row("total", group, spread_cells(group.total, group.max_total, "–"));
  for (const ItemGroup& group : groups)
    for (const LabItems& lab : group.labs)
      rows += group_row(
          lab.lab, group,
          spread_cells(lab.score, lab.max_points, fmt::format("{:.1f}", lab.attempts.mean)));
  return scrolled_table({.label = "Points by class and section",
                         .caption = "Points by class and section",
                         .columns = {"lab", "students of", number_head("students"),
                                     number_head("mean"), number_head("lower quartile"),
                                     number_head("median"), number_head("upper quartile"),
                                     number_head("out of"), number_head("attempts each")},
                         .rows = rows});
}

std::string groups_gates_table(const std::vector<ItemGroup>& groups) {
  std::string rows;
  for (const ItemGroup& group : groups)
    for (const LabItems& lab : group.labs)
      for (const StepItems& step : lab.steps)
        for (const GateItem& gate : step.gates)
          rows +=
              group_row(fmt::format("{}/{} {}", short_name(lab.lab), step.step, gate.gate), group,
                        number_cell(fmt::format("{:.0f} %", std::round(100 * gate.share()))) +
                            number_cell(fmt::format("{} of {}", gate.passed, gate.students())) +
                            number_cell(discrimination_text(gate)));
  return scrolled_table(
      {.label = "Gates by class and section",
       .caption = "Gates by class and section",
       .columns = {"gate", "students of", number_head("share who pass"),
                   number_head("students who pass"), number_head("discrimination")},
       .rows = rows});
}

// Empty for a class without sections.
std::string groups_section(const std::vector<ItemGroup>& groups) {
  if (groups.size() < 2) return {};
  return fmt::format("<section id=\"groups\">\n<h2>By class and section</h2>\n{}\n{}</section>\n",
                     groups_table(groups), groups_gates_table(groups));
}

std::string place_text(const std::optional<HandoutPlace>& place, const fs::path& course) {
  if (!place) return "–";
  const std::string where = escape(fmt::format("{}:{}", place->file, place->line));
  const std::string linked =
      has_editor() ? fmt::format("<a href=\"{}\">{}</a>",
                                 editor_link(course / place->file, place->line), where)
                   : where;
  return linked + " " + escape(place->title);
}

// "filter-flipped: the filter is turned by 180 degrees"; of what no family names, the name alone.
std::string mistake_text(const std::string& name) {
  const std::string_view words = words_of_cause(name);
  const std::string code = fmt::format("<code>{}</code>", escape(name));
  return words.empty() ? code : fmt::format("{}: {}", code, escape(std::string(words)));
}

std::string mistakes_table(const StepItems& step, const std::string& name, const fs::path& course) {
  if (step.mistakes.empty()) return {};
  std::string rows;
  for (const MistakeItem& mistake : step.mistakes)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td "
        "class=\"number\">{}</td><td>{}</td></tr>\n",
        mistake_text(mistake.name), mistake.students, place_text(mistake.place, course));
  const std::string title = escape("Mistakes in " + name);
  return fmt::format(
      "<figure>{}</figure>\n",
      scrolled_table({.label = title,
                      .caption = title,
                      .columns = {"mistake", number_head("students"), "where to teach it again"},
                      .rows = rows}));
}

std::string step_view(const std::string& lab, const StepItems& step, const fs::path& course) {
  const std::string name = fmt::format("{}/{}", short_name(lab), step.step);
  std::string html = fmt::format("<h3>Step {}: {}</h3>\n{}\n{}\n", step.step, escape(step.name),
                                 gates_table(step, name), mistakes_table(step, name, course));
  for (const SpeedItem& speed : step.speeds) html += speed_view(speed, name);
  return html;
}

std::string lab_section(const LabItems& lab, std::size_t number, const fs::path& course) {
  std::string html = fmt::format("<section id=\"lab-{}\">\n<h2>{}: {}</h2>\n", number,
                                 escape(lab.lab), escape(lab.title));
  if (!lab.not_graded.empty())
    html += fmt::format("<p>Not graded, because the grader failed, and not counted: {}.</p>\n",
                        escape(fmt::format("{}", fmt::join(lab.not_graded, ", "))));
  for (const StepItems& step : lab.steps) html += step_view(lab.lab, step, course);
  return html + "</section>\n";
}

std::string lab_row(const LabItems& lab, std::size_t number) {
  return fmt::format(
      "<tr><th scope=\"row\"><a href=\"#lab-{}\">{}</a><br><span "
      "class=\"small\">{}</span></th><td class=\"number\">{}</td><td class=\"number\">{} "
      "{}</td></tr>\n",
      number, escape(lab.lab), escape(lab.title), lab.students,
      lab.students == 0 ? "–" : fraction(lab.points, lab.max_points),
      bar(lab.points, lab.max_points, "mean points of " + lab.lab));
}

}  // namespace

std::string items_page(const std::vector<ItemGroup>& groups, const fs::path& course) {
  const std::vector<LabItems>& labs = groups.at(0).labs;
  std::string rows, sections;
  for (std::size_t i = 0; i < labs.size(); ++i) {
    rows += lab_row(labs[i], i + 1);
    sections += lab_section(labs[i], i + 1, course);
  }
  const std::string table =
      scrolled_table({.label = "All labs",
                      .caption = "All labs",
                      .columns = {"lab", number_head("students"), number_head("mean points")},
                      .rows = rows});
  return document("What the class got wrong",
                  fmt::format("<header><h1>What the class got wrong</h1>\n"
                              "<p>Out of the results that count for the scores. A student passes a "
                              "gate by getting all of its points; a gate that was not run counts "
                              "as not passed. Points are before late penalties.</p></header>\n"
                              "<main>\n"
                              "{}\n"
                              "{}</main>\n"
                              "<footer class=\"small\"><p>warplab {}</p></footer>\n",
                              labs.empty() ? "<p>Nothing is graded yet.</p>" : table,
                              sections + groups_section(groups), escape(version().number)));
}

}  // namespace warplab::page
