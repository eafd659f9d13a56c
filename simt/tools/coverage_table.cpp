#include "simt/tools/coverage_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "common/escape.h"
#include "common/numbers.h"
#include "common/wrap.h"
#include "simt/events/line_list.h"
#include "simt/observe/source_text.h"

namespace simt::tools {
namespace {

using observe::BranchCoverage;
using observe::Coverage;
using observe::CoverageTotals;
using observe::FileCoverage;
using observe::Share;

constexpr size_t columns_of_file = 28, columns_of_place = 30;

// The end of a path, which tells files apart.
std::string end_of(const std::string& path, size_t columns) {
  const std::string text = warplab::visible_line(path);
  const size_t all = warplab::width_of(text);
  if (all <= columns) return text;
  const std::string before = warplab::cut(text, all - (columns - 3));
  return "..." + text.substr(before.size());
}

// Blanks count as columns, whatever bytes a name has.
std::string padded(const std::string& text, size_t columns) {
  return text + std::string(columns - std::min(columns, warplab::width_of(text)), ' ');
}

std::string percent_text(const Share& share) {
  return share.count == 0 ? "" : fmt::format("{} %", share.percent());
}

void print_totals(std::string& out, const std::string& name, const CoverageTotals& totals) {
  out += fmt::format("  {}{:>7}{:>9}{:>6}{:>10}{:>10}{:>6}\n",
                     padded(end_of(name, columns_of_file), columns_of_file), totals.lines.count,
                     totals.lines.covered, percent_text(totals.lines), totals.branches.count,
                     totals.branches.covered, percent_text(totals.branches));
}

// Places of one kind that are missing.
class Section {
 public:
  explicit Section(std::string title) : title_(std::move(title)) {}

  void add(const std::string& file, const std::string& lines, const std::string& text,
           size_t count = 1) {
    count_ += count;
    const std::string suffix = ":" + lines;
    const size_t left = columns_of_place - std::min(columns_of_place / 2, suffix.size());
    std::string row = end_of(file, left) + suffix;
    if (!text.empty()) row = padded(row, columns_of_place) + " " + warplab::visible_line(text);
    rows_.push_back("  " + warplab::cut(row, warplab::screen_columns - 2) + "\n");
  }

  void print(std::string& out, size_t shown) const {
    if (rows_.empty()) return;
    out += fmt::format("\n{}: {}\n", title_, count_);
    for (size_t r = 0; r < std::min(shown, rows_.size()); ++r) out += rows_[r];
    if (rows_.size() > shown)
      out += fmt::format("  and {}, which --json lists\n",
                         warplab::counted(rows_.size() - shown, "1 more place", "{} more places"));
  }

 private:
  std::string title_;
  size_t count_ = 0;
  std::vector<std::string> rows_;
};

std::string without_indent(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

// Lines that follow each other, but for some without code, are one place.
void add_lines(Section& section, const std::string& path, const FileCoverage& file) {
  const std::vector<std::string> source = warplab::split_lines(observe::read_source(path));
  for (auto line = file.lines.begin(); line != file.lines.end(); ++line) {
    if (line->second > 0) continue;
    const uint32_t first = line->first;
    uint32_t last = first;
    size_t count = 1;
    for (; std::next(line) != file.lines.end() && std::next(line)->second == 0; ++count)
      last = (++line)->first;
    section.add(path, first == last ? fmt::to_string(first) : fmt::format("{} to {}", first, last),
                first <= source.size() ? without_indent(source[first - 1]) : "", count);
  }
}

std::string one_way_text(const BranchCoverage& branch) {
  std::vector<uint32_t> missed;
  for (size_t way = 0; way < branch.threads.size(); ++way)
    if (branch.threads[way] == 0 && branch.lines[way] != 0) missed.push_back(branch.lines[way]);
  std::ranges::sort(missed);
  missed.erase(std::ranges::unique(missed).begin(), missed.end());
  return missed.empty() ? "always the same way" : "never to " + events::line_list(missed);
}

void add_branches(Section& one_way, Section& one_side, const std::string& path,
                  const FileCoverage& file) {
  for (const auto& [place, branch] : file.branches) {
    const std::string line = fmt::to_string(place.line);
    if (branch.is_reached() && !branch.went_all_ways())
      one_way.add(path, line, one_way_text(branch));
    const uint64_t launches = branch.full + branch.partial;
    if (branch.is_guard() && launches > 0 && !branch.has_both_sides())
      one_side.add(
          path, line,
          fmt::format("of the {}: {} {}", branch.boundary == ptx::Boundary::grid ? "grid" : "block",
                      launches == 1 ? "1 launch," : fmt::format("{} launches, all", launches),
                      branch.full > 0 ? "full" : "partial"));
  }
}

}  // namespace

std::string coverage_table(const Coverage& coverage, size_t shown) {
  std::string out = fmt::format("  {:<{}}{:>7}{:>9}{:>6}{:>10}{:>10}\n", "file", columns_of_file,
                                "lines", "reached", "", "branches", "all ways");
  Section lines("lines that no thread reached");
  Section one_way("branches that went one way");
  Section one_side("guards with one kind of launch (full: no thread outside; or partial)");
  Section kernels("kernels that were never launched");
  for (const auto& [path, file] : coverage.files) {
    print_totals(out, path, totals_of(file));
    add_lines(lines, path, file);
    add_branches(one_way, one_side, path, file);
    for (const auto& [mangled, kernel] : file.kernels)
      if (kernel.launches == 0) kernels.add(path, fmt::to_string(kernel.line), kernel.name);
  }
  if (coverage.files.size() > 1) print_totals(out, "all", totals_of(coverage));
  for (const Section* section : {&lines, &one_way, &one_side, &kernels}) section->print(out, shown);
  return out;
}

}  // namespace simt::tools
