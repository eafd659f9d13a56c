// A table that a platform has exported, and that it takes back with some cells filled in.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/roster.h"

namespace warplab {

// The first row names the columns. All bytes of the text but those of filled cells stay.
class FilledTable {
 public:
  // Finds out what separates fields: comma, semicolon or tab. `file` is what messages call the text.
  // Throws CourseError where no row has the columns, or the quotes of a row do not match.
  FilledTable(std::string text, std::string file, const std::vector<std::string>& columns);

  const std::vector<CsvRow>& rows() const { return rows_; }
  // By its name in any case.
  std::optional<std::size_t> column(const std::string& name) const;
  // Empty where the row has no such cell.
  std::string cell(std::size_t row, std::size_t column) const;
  // False where the row has no such cell.
  bool fill(std::size_t row, std::size_t column, const std::string& value);
  std::string text() const;

  // "book.csv:7"
  std::string place(std::size_t row) const;

 private:
  std::string text_, file_;
  char separator_ = ',';
  std::vector<CsvRow> rows_;
  std::map<std::size_t, std::pair<CsvPlace, std::string>> filled_;  // by where the cell begins
};

// A column that may say who a row is about, and what it has of a student then.
struct IdentityColumn {
  std::string name;
  std::string Student::*of;
};

// The rows of students, by their ids. One column decides for all: that in which most of them are
// found, the first of several. A value that several rows have, or several students, finds none.
// Upper and lower case are the same. Throws CourseError where nobody is found.
std::map<std::string, std::size_t> find_rows(const FilledTable& table,
                                             const std::vector<IdentityColumn>& columns,
                                             const std::vector<Student>& students);

// A score out of `max_score` in the points of a platform that gives `possible` for it, in hundredths.
std::string scaled(double score, double max_score, double possible);

// The number in a cell; nothing for another text. Of points and commas the last stands before the
// decimals, others between thousands: "1,000.0", "1.000,0".
std::optional<double> number_in(std::string cell);

}  // namespace warplab
