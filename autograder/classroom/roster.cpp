#include "autograder/classroom/roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/normal_name.h"
#include "autograder/course/lab.h"
#include "autograder/course/suggest.h"
#include "autograder/report/sanitize.h"
#include "common/escape.h"

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
          "{}:1: there is no column \"id\": the first line names the columns, in UTF-8 and with "
          "commas between them, id,email,name,section,path{}",
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

// What is wrong with the characters of a text, or nothing.
std::string complaint_about_characters(const std::string& text) {
  if (valid_utf8(text) != text) return fmt::format("\"{}\" is not UTF-8", sanitize_line(text));
  if (sanitize_line(text) != text)
    return fmt::format("\"{}\" has a line feed or another control character in it",
                       sanitize_line(text));
  return "";
}

// What is wrong with a row, or nothing.
std::string complaint_about(const CsvRow& row, const Student& student) {
  if (!row.is_whole)
    return "the quotes do not match: a field that contains quotes is put between quotes, and each "
           "of its own is written twice";
  for (const std::string& field : row.fields)
    if (const std::string complaint = complaint_about_characters(without_direction_marks(field));
        !complaint.empty())
      return complaint + ": save the file as UTF-8, a line per student";
  if (const std::string complaint = complaint_about_id(student.id); !complaint.empty())
    return complaint;
  if (leads_out(student.path))
    return fmt::format("path {} leads out of the folder of submissions", student.path.string());
  return "";
}

}  // namespace

std::string complaint_about_id(const std::string& id) {
  if (id.empty()) return "an id is missing";
  if (const std::string complaint = complaint_about_characters(id); !complaint.empty())
    return "the id " + complaint;
  if (id.find('/') != std::string::npos || id.starts_with('.'))
    return fmt::format("the id \"{}\" cannot name a folder: no /, and no dot in front", id);
  if (id.size() > longest_id)
    return fmt::format("the id \"{}...\" is longer than {} bytes", id.substr(0, 20), longest_id);
  for (const char* file :
       {"class.json", "scores.csv", "class.sqlite", "items.html", "pseudonyms.csv"})
    if (id == file) return fmt::format("the id \"{}\" is the name of a file of the class", id);
  for (const char* folder : {"slurm", "handed-in"})
    if (id == folder) return fmt::format("the id \"{}\" is the name of a folder of the class", id);
  return "";
}

Roster read_roster(const std::string& text, const std::string& file, std::vector<Remark>& remarks) {
  std::vector<CsvRow> rows = parse_csv(text);
  const Columns columns(rows.empty() ? std::vector<std::string>{} : rows.front().fields, file);
  if (!rows.empty()) rows.erase(rows.begin());

  std::map<std::string, std::vector<int>> lines;  // of the rows with an id
  std::map<std::string, Student> students;
  Roster roster;
  for (const CsvRow& row : rows) {
    const auto cell = [&](const char* name) {
      return without_direction_marks(columns.of(row, name));
    };
    Student student{normal_name(cell("id")), cell("email"), cell("name"), cell("section"),
                    columns.of(row, "path")};
    if (student.path.empty()) student.path = student.id;
    if (const std::string complaint = complaint_about(row, student); !complaint.empty()) {
      remarks.push_back({fmt::format("{}:{}: {}", file, row.line, complaint)});
      roster.refused.push_back(std::move(student));
      continue;
    }
    lines[student.id].push_back(row.line);
    if (const auto [at, is_new] = students.emplace(student.id, student); !is_new)
      roster.refused.push_back(std::move(student));
  }

  for (auto& [id, student] : students) {
    const std::vector<int>& where = lines[id];
    if (where.size() == 1) {
      roster.students.push_back(std::move(student));
      continue;
    }
    remarks.push_back(
        {fmt::format("{}:{}: the id \"{}\" is also on line {}: whose is it? None of them is graded",
                     file, where.back(), id, fmt::join(where.begin(), where.end() - 1, ", "))});
    roster.refused.push_back(std::move(student));
  }
  return roster;
}

}  // namespace warplab
