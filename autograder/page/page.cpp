// A section per step, with its views in the order in which a student needs them.
#include "autograder/page/page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/page/changes.h"
#include "autograder/page/loops.h"
#include "autograder/page/pictures.h"
#include "autograder/page/source.h"
#include "autograder/page/speed.h"
#include "autograder/page/verdict.h"
#include "autograder/report/numbers.h"
#include "common/version.h"
#include "simt/page/banks.h"
#include "simt/page/html.h"
#include "simt/page/listing.h"
#include "simt/page/occupancy.h"
#include "simt/page/roofline.h"

namespace warplab::page {

using simt::page::document;
using simt::page::escape;

namespace {

// A step that would make the page larger goes without its source and pictures. One that makes it
// larger still (its findings may name files of 4 KiB each) goes with its verdict alone.
constexpr std::size_t most_with_sources = 650 << 10, most_with_texts = 950 << 10;

std::string section(const StepResult& step, const std::string& views) {
  return fmt::format(
      "<section id=\"step{0}\" aria-labelledby=\"step{0}-title\">\n"
      "<h2 id=\"step{0}-title\">Step {0}: {1}</h2>\n{2}</section>\n",
      step.step, escape(step.name), views);
}

// `before` is how large the page is without it.
std::string step_section(const StepResult& step, std::size_t before,
                         const std::vector<PastTime>& times) {
  const std::string name = fmt::format("step {}", step.step);
  const std::string about_time = speed_view(step, times) +
                                 simt::page::occupancy_view(step.kernels, name) +
                                 simt::page::roofline_view(step.kernels, name);
  const simt::page::Listings listings = listings_of(step);
  const simt::page::Listing& file = listings.all.front();
  const std::string whole =
      section(step, verdict_view(step, listings) + source_view(step, listings) +
                        loops_view(step, file) + simt::page::banks_view(file, step.bank_conflicts) +
                        pictures_view(step) + about_time);
  if (before + whole.size() <= most_with_sources) return whole;
  const std::string texts =
      section(step, verdict_view(step, {}) +
                        "<p>Source and pictures are left out: the page would be too large with "
                        "them.</p>\n" +
                        about_time);
  if (before + texts.size() <= most_with_texts) return texts;
  return section(step, verdict_line(step) +
                           "<p>The rest is left out: the page would be too large with it. It is in "
                           "result.json.</p>\n");
}

// "2026-10-12 23:59", by this machine's clock; as it is where it is no moment.
std::string local_time(const std::string& moment) {
  std::tm parts{};
  if (strptime(moment.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return moment;
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(timegm(&parts)));
}

// Of a step that was graded before. Its file may have changed since, so it is not shown.
std::string earlier_section(const StepResult& step, std::size_t before) {
  const std::string when = fmt::format(
      "<p>Graded at <time datetime=\"{}\">{}</time>. Its source, findings and pictures "
      "are here once it is graded again.</p>\n",
      escape(step.graded_at), escape(local_time(step.graded_at)));
  const std::string whole = section(step, when + verdict_view(step, {}));
  return before + whole.size() <= most_with_texts ? whole
                                                  : section(step, when + verdict_line(step));
}

// By number, those that were graded before in their places.
std::vector<const StepResult*> steps_of(const LabResult& lab) {
  std::vector<const StepResult*> steps;
  for (const StepResult& step : lab.steps) steps.push_back(&step);
  for (const EarlierStep& each : lab.earlier) steps.push_back(&each.step);
  std::ranges::sort(steps, {}, &StepResult::step);
  return steps;
}

bool is_earlier(const LabResult& lab, const StepResult& step) {
  return std::ranges::any_of(lab.earlier,
                             [&](const EarlierStep& each) { return &each.step == &step; });
}

// When it was graded, of one that was not graded now.
std::string age(const LabResult& lab, const StepResult& step) {
  return is_earlier(lab, step) ? ", graded at " + escape(local_time(step.graded_at)) : "";
}

std::string contents(const LabResult& lab) {
  std::string items;
  for (const StepResult* step : steps_of(lab))
    items += fmt::format("<li><a href=\"#step{0}\">Step {0}: {1}</a>, {2}, {3}{4}</li>\n",
                         step->step, escape(step->name), fraction(step->score, step->max_score),
                         escape(verdict_text(step->verdict)), age(lab, *step));
  return fmt::format("<nav aria-label=\"Steps\"><ul>\n{}</ul></nav>\n", items);
}

// What somebody has to know who wants to see the same again.
std::string foot(const LabResult& lab, const std::string& machine) {
  std::set<std::string> compilers;
  for (const StepResult& step : lab.steps)
    if (!step.cuda_compiler.empty()) compilers.insert(step.cuda_compiler);
  std::string text = fmt::format("warplab {}, on {}.", version().number, machine);
  if (!compilers.empty())
    text += fmt::format(" Kernels are compiled by {}.", fmt::join(compilers, " and "));
  if (!lab.seed.empty()) text += fmt::format(" The inputs follow from the seed {}.", lab.seed);
  return fmt::format("<footer class=\"small\"><p>{}</p></footer>\n", escape(text));
}

}  // namespace

std::string lab_page(const LabResult& lab, const std::string& machine,
                     const std::optional<LabResult>& before, const PastTimes& times) {
  const std::vector<PastTime> none;
  const LabPoints all = points_of_all(lab);
  std::string body =
      fmt::format("<header><h1>{}: {}</h1>\n<p>{} points. Graded: <code>{}</code></p></header>\n",
                  escape(lab.lab), escape(lab.title), fraction(all.score, all.max_score),
                  escape(lab.submission));
  body += contents(lab) + "<main>\n";
  if (before) body += changes_view(*before, lab);
  for (const StepResult* step : steps_of(lab)) {
    const auto past = times.find(step->step);
    body += is_earlier(lab, *step)
                ? earlier_section(*step, body.size())
                : step_section(*step, body.size(), past == times.end() ? none : past->second);
  }
  body += "</main>\n" + foot(lab, machine);
  const bool slides = std::ranges::any_of(lab.steps, has_sliders);
  return document(lab.lab, body, slides ? pictures_script() : std::string_view());
}

}  // namespace warplab::page
