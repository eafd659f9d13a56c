#include "autograder/page/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/page/loops.h"
#include "autograder/page/verdict.h"
#include "autograder/report/marked_lines.h"
#include "simt/events/line_list.h"
#include "simt/observe/line_counts.h"
#include "simt/page/html.h"
#include "simt/page/source.h"

namespace warplab::page {
namespace {

// What the compiler made of a loop, below the line where it goes back to its begin.
simt::page::Rows loop_notes(const StepResult& step) {
  simt::page::Rows notes;
  const std::vector<LoopCode>& loops = step.inner_loops.loops;
  for (std::size_t number = 1; number <= loops.size(); ++number) {
    const LoopCode& loop = loops[number - 1];
    notes[loop.line] += fmt::format(
        "<tr><td></td><td colspan=\"2\" class=\"note loop\">▲ inner loop, {}; <a href=\"#{}\">its "
        "machine "
        "code</a></td></tr>\n",
        loop_summary(loop), loop_id(step, number));
  }
  return notes;
}

// Whether a counter under another name says the same of each line.
bool has_same_counts(const std::vector<simt::observe::CountedLines>& counters,
                     const simt::observe::CountedLines& more) {
  return std::ranges::any_of(counters, [&](const auto& counter) {
    return std::ranges::equal(counter.lines, more.lines, [](const auto& a, const auto& b) {
      return a.line == b.line && a.count == b.count;
    });
  });
}

// One to act on stands out.
std::string note(const std::string& text, bool is_to_act_on) {
  return fmt::format("<tr><td></td><td colspan=\"2\" class=\"note{}\">▲ {}</td></tr>\n",
                     is_to_act_on ? " act" : "", simt::page::escape(text));
}

// What is said of neighbouring lines alike is said once, below the last of them. The line `to_act_on` stands out.
void add_notes(std::vector<MarkedLine> marks, std::size_t to_act_on, simt::page::Rows& notes) {
  std::ranges::stable_sort(marks, {}, &MarkedLine::line);
  for (auto first = marks.begin(), end = first; first != marks.end(); first = end) {
    std::vector<std::uint32_t> lines;
    do {
      lines.push_back(static_cast<std::uint32_t>(end->line));
    } while (++end != marks.end() && end->what == first->what && end->line == lines.back() + 1);
    const std::string of = lines.size() == 1 ? "" : " (" + simt::events::line_list(lines) + ")";
    const bool acts = lines.front() <= to_act_on && to_act_on <= lines.back();
    notes[lines.back()] += note(first->what + of, acts);
  }
}

// What else the diagnosis points to, and the line that adds most to a counter that is missed.
// Of those, the note to act on is that of the first finding, else of the place where it went wrong, else of the first
// mark, else of the counter of the next point.
void add_marks(const StepResult& step, const std::string& next_gate, simt::page::Rows& notes) {
  const std::vector<MarkedLine>& marks = step.diagnosis.marks;
  const std::vector<NamedPlace>& places = step.diagnosis.places;
  const bool is_told = !step.diagnosis.findings.empty() || marks.empty();
  const bool is_here = !places.empty() && have_same_name(places[0].place.file, step.source.file);
  add_notes(marks, is_told ? 0 : is_here ? places[0].place.line : marks.front().line, notes);
  add_notes(marks_of_output(step.output, step.source.text), 0, notes);
  for (const Gate& gate : step.gates) {
    if (gate.passed || !gate.place) continue;
    const std::size_t line = gate.place->line;
    if (gate.kind == GateKind::speed && !gate.notes.empty())
      notes[line] += note(gate.name + ": " + gate.notes.front(), gate.name == next_gate);
    if (gate.kind != GateKind::counter) continue;
    notes[line] += note(gate.name + ": this line adds most to it", gate.name == next_gate);
    add_notes(marks_of_gate(gate, line, step.source.text), 0, notes);
  }
}

}  // namespace

simt::page::Listings listings_of(const StepResult& step) {
  return {
      {simt::page::make_listing(fmt::format("step{}", step.step), fmt::format("step {}", step.step),
                                step.source.file, step.source.text)},
      have_same_name};
}

std::string source_view(const StepResult& step, const simt::page::Listings& listings) {
  std::vector<simt::observe::CountedLines> counters;
  for (const Gate& gate : step.gates) counters.push_back({gate.name, gate.lines});
  for (const simt::observe::CountedLines& more : step.counted)
    if (!has_same_counts(counters, more)) counters.push_back(more);
  simt::page::Rows notes = loop_notes(step);
  const std::optional<NextPoint> next = next_point(step);
  const std::string next_gate = next ? next->gate->name : std::string();
  add_marks(step, next_gate, notes);
  const std::string view = simt::page::source_view(listings, listings.all.front(), counters,
                                                   step.diagnosis.findings, notes, next_gate);
  const bool counts =
      std::ranges::any_of(counters, [](const auto& counter) { return !counter.lines.empty(); });
  if (view.empty() || !counts || step.counted_case.empty()) return view;
  return view + fmt::format("<p class=\"small\">Counts are those of the case {}.</p>\n",
                            simt::page::escape(step.counted_case));
}

}  // namespace warplab::page
