// Moodle's import of grades (grade/import/csv and PHP's fgetcsv). Whatever aborts an import there
// throws.
#pragma once

#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tests/unit/php_table.h"

namespace warplab {

struct MoodleGrade {
  std::optional<double> grade;
  std::string feedback;
};

struct MoodleAbort : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An import in which a teacher maps a column to users, one to a grade item and one to its feedback.
class MoodleImport {
 public:
  explicit MoodleImport(std::vector<std::string> users) : users_(std::move(users)) {}

  // By user.
  std::map<std::string, MoodleGrade> read(const std::string& text, std::size_t user_column) {
    const std::vector<std::vector<std::string>> rows = read_php_table(text);
    const std::size_t columns = rows.at(0).size();
    std::map<std::string, MoodleGrade> grades;
    std::optional<std::string> user;  // is not reset from row to row
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::vector<std::string>& row = rows[i];
      if (row.size() != columns) throw MoodleAbort("csvweirdcolumns");
      const std::string& name = row.at(user_column);
      if (!name.empty() && name != "0") user = find(name);
      if (!user) throw MoodleAbort("usermappingerrorusernotfound");
      grades[*user] = {grade_from(row.at(columns - 2)), row.at(columns - 1)};
    }
    return grades;
  }

 private:
  std::string find(const std::string& name) const {
    for (const std::string& user : users_)
      if (user == name) return user;
    throw MoodleAbort("usermappingerror " + name);
  }
  // None where the cell clears what is there.
  static std::optional<double> grade_from(const std::string& cell) {
    if (cell.empty() || cell == "-") return std::nullopt;
    double grade = 0;
    const char* const end = cell.data() + cell.size();
    const auto [rest, error] = std::from_chars(cell.data(), end, grade);
    if (error != std::errc() || rest != end) throw MoodleAbort("badgrade " + cell);
    if (grade > 100) throw MoodleAbort("gradevaluetoobig");
    return grade;
  }

  std::vector<std::string> users_;
};

}  // namespace warplab
