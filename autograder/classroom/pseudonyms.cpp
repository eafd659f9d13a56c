#include "autograder/classroom/pseudonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <random>
#include <set>
#include <utility>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Whether a character may be a part of a name, each byte of an é included.
bool is_of_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || byte >= 0x80 || c == '_' || c == '-' || c == '@';
}

bool ends_at(const std::string& text, std::size_t at) {
  if (at >= text.size()) return true;
  const bool is_dot_in_name = text[at] == '.' && at + 1 < text.size() && is_of_name(text[at + 1]);
  return !is_of_name(text[at]) && !is_dot_in_name;
}

}  // namespace

Pseudonyms::Pseudonyms(const fs::path& class_folder, const std::vector<Student>& students) {
  const fs::path file = class_folder / pseudonyms_name;
  std::set<std::string> taken;
  std::map<std::string, std::string> kept;  // by cell
  std::string text = csv_line({"pseudonym", "id"});
  if (fs::exists(file)) {
    text = read_file(file);
    for (const CsvRow& row : parse_csv(text)) {
      if (row.line == 1) continue;
      const bool is_whole = row.is_whole && row.fields.size() == 2;
      if (!is_whole || !taken.insert(row.fields[0]).second ||
          !kept.emplace(row.fields[1], row.fields[0]).second)
        throw CourseError(fmt::format(
            "{}:{}: expected a pseudonym and an id, each once: restore the file, or delete it for "
            "other pseudonyms",
            sanitize_line(file.string()), row.line));
    }
  }
  std::random_device random;
  std::uniform_int_distribution<int> number(10000, 99999);
  std::map<std::string, std::string> added;  // cells by pseudonym, whose order says nothing
  for (const Student& student : students) {
    const std::string cell = as_cell(student.id);
    std::string& name = kept[cell];
    if (name.empty()) {
      do name = fmt::format("P{}", number(random));
      while (!taken.insert(name).second);
      added[name] = cell;
    }
    by_id_[student.id] = name;
  }
  for (const auto& [name, cell] : added) text += csv_line({name, cell});
  if (!added.empty()) write_file(file, text);
}

Student Pseudonyms::hidden(const Student& student) const {
  return {of(student.id), "", "", student.section, of(student.id)};
}

ScoreSheet Pseudonyms::hidden(const ScoreSheet& sheet) const {
  ScoreSheet hidden_sheet = sheet;
  hidden_sheet.scores.clear();
  hidden_sheet.totals.clear();
  for (Student& student : hidden_sheet.students) student = hidden(student);
  std::ranges::sort(hidden_sheet.students, {}, &Student::id);
  for (const auto& [whose, score] : sheet.scores)
    hidden_sheet.scores[{of(whose.first), whose.second}] = score;
  for (const auto& [student, total] : sheet.totals) hidden_sheet.totals[of(student)] = total;
  return hidden_sheet;
}

std::string with_folder(const std::string& text, const std::string& folder,
                        const std::string& name) {
  const std::string before = "/" + folder;
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos; at += before.size()) {
    if (!ends_at(text, at + before.size())) continue;
    result.append(text, done, at - done).append("/").append(name);
    done = at + before.size();
  }
  return result.append(text, done);
}

bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size())
    if ((at == 0 || !is_of_name(text[at - 1])) && ends_at(text, at + word.size())) return true;
  return false;
}

}  // namespace warplab
