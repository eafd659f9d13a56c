#include "autograder/page/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "autograder/report/gate_kind.h"
#include "autograder/report/numbers.h"
#include "common/numbers.h"
#include "simt/events/finding.h"
#include "simt/page/findings.h"
#include "simt/page/html.h"

namespace warplab::page {

using simt::page::escape;
using simt::page::number_head;
using simt::page::scrolled_table;

namespace {

constexpr std::size_t most_text = 4 << 10;  // of what the compiler or the program said

double missing(const Gate& gate) { return std::max(0.0, gate.max_points - gate.points); }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// What went wrong, and where.
std::string what_is_wrong(const StepResult& step, const Gate& failed) {
  const Diagnosis& why = step.diagnosis;
  if (!why.findings.empty()) {
    const simt::events::Finding& first = why.findings.front();
    return fmt::format("{}:{}: {}", first.where.file, first.where.line, first.what);
  }
  const std::vector<std::string> told = explanation_of(why);
  return told.empty() ? first_line(failed.message) : told.front();
}

// The first finding's advice, or the diagnosis'.
std::string advice_of(const Diagnosis& why) {
  if (!why.findings.empty()) return std::string(simt::events::advice_of(why.findings.front()));
  return fmt::format("{}", fmt::join(why.next, " "));
}

// "4.69", "123,456": counts of events are large, and read badly with an exponent.
std::string plain_number(double value) {
  if (std::abs(value) < 1000) return fmt::format("{:.4g}", value);
  return (value < 0 ? "-" : "") +
         with_commas(static_cast<std::size_t>(std::round(std::abs(value))));
}

// "1.32x; +0.08x gives 1.6 points", "9 requests; 4 less gives 3 points".
std::string distance(const Gate& gate) {
  const std::string gives = points_and_unit(missing(gate));
  if (!gate.value || !gate.limit || *gate.value == *gate.limit)
    return fmt::format("{}: {}; worth {}", gate.name, first_line(gate.message), gives);
  const double to_go = *gate.limit - *gate.value;
  const bool is_ratio = traits_of(gate.kind).figures == GateFigures::ratio;
  if (is_ratio && to_go > 0)
    return fmt::format("{}: {:.2f}x; +{:.2f}x gives {}", gate.name, *gate.value, to_go, gives);
  if (is_ratio) return fmt::format("{}: {}; worth {}", gate.name, first_line(gate.message), gives);
  return fmt::format("{}: {}; {} {} gives {}", gate.name, plain_number(*gate.value),
                     plain_number(std::abs(to_go)), to_go > 0 ? "more" : "less", gives);
}

std::string figure_of(const Gate& gate, const std::optional<double>& value) {
  const bool is_shown = traits_of(gate.kind).figures != GateFigures::hidden;
  const bool tells = is_shown && value && std::isfinite(*value);
  return tells ? plain_number(*value) : "–";
}

std::string gate_row(const Gate& gate) {
  const bool counts = gate.max_points > 0;
  const char* state = gate.passed       ? "<span class=\"good\">✓ passed</span>"
                      : !gate.is_run    ? not_run
                      : gate.points > 0 ? "<span class=\"partly\">◐ in part</span>"
                                        : "<span class=\"bad\">✗ missed</span>";
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"number\">{}</td><td "
      "class=\"number wide\">{}</td><td class=\"number wide\">{}</td><td "
      "class=\"lines\">{}</td></tr>\n",
      escape(gate.name), state,
      counts ? fraction(gate.points, gate.max_points) : std::string("no points"),
      figure_of(gate, gate.value), figure_of(gate, gate.limit), escape(text_of(gate)));
}

// Of a column that narrow screens go without: what was seen has it in words.
std::string wide_head(const char* name) {
  return fmt::format("<th scope=\"col\" class=\"wide\">{}</th>", number_head(name));
}

std::string gate_table(const StepResult& step) {
  std::string rows;
  for (const Gate& gate : step.gates) rows += gate_row(gate);
  const std::string name = fmt::format("Gates of step {}", step.step);
  return scrolled_table({.label = name,
                         .caption = name,
                         .columns = {"gate", "state", number_head("points")},
                         .more_heads = wide_head("measured") + wide_head("limit") +
                                       "<th scope=\"col\" class=\"lines\">what was seen</th>",
                         .rows = rows,
                         .kind = "gates"}) +
         "\n";
}

std::string diagnosis(const StepResult& step, const simt::page::Listings& listings) {
  const Diagnosis& why = step.diagnosis;
  if (why.cause.empty()) return {};
  std::string text;
  for (const std::string& sentence : explanation_of(why)) text += escape(sentence) + "\n";
  for (const std::string& sentence : why.led_to) text += escape(sentence) + "\n";
  std::string html = "<h3>Why</h3>\n";
  if (!text.empty()) html += fmt::format("<p class=\"lines\">{}</p>\n", text);
  if (why.findings.size() > 1)
    html += fmt::format("<p>The first of {} findings; the others may follow from it.</p>\n",
                        why.findings.size());
  return html + simt::page::findings_view(listings, why.findings, "in result.json");
}

// "file.cu:12: code", a link where the page shows that line.
std::string linked_place(const Gate& gate, const simt::page::Listings& listings) {
  simt::events::Site site;
  site.file = gate.place->file;
  site.line = static_cast<std::uint32_t>(gate.place->line);
  const simt::page::Listing* listing = listings.find(site);
  const std::string code = fmt::format(
      "<code>{}</code>", escape(fmt::format("{}: {}", text_of(*gate.place), gate.code)));
  if (listing == nullptr) return code;
  return fmt::format("<a href=\"#{}\">{}</a>", listing->line_id(site.line), code);
}

std::string said(const std::string& who, const std::string& text) {
  if (text.empty()) return {};
  const std::string rest =
      text.size() > most_text
          ? fmt::format("<p>{} in result.json.</p>",
                        counted(text.size() - most_text, "1 more byte is", "{} more bytes are"))
          : "";
  return fmt::format("<details><summary>{}</summary><pre>{}</pre>{}</details>\n", who,
                     escape(std::string_view(text).substr(0, most_text)), rest);
}

}  // namespace

std::optional<NextPoint> next_point(const StepResult& step) {
  NextPoint next;
  if (step.verdict.kind != VerdictKind::ok) {
    const auto failed = std::ranges::find(step.gates, false, &Gate::passed);
    if (failed == step.gates.end()) return std::nullopt;
    for (const Gate& gate : step.gates) next.points += missing(gate);
    if (next.points <= 0) return std::nullopt;
    next.gate = &*failed;
    next.advice = fmt::format("{}: {}; until it passes, {} cannot be had", failed->name,
                              what_is_wrong(step, *failed), points_and_unit(next.points));
    next.to_do = advice_of(step.diagnosis);
    return next;
  }
  for (const Gate& gate : step.gates)
    if (missing(gate) > next.points) {
      next.gate = &gate;
      next.points = missing(gate);
    }
  if (next.gate == nullptr) return std::nullopt;
  next.advice = distance(*next.gate);
  next.to_do = next.gate->next;
  return next;
}

std::string verdict_line(const StepResult& step) {
  const bool is_ok = step.verdict.kind == VerdictKind::ok;
  return fmt::format("<p>Verdict: <span class=\"{}\">{}</span>, {} points</p>\n",
                     is_ok ? "good" : "bad", escape(verdict_text(step.verdict)),
                     fraction(step.score, step.max_score));
}

std::string verdict_view(const StepResult& step, const simt::page::Listings& listings) {
  std::string html = verdict_line(step);
  if (const auto next = next_point(step)) {
    const std::string where = next->gate->place ? "<br>" + linked_place(*next->gate, listings) : "";
    const std::string to_do =
        next->to_do.empty() ? "" : "<br><strong>Next:</strong> " + escape(next->to_do);
    html += fmt::format("<p class=\"next\"><strong>The next point.</strong> {}{}{}</p>\n",
                        escape(next->advice), where, to_do);
  }
  return html + gate_table(step) + diagnosis(step, listings) +
         said("What the compiler said", step.compiler) +
         said("What the program printed", step.output);
}

}  // namespace warplab::page
