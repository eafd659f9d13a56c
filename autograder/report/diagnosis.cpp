// What a diagnosis and a gate say, as sentences and as lines of a terminal, see result.h.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "autograder/report/result.h"
#include "common/wrap.h"

namespace warplab {
namespace {

constexpr std::size_t text_column = 14;  // of a finding's rows: after "  next step   "

void add_wrapped(std::vector<std::string>& lines, const std::string& text, std::size_t columns) {
  std::ranges::copy(wrap(text, columns), std::back_inserter(lines));
}

// The line at a place in the source, with a caret below the column where that is known: 0 where it is not.
void add_code(std::vector<std::string>& lines, const SourcePlace& place, std::size_t column,
              const Source& source, std::size_t columns) {
  const std::string code = have_same_name(place.file, source.file)
                               ? line_of_source(source.text, place.line)
                               : std::string();
  if (code.empty()) return;
  const std::string left = fmt::format("{:>6} | ", place.line);
  const std::size_t room = columns - left.size();
  lines.push_back(left + (width_of(code) <= room ? code : cut(code, room - 4) + " ..."));
  const std::optional<std::size_t> before = columns_before(source.text, place.line, column);
  if (before && *before + 4 < room) lines.push_back(fmt::format("{:>6} | {:{}}^", "", "", *before));
}

// Rows keep the column of their text where they go on in another line.
void add_finding(std::vector<std::string>& lines, const simt::events::Finding& finding,
                 const Source& source, std::size_t columns) {
  add_wrapped(lines, finding.headline(), columns);
  add_code(lines, {finding.where.file, finding.where.line}, finding.where.column, source, columns);
  for (const auto& [label, text] : finding.brief_rows()) {
    std::string left = fmt::format("  {:<{}}", label, text_column - 2);
    for (const std::string& part : wrap(text, columns - text_column)) {
      lines.push_back(left + part);
      left.assign(text_column, ' ');
    }
  }
}

}  // namespace

void Gate::say(std::string seen) {
  message = std::move(seen);
  is_run = true;
  is_in_diagnosis = false;
}

std::string text_of(const Gate& gate) {
  std::string text = gate.message;
  if (gate.place) text += fmt::format("\n{}: {}", text_of(*gate.place), gate.code);
  for (const std::string& note : gate.notes) text += "\n" + note;
  if (!gate.next.empty()) text += "\nnext: " + gate.next;
  return text;
}

void add_fact(Diagnosis& diagnosis, std::string fact, const std::optional<SourcePlace>& place) {
  if (place) diagnosis.places.push_back({*place, fact, diagnosis.facts.size()});
  diagnosis.facts.push_back(std::move(fact));
}

void insert_fact(Diagnosis& diagnosis, std::size_t at, std::string fact,
                 const std::optional<SourcePlace>& place) {
  for (NamedPlace& each : diagnosis.places) each.number += each.number >= at;
  if (place) diagnosis.places.insert(diagnosis.places.begin(), {*place, fact, at});
  diagnosis.facts.insert(diagnosis.facts.begin() + static_cast<std::ptrdiff_t>(at),
                         std::move(fact));
}

std::string why_grader_failed(const StepResult& step) {
  const std::vector<std::string>& facts = step.diagnosis.facts;
  return facts.empty() ? "the grader failed" : fmt::format("{}", fmt::join(facts, " "));
}

std::vector<std::string> explanation_of(const Diagnosis& diagnosis) {
  std::vector<std::string> sentences = diagnosis.facts;
  if (!diagnosis.sentence.empty()) sentences.push_back(diagnosis.sentence);
  for (const std::string& step : diagnosis.next) sentences.push_back("next: " + step);
  return sentences;
}

std::vector<std::string> sentences_of(const Diagnosis& diagnosis) {
  constexpr std::size_t most_findings = 3;
  std::vector<std::string> sentences = explanation_of(diagnosis);
  const std::size_t told = std::min(most_findings, diagnosis.findings.size());
  for (std::size_t f = 0; f < told; ++f) {
    sentences.push_back(diagnosis.findings[f].headline());
    for (const auto& [label, text] : diagnosis.findings[f].rows())
      sentences.push_back(fmt::format("{}: {}", label, text));
  }
  if (diagnosis.findings.size() > told)
    sentences.push_back(fmt::format("... and {} more", diagnosis.findings.size() - told));
  std::ranges::copy(diagnosis.led_to, std::back_inserter(sentences));
  return sentences;
}

std::vector<std::string> brief_text_of(const Diagnosis& diagnosis, const Source& source,
                                       std::size_t columns) {
  std::vector<std::string> lines;
  const bool shows_place = !diagnosis.places.empty() && diagnosis.findings.empty();
  const std::vector<std::string> explanation = explanation_of(diagnosis);
  for (std::size_t number = 0; number < explanation.size(); ++number) {
    add_wrapped(lines, explanation[number], columns);
    if (shows_place && number == diagnosis.places.front().number)
      add_code(lines, diagnosis.places.front().place, 0, source, columns);
  }
  if (!diagnosis.findings.empty()) add_finding(lines, diagnosis.findings.front(), source, columns);
  if (const std::size_t more = diagnosis.findings.size(); more > 1)
    add_wrapped(lines,
                fmt::format("and {} more finding{}, which may follow from it: JSON=file lists all",
                            more - 1, more == 2 ? "" : "s"),
                columns);
  for (const std::string& line : diagnosis.led_to) add_wrapped(lines, line, columns);
  return lines;
}

}  // namespace warplab
