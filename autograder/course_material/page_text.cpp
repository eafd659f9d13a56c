#include "autograder/course_material/page_text.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <regex>
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

std::vector<std::vector<std::string>> all_matches(const std::string& text,
                                                  const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::vector<std::string>> all;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    std::vector<std::string> groups;
    for (std::size_t i = 1; i < at->size(); ++i) groups.push_back((*at)[i].str());
    all.push_back(std::move(groups));
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
