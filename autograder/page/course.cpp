#include "autograder/page/course.h"

#include <fmt/format.h>

#include "autograder/report/numbers.h"
#include "common/version.h"
#include "simt/page/html.h"

namespace warplab::page {

using simt::page::bar;
using simt::page::document;
using simt::page::escape;
using simt::page::file_link;
using simt::page::number_head;
using simt::page::scrolled_table;

namespace {

struct Points {
  double best = 0, most = 0;
  bool is_begun = false;  // a step of it was graded
};

Points points_of(const LabProgress& lab) {
  Points points;
  for (const StepProgress& step : lab.steps) {
    points.best += step.best.value_or(0);
    points.most += step.max_score;
    points.is_begun |= step.best.has_value();
  }
  return points;
}

// "2026-01-31T12:00:00Z" for a person.
std::string time_text(const std::string& at) {
  const std::string text =
      at.size() < 16 ? at : fmt::format("{} {} UTC", at.substr(0, 10), at.substr(11, 5));
  return fmt::format("<time datetime=\"{}\">{}</time>", escape(at), escape(text));
}

std::string last_text(const std::optional<LabRun>& last) {
  if (!last) return "never";
  const bool are_many = last->steps.find(',') != std::string::npos;
  return fmt::format("{}, {} for step{} {}", time_text(last->at),
                     fraction(last->score, last->max_score), are_many ? "s" : "",
                     escape(last->steps));
}

std::string lab_row(const LabProgress& lab) {
  const Points points = points_of(lab);
  const std::string name = escape(lab.lab);
  return fmt::format(
      "<tr><th scope=\"row\">{}<br><span class=\"small\">{}</span></th><td>{}</td><td "
      "class=\"number\">{}</td><td class=\"lines\">{}</td></tr>\n",
      lab.page.empty() ? name : fmt::format("<a href=\"{}\">{}</a>", file_link(lab.page), name),
      escape(lab.title), bar(points.best, points.most, lab.lab),
      points.is_begun ? fraction(points.best, points.most) : "– of " + points_text(points.most),
      last_text(lab.last));
}

std::string steps_table(const LabProgress& lab) {
  std::string rows;
  for (const StepProgress& step : lab.steps)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}: {}</th><td>{}</td><td class=\"number\">{}</td></tr>\n",
        step.step, escape(step.name), escape(step.teaches),
        step.best ? fraction(*step.best, step.max_score) : "– of " + points_text(step.max_score));
  const std::string name = escape(lab.lab);
  return fmt::format("<details><summary>{}</summary>{}</details>\n", name,
                     scrolled_table({.label = "Steps of " + name,
                                     .caption = "Steps of " + name,
                                     .columns = {"step", "teaches", number_head("best points")},
                                     .rows = rows}));
}

}  // namespace

std::string course_page(const std::vector<LabProgress>& labs) {
  Points all;
  std::string rows, steps;
  for (const LabProgress& lab : labs) {
    const Points points = points_of(lab);
    all.best += points.best;
    all.most += points.most;
    rows += lab_row(lab);
    steps += steps_table(lab);
  }
  const std::string table =
      scrolled_table({.label = "All labs",
                      .caption = "All labs, with the best points of each step",
                      .columns = {"lab", "progress", number_head("best points"), "last run"},
                      .rows = rows});
  return document(
      "Your labs",
      fmt::format("<header><h1>Your labs</h1>\n<p>{} points. {}</p></header>\n<main>\n"
                  "{}\n"
                  "<h2>Steps</h2>\n{}</main>\n<footer class=\"small\"><p>warplab {}</p></footer>\n",
                  fraction(all.best, all.most), bar(all.best, all.most, "all labs"), table, steps,
                  escape(version().number)));
}

}  // namespace warplab::page
