// A diagnosis as text, see result.h.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "autograder/report/result.h"
#include "common/wrap.h"

namespace warplab {
namespace {

constexpr std::size_t most_findings = 3;
constexpr std::size_t text_column = 14;  // of a finding's rows: after "  next step   "

void add_wrapped(std::vector<std::string>& lines, const std::string& text, std::size_t columns) {
  std::ranges::copy(wrap(text, columns), std::back_inserter(lines));
}

// Rows keep the column of their text where they go on in another line.
void add_finding(std::vector<std::string>& lines, const simt::events::Finding& finding,
                 const std::vector<simt::events::Finding::Row>& rows, std::size_t columns) {
  add_wrapped(lines, finding.headline(), columns);
  for (const auto& [label, text] : rows) {
    std::string left = fmt::format("  {:<{}}", label, text_column - 2);
    for (const std::string& part : wrap(text, columns - text_column)) {
      lines.push_back(left + part);
      left.assign(text_column, ' ');
    }
  }
}

}  // namespace

std::vector<std::string> text_of(const Diagnosis& diagnosis, std::size_t columns) {
  std::vector<std::string> lines;
  for (const std::string& line : diagnosis.lines) add_wrapped(lines, line, columns);
  const std::size_t told = std::min(most_findings, diagnosis.findings.size());
  for (std::size_t f = 0; f < told; ++f)
    add_finding(lines, diagnosis.findings[f], diagnosis.findings[f].rows(), columns);
  if (diagnosis.findings.size() > told)
    lines.push_back(fmt::format("... and {} more", diagnosis.findings.size() - told));
  for (const std::string& line : diagnosis.led_to) add_wrapped(lines, line, columns);
  return lines;
}

std::vector<std::string> brief_text_of(const Diagnosis& diagnosis, std::size_t columns) {
  std::vector<std::string> lines;
  for (const std::string& line : diagnosis.lines) add_wrapped(lines, line, columns);
  if (!diagnosis.findings.empty()) {
    const simt::events::Finding& first = diagnosis.findings.front();
    add_finding(lines, first, first.brief_rows(), columns);
  }
  if (const std::size_t more = diagnosis.findings.size(); more > 1)
    add_wrapped(lines,
                fmt::format("and {} more finding{}, which may follow from it: JSON=file lists all",
                            more - 1, more == 2 ? "" : "s"),
                columns);
  for (const std::string& line : diagnosis.led_to) add_wrapped(lines, line, columns);
  return lines;
}

}  // namespace warplab
