#include "autograder/exports/filled_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

#include "autograder/classroom/normal_name.h"
#include "autograder/course/lab.h"
#include "autograder/report/rounding.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// Platforms change the case of a column's name from one version to the next.
std::optional<std::size_t> column_in(const std::vector<CsvRow>& rows, const std::string& name) {
  if (rows.empty()) return std::nullopt;
  const auto found = std::ranges::find(rows.front().fields, lower(name), lower);
  if (found == rows.front().fields.end()) return std::nullopt;
  return found - rows.front().fields.begin();
}

bool has_all(const std::vector<CsvRow>& rows, const std::vector<std::string>& columns) {
  return std::ranges::all_of(
      columns, [&](const std::string& name) { return column_in(rows, name).has_value(); });
}

// Keys that occur once, and where.
template <typename Range, typename Key>
std::map<std::string, std::size_t> unique_places(const Range& range, const Key& key) {
  std::map<std::string, std::size_t> places;
  std::map<std::string, int> counts;
  std::size_t place = 0;
  for (const auto& each : range) {
    const std::string value = lower(normal_name(without_direction_marks(key(each, place))));
    ++counts[value];
    places[value] = place++;
  }
  std::erase_if(places,
                [&](const auto& entry) { return entry.first.empty() || counts[entry.first] > 1; });
  return places;
}

std::map<std::string, std::size_t> rows_by(const FilledTable& table, const IdentityColumn& identity,
                                           const std::vector<Student>& students) {
  std::map<std::string, std::size_t> found;
  const auto column = table.column(identity.name);
  if (!column) return found;
  const auto rows = unique_places(
      table.rows(), [&](const CsvRow&, std::size_t row) { return table.cell(row, *column); });
  const auto known = unique_places(
      students, [&](const Student& student, std::size_t) { return student.*identity.of; });
  for (const auto& [value, student] : known)
    if (const auto row = rows.find(value); row != rows.end() && row->second > 0)
      found[students[student].id] = row->second;
  return found;
}

}  // namespace

FilledTable::FilledTable(std::string text, std::string file,
                         const std::vector<std::string>& columns)
    : text_(std::move(text)), file_(std::move(file)) {
  for (const char separator : {',', ';', '\t'}) {
    separator_ = separator;
    rows_ = parse_csv(text_, separator);
    if (has_all(rows_, columns)) break;
  }
  if (!has_all(rows_, columns))
    throw CourseError(fmt::format(
        "{}:1: expected a row with the columns {}; give the file as the platform has exported it, "
        "in English",
        file_, fmt::join(columns, ", ")));
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (!rows_[row].is_whole)
      throw CourseError(
          fmt::format("{}: the quotes do not match; give the file as the platform has exported it",
                      place(row)));
}

std::optional<std::size_t> FilledTable::column(const std::string& name) const {
  return column_in(rows_, name);
}

std::string FilledTable::cell(std::size_t row, std::size_t column) const {
  const std::vector<std::string>& fields = rows_.at(row).fields;
  return column < fields.size() ? fields[column] : "";
}

bool FilledTable::fill(std::size_t row, std::size_t column, const std::string& value) {
  const std::vector<CsvPlace>& places = rows_.at(row).places;
  if (column >= places.size()) return false;
  filled_[places[column].begin] = {places[column], csv_field(value, separator_)};
  return true;
}

std::string FilledTable::text() const {
  std::string result;
  std::size_t done = 0;
  for (const auto& [begin, cell] : filled_) {
    result += std::string_view(text_).substr(done, begin - done);
    result += cell.second;
    done = cell.first.end;
  }
  return result + text_.substr(done);
}

std::string FilledTable::place(std::size_t row) const {
  return fmt::format("{}:{}", file_, rows_.at(row).line);
}

std::map<std::string, std::size_t> find_rows(const FilledTable& table,
                                             const std::vector<IdentityColumn>& columns,
                                             const std::vector<Student>& students) {
  std::map<std::string, std::size_t> best;
  std::vector<std::string> names;
  for (const IdentityColumn& identity : columns) {
    names.push_back(identity.name);
    std::map<std::string, std::size_t> found = rows_by(table, identity, students);
    if (found.size() > best.size()) best = std::move(found);
  }
  if (best.empty())
    throw CourseError(fmt::format(
        "{}: no student of the class is in the columns {}; a students.csv beside the submissions "
        "says who has which id, name and email",
        table.place(0), fmt::join(names, ", ")));
  return best;
}

std::string scaled(double score, double max_score, double possible) {
  const double points = max_score > 0 ? score * possible / max_score : 0;
  return fmt::format("{}", half_up(points * 100) / 100);
}

std::optional<double> number_in(std::string cell) {
  if (const std::size_t last = cell.find_last_of(".,"); last != std::string::npos) {
    std::string whole = cell.substr(0, last);
    std::erase_if(whole, [](char c) { return c == '.' || c == ','; });
    cell = whole + "." + cell.substr(last + 1);
  }
  double number = 0;
  const char* const end = cell.data() + cell.size();
  const auto [rest, error] = std::from_chars(cell.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

}  // namespace warplab
