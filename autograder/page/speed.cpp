#include "autograder/page/speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "autograder/report/numbers.h"
#include "common/numbers.h"
#include "simt/page/html.h"

namespace warplab::page {

using simt::page::escape;
using simt::page::number_head;
using simt::page::scrolled_table;

namespace {

constexpr double width = 600;  // of the drawing

// The ratio at the right end of the drawing; 0 is at its left.
double axis_end(const Timing& time, double limit) {
  return 1.1 * std::max({time.ratio_high, time.ratio, limit});
}

// The ratio's interval as a bar, its median as a line, the threshold dashed, unless it is 0. Text
// stands below it, so that it is as large as other text on a narrow screen.
std::string drawing(const Timing& time, double limit, const std::string& description) {
  const double end = axis_end(time, limit);
  const auto x = [end](double ratio) { return std::clamp(ratio / end, 0.0, 1.0) * width; };
  const double low = x(time.ratio_low), high = x(time.ratio_high);
  std::string html = fmt::format(
      "<svg role=\"img\" viewBox=\"0 0 {0} 40\" width=\"{0}\" height=\"40\">\n<title>{1}</title>\n"
      "<line class=\"axis\" x1=\"0\" y1=\"20\" x2=\"{0}\" y2=\"20\"/>\n"
      "<rect class=\"range\" x=\"{2:.1f}\" y=\"12\" width=\"{3:.1f}\" height=\"16\"/>\n"
      "<rect class=\"middle\" x=\"{4:.1f}\" y=\"6\" width=\"3\" height=\"28\"/>\n",
      width, escape(description), low, std::max(2.0, high - low), x(time.ratio));
  if (limit > 0)
    html += fmt::format(
        "<line class=\"limit\" x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"40\"/>\n", x(limit));
  return html + "</svg>\n";
}

// Where the time comes from.
std::string origin(const Timing& time) {
  if (!time.modelled.empty()) return fmt::format("modelled as {}, not measured", time.modelled);
  return fmt::format("{}{}", counted(static_cast<std::size_t>(time.pairs), "1 pair", "{} pairs"),
                     time.gpu.empty() ? "" : " on an " + time.gpu);
}

std::string ratio_text(const Timing& time, double limit) {
  std::string text = fmt::format("{:.2f}x over {}", time.ratio, short_name(time.baseline));
  if (time.modelled.empty())
    text += fmt::format(", 95 % interval from {:.2f}x to {:.2f}x", time.ratio_low, time.ratio_high);
  if (limit > 0) text += fmt::format("; the threshold is {:.2f}x", limit);
  return text;
}

// What the drawing has.
std::string legend(const Timing& time, double limit) {
  return fmt::format(
      "<p class=\"small\">From 0x to {:.2f}x: the upright line is the ratio{}{}.</p>\n",
      axis_end(time, limit), time.modelled.empty() ? ", the bar its interval" : "",
      limit > 0 ? ", the dashed line the threshold" : "");
}

// The time of each run as a bar, the shorter the better; the last is this one's.
std::string bars(const std::vector<PastTime>& runs) {
  constexpr double height = 60, gap = 4;
  double longest = 0;
  for (const PastTime& run : runs) longest = std::max(longest, run.median_s);
  const double each = std::min(40.0, width / static_cast<double>(runs.size()));
  std::string html = fmt::format(
      "<svg role=\"img\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n<title>Times of "
      "the last runs, this one last: they are in the table below</title>\n",
      width, height);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const double tall = std::max(2.0, height * runs[r].median_s / longest);
    html += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
        r + 1 == runs.size() ? "middle" : "range", static_cast<double>(r) * each, height - tall,
        each - gap, tall);
  }
  return html + "</svg>\n";
}

std::string run_row(const PastTime& run, const std::string& when) {
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td "
      "class=\"number\">{}</td></tr>\n",
      when, milliseconds(run.median_s), run.ratio > 0 ? fmt::format("{:.2f}x", run.ratio) : "–");
}

// Against one's own last runs.
std::string history_view(const StepResult& step, const std::vector<PastTime>& before) {
  if (before.empty()) return {};
  std::vector<PastTime> runs = before;
  const bool is_compared = !step.time->baseline.empty();
  runs.push_back({"", step.time->median_s, is_compared ? step.time->ratio : 0});
  std::string rows;
  for (const PastTime& run : before) rows += run_row(run, escape(run.at));
  rows += run_row(runs.back(), "this run");
  const std::string name = fmt::format("Times of step {}", step.step);
  return fmt::format(
      "<figure><figcaption><strong>Your last runs, and this one on the right: the shorter, the "
      "faster</strong></figcaption>\n{}{}</figure>\n",
      bars(runs),
      scrolled_table({.label = name,
                      .caption = name,
                      .columns = {"run", number_head("ms"), number_head("ratio to the baseline")},
                      .rows = rows}));
}

}  // namespace

std::string speed_view(const StepResult& step, const std::vector<PastTime>& before) {
  if (!step.time) return {};
  const Timing& time = *step.time;
  std::string html =
      fmt::format("<h3>Speed</h3>\n<p>{} ms, {:.3g} GB/s, {}.</p>\n", milliseconds(time.median_s),
                  time.gigabytes_s, escape(origin(time)));
  const std::string runs = history_view(step, before);
  if (time.baseline.empty() || !std::isfinite(time.ratio_high) || time.ratio <= 0)
    return html + runs;
  const auto gate = std::ranges::find(step.gates, GateKind::speed, &Gate::kind);
  const bool counts = gate != step.gates.end() && gate->max_points > 0;
  const double limit = counts ? gate->limit.value_or(0) : 0;
  const std::string text = ratio_text(time, limit);
  html +=
      drawing(time, limit, text) + fmt::format("<p>{}.</p>\n", escape(text)) + legend(time, limit);
  return html + runs;
}

}  // namespace warplab::page
