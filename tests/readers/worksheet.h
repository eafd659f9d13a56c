// The grading worksheet of an assignment as Moodle reads it (assignfeedback_offline).
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/unit/php_table.h"

namespace warplab {

struct SheetGrade {
  std::optional<double> grade;
  std::string feedback, modified;
};

// By the number of the participant; nothing where Moodle refuses the file.
inline std::optional<std::map<std::string, SheetGrade>> read_sheet(const std::string& text,
                                                                   double maximum) {
  const std::vector<std::vector<std::string>> rows = read_php_table(text);
  const auto place = [&](const std::string& name) {
    return std::ranges::find(rows.at(0), name) - rows.at(0).begin();
  };
  const auto columns = static_cast<std::ptrdiff_t>(rows.at(0).size());
  const std::ptrdiff_t id = place("Identifier"), grade = place("Grade");
  const std::ptrdiff_t modified = place("Last modified (grade)");
  if (id == columns || grade == columns || modified == columns) return std::nullopt;
  std::map<std::string, SheetGrade> all;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    if (row.size() != rows[0].size()) return std::nullopt;
    SheetGrade& read = all[row[id].substr(std::string("Participant ").size())];
    read.modified = row[modified];
    if (const auto feedback = place("Feedback comments"); feedback < columns)
      read.feedback = row[feedback];
    double number = 0;
    const char* const end = row[grade].data() + row[grade].size();
    if (std::from_chars(row[grade].data(), end, number).ptr == end && !row[grade].empty() &&
        number >= 0 && number <= maximum)
      read.grade = number;
  }
  return all;
}

}  // namespace warplab
