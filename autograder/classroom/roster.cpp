#include "autograder/classroom/roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/normal_name.h"
#include "autograder/course/lab.h"
#include "autograder/course/suggest.h"
#include "autograder/report/sanitize.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr std::size_t longest_id = 200;  // bytes; a file name has 255 at most

// The places of the columns that are known.
class Columns {
 public:
  Columns(const std::vector<std::string>& names, const std::string& file) : names_(names) {
    if (!place("id"))
      throw CourseError(fmt::format(
          "{}:1: there is no column \"id\"{}; the first line names the columns, between commas: "
          "id,email,name,section,path",
          file, sanitize_line(did_you_mean("id", names))));
  }

  std::string of(const CsvRow& row, const std::string& name) const {
    const auto at = place(name);
    return at && *at < row.fields.size() ? row.fields[*at] : "";
  }

 private:
  std::optional<std::size_t> place(const std::string& name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    return found - names_.begin();
  }

  std::vector<std::string> names_;
};

// A path that may lead out of the folder of submissions.
bool leads_out(const fs::path& path) {
  return path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end();
}

// What is wrong with a row, or nothing.
std::string complaint_about(const CsvRow& row, const Student& student) {
  if (!row.is_whole)
    return "the quotes do not match: a field with a quote in it stands between quotes, and that "
           "one "
           "is written twice";
  for (const std::string& field : row.fields)
    if (sanitize_line(field) != field)
      return fmt::format(
          "\"{}\" has a line feed or another control character in it, or bytes that are not UTF-8: "
          "save the file as UTF-8, a line per student",
          sanitize_line(field));
  if (const std::string complaint = complaint_about_id(student.id); !complaint.empty())
    return complaint;
  if (leads_out(student.path))
    return fmt::format("path {} leads out of the folder of submissions", student.path.string());
  return "";
}

}  // namespace

std::string complaint_about_id(const std::string& id) {
  const std::string shown = sanitize_line(id);
  if (id.empty()) return "an id is missing";
  if (shown != id)
    return fmt::format(
        "the id \"{}\" has a line feed or another control character in it, or bytes that are not "
        "UTF-8",
        shown);
  if (id.find('/') != std::string::npos || id.starts_with('.'))
    return fmt::format("the id \"{}\" cannot name a folder: no /, and no dot in front", shown);
  if (id.size() > longest_id)
    return fmt::format("the id \"{}...\" is longer than {} bytes", id.substr(0, 20), longest_id);
  if (id == "class.json" || id == "scores.csv")
    return fmt::format("the id \"{}\" is the name of a file of the class", shown);
  if (id == "slurm") return "the id \"slurm\" is the name of a folder of the class";
  return "";
}

std::vector<Student> read_roster(const std::string& text, const std::string& file,
                                 std::vector<Remark>& remarks) {
  std::vector<CsvRow> rows = parse_csv(text);
  const Columns columns(rows.empty() ? std::vector<std::string>{} : rows.front().fields, file);
  if (!rows.empty()) rows.erase(rows.begin());

  std::map<std::string, std::vector<int>> lines;  // of the rows with an id
  std::map<std::string, Student> students;
  for (const CsvRow& row : rows) {
    Student student{normal_name(columns.of(row, "id")), columns.of(row, "email"),
                    columns.of(row, "name"), columns.of(row, "section"), columns.of(row, "path")};
    if (student.path.empty()) student.path = student.id;
    if (const std::string complaint = complaint_about(row, student); !complaint.empty()) {
      remarks.push_back({fmt::format("{}:{}: {}", file, row.line, complaint)});
      continue;
    }
    lines[student.id].push_back(row.line);
    students[student.id] = std::move(student);
  }

  std::vector<Student> result;
  for (auto& [id, student] : students) {
    const std::vector<int>& where = lines[id];
    if (where.size() == 1)
      result.push_back(std::move(student));
    else
      remarks.push_back({fmt::format(
          "{}:{}: the id \"{}\" is also on line {}: whose is it? None of them is graded", file,
          where.back(), id, fmt::join(where.begin(), where.end() - 1, ", "))});
  }
  return result;
}

}  // namespace warplab
