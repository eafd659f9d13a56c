// An upload of a grade book as Canvas reads it (its GradebookImporter, and Ruby's CSV).
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace warplab {

using CanvasRow = std::vector<std::optional<std::string>>;

struct MalformedUpload : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A line of Ruby's CSV, which refuses a quote in a field that does not begin with one. A byte order
// mark is a part of the first field.
inline CanvasRow parse_line(const std::string& line, char separator) {
  CanvasRow row;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    std::string field;
    const bool is_quoted = i < line.size() && line[i] == '"';
    for (i += is_quoted ? 1 : 0; i < line.size(); ++i) {
      if (is_quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"')
        ++i;
      else if (is_quoted ? line[i] == '"' : line[i] == separator)
        break;
      else if (!is_quoted && line[i] == '"')
        throw MalformedUpload(line);
      field += line[i];
    }
    if (is_quoted && ++i < line.size() && line[i] != separator) throw MalformedUpload(line);
    row.push_back(field.empty() && !is_quoted ? std::nullopt : std::optional(field));
  }
  return row;
}

// What an upload makes of a course, in which assignments and students have numbers.
struct CanvasUpload {
  std::map<std::pair<std::string, std::string>, std::string> grades;  // by student, assignment
  std::set<std::string> new_assignments, new_students;
};

class CanvasImport {
 public:
  CanvasImport(std::set<std::string> assignments, std::map<std::string, std::string> students)
      : assignments_(std::move(assignments)), students_(std::move(students)) {}

  CanvasUpload read(const std::string& text) {
    const std::vector<std::string> lines = lines_of(text);
    const char separator = separator_of(lines);
    upload_ = {};
    columns_.clear();
    bool has_head = false;
    static const std::regex skipped("[;, ]+");
    for (const std::string& line : lines) {
      if (std::regex_match(line, skipped)) continue;
      CanvasRow row = parse_line(line, separator);
      for (auto& field : row)
        if (field) field = normalised(*field);
      if (!std::exchange(has_head, true))
        read_head(row);
      else if (!is_no_student(row))
        read_student(row);
    }
    return upload_;
  }

 private:
  static std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text)
      if (c == '\n')
        lines.emplace_back();
      else if (c != '\r')
        lines.back() += c;
    if (lines.back().empty()) lines.pop_back();
    return lines;
  }
  static char separator_of(const std::vector<std::string>& lines) {
    std::map<char, std::size_t> counts;
    for (const char separator : {';', ','}) try {
        std::set<std::size_t> sizes;
        for (std::size_t i = 0; i < std::min<std::size_t>(3, lines.size()); ++i)
          sizes.insert(parse_line(lines[i], separator).size());
        if (sizes.size() == 1) counts[separator] = *sizes.begin();
      } catch (const MalformedUpload&) {
      }
    return counts[';'] > counts[','] ? ';' : ',';
  }
  // Of numbers, in whatever column, the last point or comma is the decimal point.
  static std::string normalised(const std::string& field) {
    static const std::regex number("-?[0-9.,]+%?");
    if (!std::regex_match(field, number)) return field;
    const std::size_t last = field.find_last_of(".,");
    std::string result;
    for (std::size_t i = 0; i < field.size(); ++i)
      if (i == last)
        result += '.';
      else if (field[i] != '.' && field[i] != ',')
        result += field[i];
    return result;
  }
  void read_head(const CanvasRow& row) {
    if (row.size() < 4 || row[0].value_or("").find("Student") == std::string::npos ||
        row[1].value_or("").find("ID") == std::string::npos)
      throw MalformedUpload("Invalid header row");
    std::size_t section = 2;
    while (row.at(section).value_or("").find("Section") == std::string::npos) ++section;
    static const std::regex title(R"((.*)\s*\((\d+)\))"),
        ignored(".*(Current|Final) (Score|Grade).*");
    for (std::size_t i = section + 1; i < row.size(); ++i) {
      const std::string name = row[i].value_or("");
      std::smatch parts;
      if (std::regex_match(name, ignored)) continue;
      const bool is_known = std::regex_match(name, parts, title) && assignments_.contains(parts[2]);
      if (!is_known) upload_.new_assignments.insert(name);
      columns_[i] = is_known ? std::string(parts[2]) : name;
    }
  }
  static bool is_no_student(const CanvasRow& row) {
    if (row[0].value_or("").find("Points Possible") != std::string::npos) return true;
    static const std::regex hidden(R"(\s*(Muted|Manual Posting.*)?\s*)", std::regex::icase);
    return std::ranges::all_of(row, [](const std::optional<std::string>& cell) {
      return !cell || std::regex_match(*cell, hidden);
    });
  }
  void read_student(const CanvasRow& row) {
    const auto student = students_.find(row.at(1).value_or(""));
    if (student == students_.end()) upload_.new_students.insert(row[0].value_or(""));
    const std::string name = student == students_.end() ? row[0].value_or("") : student->second;
    for (const auto& [column, assignment] : columns_)
      upload_.grades[{name, assignment}] =
          column < row.size() ? row[column].value_or("") : std::string();
  }

  std::set<std::string> assignments_;
  std::map<std::string, std::string> students_;  // by number
  std::map<std::size_t, std::string> columns_;
  CanvasUpload upload_;
};

}  // namespace warplab
