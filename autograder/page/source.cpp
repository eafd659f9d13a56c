// Counts come after the code, so that a line without any needs no cells.
#include "autograder/page/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "autograder/page/html.h"
#include "autograder/page/loops.h"
#include "autograder/report/numbers.h"
#include "autograder/report/wrap.h"
#include "simt/events/finding.h"

namespace warplab::page {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_lines = 1000;
constexpr std::size_t most_source_bytes = 60 << 10;  // of their text, escaped
constexpr std::size_t longest_line = 400;            // characters
constexpr std::size_t most_counters = 8;             // page.css has classes for these
constexpr std::size_t most_notes = 50;

std::string code_of(const std::string& line) {
  if (width_of(line) <= longest_line) return escape(line);
  return escape(cut(line, longest_line)) + " <span class=\"small\">(cut)</span>";
}

// Gates whose counts there are, by line.
std::vector<const Gate*> counters_of(const StepResult& step) {
  std::vector<const Gate*> counters;
  for (const Gate& gate : step.gates)
    if (!gate.lines.empty() && counters.size() < most_counters) counters.push_back(&gate);
  return counters;
}

// One radio button a counter; the style sheet shows the column of the one that is chosen.
std::string choices(const StepResult& step, const std::vector<const Gate*>& counters) {
  std::string html;
  for (std::size_t c = 0; c < counters.size(); ++c)
    html += fmt::format(
        "<input type=\"radio\" class=\"c{1}\" name=\"step{0}-counter\" "
        "id=\"step{0}-counter{1}\"{2}>"
        "<label class=\"choice\" for=\"step{0}-counter{1}\">{3}</label>\n",
        step.step, c, c == 0 ? " checked" : "", escape(counters[c]->name));
  const auto has_ideal = [](const Gate* counter) {
    return counter->lines.front().ideal.has_value();
  };
  if (std::ranges::any_of(counters, has_ideal))
    html +=
        "<p class=\"small\">Beside a line: how many, their share of all, and the ideal: as few as "
        "the bytes that lanes touch there need.</p>\n";
  return html;
}

using Cells = std::map<std::size_t, std::string>;  // by line

// A count, its share of all lines, its ideal, and how dark it is: by the heaviest line.
void add_counts(const Gate& gate, std::size_t column, Cells& cells) {
  double sum = 0, most = 0;
  for (const LineCount& each : gate.lines) {
    sum += each.count;
    most = std::max(most, each.count);
  }
  for (const LineCount& each : gate.lines) {
    const int heat = 1 + static_cast<int>(3 * each.count / most);
    const std::string ideal = each.ideal ? fmt::format(", ideal {:.0f}", *each.ideal) : "";
    cells[each.line] += fmt::format("<td class=\"count k{} h{}\">{:.0f} ({:.0f} %){}</td>", column,
                                    heat, each.count, 100 * each.count / sum, ideal);
  }
}

void add_note(const StepResult& step, const simt::events::Site& here,
              const simt::events::Site* other, const std::string& text, std::size_t shown,
              Cells& notes) {
  if (!is_shown(step, here, shown)) return;
  std::string side;
  if (other != nullptr && is_shown(step, *other, shown))
    side = fmt::format(" (<a href=\"#{}\">the other side: line {}</a>)", line_id(step, other->line),
                       other->line);
  notes[here.line] +=
      fmt::format("<tr><td></td><td class=\"note\">▲ {}{}</td></tr>\n", escape(text), side);
}

Cells notes_of(const StepResult& step, std::size_t shown) {
  Cells notes;
  const auto& findings = step.diagnosis.findings;
  for (std::size_t f = 0; f < std::min(most_notes, findings.size()); ++f) {
    const simt::events::Finding& finding = findings[f];
    const std::string what =
        fmt::format("{}: {}. Next step: {}", simt::events::name_of(finding.kind), finding.what,
                    simt::events::advice_of(finding));
    const simt::events::Site* other = finding.other ? &*finding.other : nullptr;
    add_note(step, finding.where, other, what, shown, notes);
    if (other != nullptr &&
        !(other->file == finding.where.file && other->line == finding.where.line))
      add_note(step, *other, &finding.where,
               fmt::format("{}: the other side", simt::events::name_of(finding.kind)), shown,
               notes);
  }
  return notes;
}

// What the compiler made of a loop, below the line where it goes back to its begin.
void add_loops(const StepResult& step, std::size_t shown, Cells& notes) {
  const std::vector<LoopCode>& loops = step.inner_loops.loops;
  for (std::size_t number = 1; number <= loops.size(); ++number)
    if (const LoopCode& loop = loops[number - 1]; loop.line > 0 && loop.line <= shown)
      notes[loop.line] += fmt::format(
          "<tr><td></td><td class=\"note loop\">▲ inner loop, {}; <a href=\"#{}\">its machine "
          "code</a></td></tr>\n",
          loop_summary(loop), loop_id(step, number));
}

std::string rows(const StepResult& step, const std::vector<std::string>& lines, std::size_t count,
                 const std::vector<const Gate*>& counters) {
  Cells cells;
  for (std::size_t c = 0; c < counters.size(); ++c) add_counts(*counters[c], c, cells);
  Cells notes = notes_of(step, count);
  add_loops(step, count, notes);
  const auto of_line = [](const Cells& all, std::size_t line) {
    const auto found = all.find(line);
    return found == all.end() ? std::string() : found->second;
  };
  std::string html;
  for (std::size_t line = 1; line <= count; ++line)
    html += fmt::format(
        "<tr id=\"{}\"><th scope=\"row\"><a href=\"{}\" aria-label=\"open line {}\">{}</a></th><td "
        "class=\"code\">{}</td>{}</tr>\n{}",
        line_id(step, line), editor_link(step.source.file, line), line, line,
        code_of(lines[line - 1]), of_line(cells, line), of_line(notes, line));
  return html;
}

}  // namespace

std::string line_id(const StepResult& step, std::size_t line) {
  return fmt::format("step{}-line{}", step.step, line);
}

bool is_shown(const StepResult& step, const simt::events::Site& site, std::size_t shown) {
  return site.line > 0 && site.line <= shown &&
         fs::path(site.file).filename() == fs::path(step.source.file).filename();
}

std::size_t shown_lines(const StepResult& step) {
  std::size_t bytes = 0, count = 0;
  for (const std::string& line : split_lines(step.source.text)) {
    bytes += code_of(line).size();
    if (count == most_lines || bytes > most_source_bytes) break;
    ++count;
  }
  return count;
}

std::string source_view(const StepResult& step) {
  if (step.source.text.empty()) return {};
  const std::vector<std::string> lines = split_lines(step.source.text);
  const std::size_t count = shown_lines(step);
  const std::vector<const Gate*> counters = counters_of(step);
  std::string heads;
  for (std::size_t c = 0; c < counters.size(); ++c)
    heads +=
        fmt::format("<th scope=\"col\" class=\"count k{}\">{}</th>", c, escape(counters[c]->name));
  const std::string more =
      count == lines.size()
          ? ""
          : fmt::format("<p>{} left out: open the file.</p>\n",
                        counted(lines.size() - count, "1 more line is", "{} more lines are"));
  return fmt::format(
      "<h3>Source</h3>\n<div role=\"group\" aria-label=\"Source of step {0}\">\n{1}"
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Lines of step {0}\">"
      "<table class=\"source\">\n<caption><code>{2}</code></caption>\n<thead><tr><th "
      "scope=\"col\">line</th><th scope=\"col\">code</th>{3}</tr></thead>\n<tbody>\n{4}</tbody>\n"
      "</table></div></div>\n{5}",
      step.step, choices(step, counters), escape(step.source.file), heads,
      rows(step, lines, count, counters), more);
}

}  // namespace warplab::page
