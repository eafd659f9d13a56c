// In which lines a known mistake is, and which lines its page marks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/wrap.h"
#include "tests/behaviour/changed_solution.h"
#include "tests/behaviour/head_lines.h"

namespace warplab {

// The line, from 1, of a place in a text.
inline std::size_t line_at(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(
                 std::ranges::count(text.substr(0, std::min(at, text.size())), '\n'));
}

// Of a solution with places changed: from the first character that differs to the last, in `text`,
// what has become of the solution.
inline std::set<std::size_t> changed_lines(const std::filesystem::path& file,
                                           std::string solution) {
  struct Range {
    std::size_t begin, end;
  };
  std::vector<Range> ranges;
  const auto from = head_lines(file, "REPLACE"), to = head_lines(file, "BY");
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::string before = with_line_ends(from[i]), after = with_line_ends(to[i]);
    const std::size_t at = solution.find(before);
    if (at == std::string::npos) continue;  // source_of() has said so
    solution.replace(at, before.size(), after);
    for (Range& range : ranges)
      if (range.begin >= at) {
        range.begin += after.size() - before.size();
        range.end += after.size() - before.size();
      }
    const std::size_t common = std::min(before.size(), after.size());
    std::size_t same = 0, same_at_end = 0;
    while (same < common && before[same] == after[same]) ++same;
    while (same_at_end < common - same &&
           before[before.size() - 1 - same_at_end] == after[after.size() - 1 - same_at_end])
      ++same_at_end;
    ranges.push_back({at + same, at + after.size() - same_at_end});
  }
  std::set<std::size_t> lines;
  for (const Range& range : ranges)
    for (std::size_t line = line_at(solution, range.begin); line <= line_at(solution, range.end);
         ++line)
      lines.insert(line);
  return lines;
}

// Of a source as it is handed in: the lines with code that head lines of the file quote, LINE or MARKED.
inline std::set<std::size_t> quoted_lines(const std::filesystem::path& file,
                                          const std::string& source, const std::string& head) {
  std::set<std::size_t> lines;
  const std::vector<std::string> text = split_lines(source);
  for (const std::string& quoted : head_lines(file, head))
    for (std::size_t line = 1; line <= text.size(); ++line)
      if (text[line - 1].find(quoted) != std::string::npos &&
          !text[line - 1].starts_with("// " + head))
        lines.insert(line);
  return lines;
}

// Lines with a note below them in the page's view of a step's source, and those that a note is about: "(lines 3 to 5)".
inline std::set<std::size_t> lines_with_notes(const std::string& page, int step) {
  std::set<std::size_t> lines;
  const std::string row = "<tr id=\"step" + std::to_string(step) + "-line";
  for (std::size_t at = 0; (at = page.find(row, at)) != std::string::npos;) {
    at += row.size();
    const std::size_t end = std::min(page.find("<tr id=", at), page.find("</tbody>", at));
    const std::string notes = page.substr(at, end - at);
    if (notes.find("class=\"note\"") == std::string::npos &&
        notes.find("class=\"note act\"") == std::string::npos)
      continue;
    lines.insert(std::stoul(notes));
    static const std::regex range(" \\(lines ([0-9]+) (?:to|and) ([0-9]+)\\)</td>");
    for (std::sregex_iterator m(notes.begin(), notes.end(), range), none; m != none; ++m)
      for (std::size_t line = std::stoul((*m)[1]); line <= std::stoul((*m)[2]); ++line)
        lines.insert(line);
  }
  return lines;
}

}  // namespace warplab
