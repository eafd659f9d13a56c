#include "autograder/platforms/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <initializer_list>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/normal_name.h"
#include "autograder/course/lab.h"
#include "autograder/platforms/gradescope.h"
#include "autograder/report/sanitize.h"
#include "common/numbers.h"

namespace warplab {
namespace {

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// A text that a spreadsheet would take for a formula, which Canvas writes as one that gives the text: ="=Bob".
std::string without_formula(const std::string& text) {
  const bool is_formula = text.size() > 2 && text.starts_with("=\"") && text.ends_with('"');
  return is_formula ? text.substr(2, text.size() - 3) : text;
}

// A table with the names of its columns.
class BookTable {
 public:
  BookTable(const std::string& text, std::string file) : file_(std::move(file)) {
    const std::string first = text.substr(0, text.find('\n'));
    const bool is_semicolons =
        std::ranges::count(first, ';') > std::ranges::count(first, ',');  // as spreadsheets save it
    rows_ = parse_csv(text, is_semicolons ? ';' : ',');
    if (rows_.empty()) throw CourseError(fmt::format("{}: there is nothing in it", file_));
    for (const std::string& name : rows_.front().fields) names_.push_back(in_small_letters(name));
    rows_.erase(rows_.begin());
  }

  const std::vector<CsvRow>& rows() const { return rows_; }
  const std::string& file() const { return file_; }
  bool has(const std::string& name) const { return std::ranges::count(names_, name) > 0; }
  // What a row has in the first of these columns that there is.
  std::string cell(const CsvRow& row, std::initializer_list<const char*> columns) const {
    for (const char* column : columns) {
      const auto found = std::ranges::find(names_, column);
      const std::size_t at = found - names_.begin();
      if (found != names_.end() && at < row.fields.size())
        return normal_name(without_formula(without_direction_marks(row.fields[at])));
    }
    return "";
  }

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::vector<CsvRow> rows_;
};

// A time of day, as Moodle writes it in English: "Friday, 14 November 2025, 11:59 PM".
std::optional<Moment> moodle_moment(const std::string& text, const Zone& zone) {
  for (const char* form : {"%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M"}) {
    std::tm parts{};
    const char* const end = ::strptime(text.c_str(), form, &parts);
    if (end != nullptr && *end == '\0') return zone.moment(parts);
  }
  return std::nullopt;
}

// "Participant 17", in whatever language.
std::string number_at_end(const std::string& text) {
  const std::size_t last = text.find_last_not_of("0123456789");
  return last == std::string::npos ? text : text.substr(last + 1);
}

Book read_moodle_worksheet(const BookTable& table, const Zone& zone, std::vector<Remark>& remarks) {
  Book book{table.file(), {}};
  int unread = 0;
  for (const CsvRow& row : table.rows()) {
    const std::string when = table.cell(row, {"last modified (submission)"});
    BookRow student{number_at_end(table.cell(row, {"identifier"})),
                    table.cell(row, {"id number", "username"}),
                    table.cell(row, {"email address"}),
                    table.cell(row, {"full name"}),
                    "",
                    table.cell(row, {"group"}),
                    moodle_moment(when, zone)};
    if (!when.empty() && when != "-" && !student.handed_in) ++unread;
    book.rows.push_back(std::move(student));
  }
  if (unread > 0)
    remarks.push_back({fmt::format(
        "{}: {} cannot be read: have Moodle show English, and download it again", table.file(),
        counted(unread, "1 time of handing in", "{} times of handing in"))});
  return book;
}

Book read_canvas_book(const BookTable& table) {
  Book book{table.file(), {}};
  for (const CsvRow& row : table.rows()) {
    BookRow student{table.cell(row, {"id"}),
                    table.cell(row, {"sis login id"}),
                    "",
                    given_name_first(table.cell(row, {"student"})),
                    table.cell(row, {"section"}),
                    "",
                    std::nullopt};
    if (student.id.empty()) student.id = table.cell(row, {"sis user id"});
    if (student.id.find('@') != std::string::npos) student.email = student.id;
    if (!student.number.empty()) book.rows.push_back(std::move(student));
  }
  return book;
}

Book read_any_book(const BookTable& table) {
  Book book{table.file(), {}};
  for (const CsvRow& row : table.rows()) {
    std::string name = table.cell(row, {"name", "full name"});
    if (name.empty()) {
      name = table.cell(row, {"first name", "first_name"});
      const std::string last = table.cell(row, {"last name", "surname", "last_name"});
      if (!name.empty() && !last.empty()) name += ' ';
      name += last;
    }
    book.rows.push_back({number_at_end(table.cell(row, {"submission id"})),
                         table.cell(row, {"id", "username", "id number", "sid"}),
                         table.cell(row, {"email", "email address"}), name,
                         table.cell(row, {"section", "sections"}), table.cell(row, {"group"}),
                         gradescope_moment(table.cell(row, {"submission time"}))});
  }
  return book;
}

}  // namespace

std::string given_name_first(const std::string& name) {
  const std::size_t comma = name.find(", ");
  return comma == std::string::npos ? name : name.substr(comma + 2) + " " + name.substr(0, comma);
}

Book read_book(const std::string& text, const std::string& file, const Zone& zone,
               std::vector<Remark>& remarks) {
  const BookTable table(text, file);
  if (table.has("identifier") && (table.has("full name") || table.has("status")))
    return read_moodle_worksheet(table, zone, remarks);
  if (table.has("student") && table.has("id")) return read_canvas_book(table);
  for (const char* column : {"id", "username", "id number", "email", "email address", "sid"})
    if (table.has(column)) return read_any_book(table);
  throw CourseError(fmt::format(
      "{}:1: this is not a grade book that Moodle, Canvas or Gradescope has exported in "
      "English: there is no column such as \"Email address\"",
      file));
}

}  // namespace warplab
