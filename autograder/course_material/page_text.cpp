#include "autograder/course_material/page_text.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace warplab {

const std::string number_pattern = R"((\d[\d.]*\d|\d))";
const std::string size_pattern = R"((\d+x\d+))";

PageChecker::PageChecker(std::string file) : file_(std::move(file)) {}

void PageChecker::expect(int line, const std::string& what, const std::string& expected,
                         const std::string& got) {
  if (expected != got) add(line, what, expected, got);
}

void PageChecker::expect(int line, const std::string& what, double expected,
                         const std::string& got) {
  const bool is_number = !got.empty() && std::isdigit(static_cast<unsigned char>(got[0]));
  if (!is_number || std::abs(std::atof(got.c_str()) - expected) > 1e-9)
    add(line, what, fmt::format("{:g}", expected), got);
}

std::vector<std::string> PageChecker::take() && { return std::move(mistakes_); }

void PageChecker::add(int line, const std::string& what, const std::string& expected,
                      const std::string& got) {
  mistakes_.push_back(fmt::format("{}:{}: {}: expected {}, got {}", file_, line, what, expected,
                                  got.empty() ? "nothing" : got));
}

void check_title(const std::string& lab, const std::vector<std::string>& lines,
                 PageChecker& checker) {
  const auto title = match(lines.empty() ? "" : lines[0], R"(^# Lab (\d+): )");
  if (const auto own = match(lab, R"(^lab(\d+))"))
    checker.expect(1, "title", "Lab " + own->at(0), title ? "Lab " + title->at(0) : "");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::vector<TextPart>> find_parts(const std::string& text, const std::string& pattern) {
  const RE2 expression(pattern, RE2::Latin1);
  std::vector<re2::StringPiece> found(
      1 + static_cast<std::size_t>(expression.NumberOfCapturingGroups()));
  std::vector<std::vector<TextPart>> all;
  for (std::size_t at = 0;
       at <= text.size() && expression.Match(text, at, text.size(), RE2::UNANCHORED, found.data(),
                                             static_cast<int>(found.size()));) {
    std::vector<TextPart>& parts = all.emplace_back();
    for (const re2::StringPiece& part : found)
      parts.push_back(
          part.data() == nullptr
              ? TextPart{}
              : TextPart{static_cast<std::size_t>(part.data() - text.data()), part.size()});
    at = parts[0].begin + std::max<std::size_t>(parts[0].length, 1);
  }
  return all;
}

std::vector<std::vector<std::string>> all_matches(const std::string& text,
                                                  const std::string& pattern) {
  std::vector<std::vector<std::string>> all;
  for (const std::vector<TextPart>& parts : find_parts(text, pattern)) {
    std::vector<std::string>& groups = all.emplace_back();
    for (std::size_t i = 1; i < parts.size(); ++i)
      groups.push_back(text.substr(parts[i].begin, parts[i].length));
  }
  return all;
}

std::optional<std::vector<std::string>> match(const std::string& text, const std::string& pattern) {
  const auto all = all_matches(text, pattern);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" `");
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(" `") + 1 - begin);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  if (!line.starts_with("|")) return cells;
  std::istringstream stream(line.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

}  // namespace warplab
