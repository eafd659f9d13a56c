// A grade book of Canvas, filled in, read as Canvas reads it (its GradebookImporter, and Ruby's CSV).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/exports/filled_table.h"

namespace warplab {

Export format_canvas();

namespace {

using Row = std::vector<std::optional<std::string>>;

struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A line of Ruby's CSV, which refuses a quote in a field that does not begin with one. A byte order
// mark is a part of the first field.
Row parse_line(const std::string& line, char separator) {
  Row row;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    std::string field;
    const bool is_quoted = i < line.size() && line[i] == '"';
    for (i += is_quoted ? 1 : 0; i < line.size(); ++i) {
      if (is_quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"')
        ++i;
      else if (is_quoted ? line[i] == '"' : line[i] == separator)
        break;
      else if (!is_quoted && line[i] == '"')
        throw Malformed(line);
      field += line[i];
    }
    if (is_quoted && ++i < line.size() && line[i] != separator) throw Malformed(line);
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
      Row row = parse_line(line, separator);
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
      } catch (const Malformed&) {
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
  void read_head(const Row& row) {
    if (row.size() < 4 || row[0].value_or("").find("Student") == std::string::npos ||
        row[1].value_or("").find("ID") == std::string::npos)
      throw Malformed("Invalid header row");
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
  static bool is_no_student(const Row& row) {
    if (row[0].value_or("").find("Points Possible") != std::string::npos) return true;
    static const std::regex hidden(R"(\s*(Muted|Manual Posting.*)?\s*)", std::regex::icase);
    return std::ranges::all_of(row, [](const std::optional<std::string>& cell) {
      return !cell || std::regex_match(*cell, hidden);
    });
  }
  void read_student(const Row& row) {
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

const std::string exported =
    "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 2 (4711),Quiz (12),"
    "lab8-reduction (99),Final Score\r\n"
    ",,,,,Manual Posting,,,\r\n"
    "    Points Possible,,,,,30.00,10.00,100.00,(read only)\r\n"
    "\"Lovelace, Ada\",881,s123,ada@b.example,A,3.00,\"7,5\",,55.1\r\n"
    "\"=\"\"=Bob\"\"\",882,bob,b@b.example,\"A and \"\"B\"\"\",11,,12.00,\r\n"
    "Cy,883,cy,c@b.example,A,EX,1,N/A,\r\n"
    "\"Student, Test\",884,,t,A,,,,\r\n";

const std::vector<Student> students = {{"ada@b.example", "", "Ada Lovelace", "", ""},
                                       {"b@b.example", "", "", "", ""},
                                       {"c@b.example", "", "", "", ""},
                                       {"eve@b.example", "", "", "", ""}};

GradedLab graded(const Student& student, const std::string& lab, std::optional<double> score,
                 double max_score) {
  GradedLab all;
  all.student = student;
  all.lab.lab = lab;
  all.lab.max_score = max_score;
  all.score = score;
  return all;
}

GradeBook book(std::vector<GradedLab> all, const std::string& form = exported) {
  GradeBook grades{students, {"lab2-openmp", "lab8-reduction"}, std::move(all)};
  grades.form = form;
  grades.form_file = "book.csv";
  return grades;
}

std::string filled(const GradeBook& grades, std::vector<Remark>& remarks) {
  return format_canvas().make_book(grades, remarks);
}

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  EXPECT_NE(text.find(old), std::string::npos) << old;
  return text.replace(text.find(old), old.size(), replacement);
}

TEST(ExportsCanvas, ScoresAreFilledInAndAllElseStays) {
  std::vector<Remark> remarks;
  const std::string text = filled(book({graded(students[0], "lab2-openmp", 14.4, 30),
                                        graded(students[0], "lab8-reduction", 60, 180),
                                        graded(students[1], "lab2-openmp", 0, 30)}),
                                  remarks);
  EXPECT_TRUE(remarks.empty());
  EXPECT_EQ(text, with(with(exported, "A,3.00,\"7,5\",,", "A,14.4,\"7,5\",33.33,"), ",11,,12.00,",
                       ",0,,12.00,"));
  const CanvasUpload upload =
      CanvasImport({"4711", "12", "99"},
                   {{"881", "ada"}, {"882", "bob"}, {"883", "cy"}, {"884", "test"}})
          .read(text);
  EXPECT_TRUE(upload.new_assignments.empty());
  EXPECT_TRUE(upload.new_students.empty());
  EXPECT_EQ(upload.grades.at({"ada", "4711"}), "14.4");
  EXPECT_EQ(upload.grades.at({"ada", "99"}), "33.33");
  EXPECT_EQ(upload.grades.at({"bob", "4711"}), "0");
  EXPECT_EQ(upload.grades.at({"bob", "99"}), "12.00") << "not cleared";
  EXPECT_EQ(upload.grades.at({"cy", "4711"}), "EX");
}

TEST(ExportsCanvas, ABookWithSemicolonsKeepsThem) {
  std::string semicolons =
      "Student;ID;SIS Login ID;Section;Lab 2 (4711)\n"
      "    Points Possible;;;;30,00\nAda;881;ada@b.example;A;1,5\nBob;882;b@b.example;A;2\n";
  GradeBook grades = book({graded(students[0], "lab2-openmp", 14.4, 30)}, semicolons);
  grades.labs = {"lab2-openmp"};
  std::vector<Remark> remarks;
  const std::string text = filled(grades, remarks);
  EXPECT_EQ(text, with(semicolons, "1,5", "14.4"));
  const CanvasUpload upload = CanvasImport({"4711"}, {{"881", "ada"}, {"882", "bob"}}).read(text);
  EXPECT_EQ(upload.grades.at({"ada", "4711"}), "14.4");
}

TEST(ExportsCanvas, WhatHasNoPlaceIsRemarked) {
  std::vector<Remark> remarks;
  const GradeBook grades = book({graded(students[0], "lab2-openmp", std::nullopt, 30),
                                 graded(students[2], "lab2-openmp", 20, 30),
                                 graded(students[2], "lab8-reduction", 20, 180),
                                 graded(students[3], "lab2-openmp", 20, 30)});
  EXPECT_EQ(filled(grades, remarks), exported) << "no cell is touched";
  ASSERT_EQ(remarks.size(), 4u);
  EXPECT_NE(remarks[0].text.find("ada@b.example lab2-openmp: not filled in"), std::string::npos);
  EXPECT_NE(remarks[1].text.find("book.csv:6: c@b.example lab2-openmp: the book has EX"),
            std::string::npos);
  EXPECT_FALSE(remarks[1].hinders) << "somebody has decided that";
  EXPECT_NE(remarks[2].text.find("eve@b.example"), std::string::npos);
  EXPECT_NE(remarks[3].text.find("N/A"), std::string::npos);
}

// Canvas would make a new assignment of a column without a number, and ignore one that is read only.
TEST(ExportsCanvas, ALabWithoutAColumnIsRemarked) {
  for (const auto& [old, replacement, why] :
       {std::tuple{"Lab 2 (4711)", "Lab 2", "no column"},
        std::tuple{"Lab 2 (4711)", "Lab 20 (4711)", "no column"},
        std::tuple{"30.00", "30.00 (read only)", "read only"},
        std::tuple{"30.00", "", "no points possible"}}) {
    std::vector<Remark> remarks;
    const std::string form = with(exported, old, replacement);
    EXPECT_EQ(filled(book({graded(students[0], "lab2-openmp", 14.4, 30)}, form), remarks), form);
    ASSERT_EQ(remarks.size(), 1u) << replacement;
    EXPECT_NE(remarks[0].text.find(why), std::string::npos) << remarks[0].text;
  }
}

// A class id that is another's number in Canvas must not get that other's row.
TEST(ExportsCanvas, OneColumnDecidesWhoIsWho) {
  GradeBook grades = book({});
  const Student other = {"884", "", "", "", ""};
  grades.students.push_back(other);
  grades.graded = {graded(other, "lab2-openmp", 20, 30)};
  std::vector<Remark> remarks;
  EXPECT_EQ(filled(grades, remarks), exported);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].text.find("884 lab2-openmp: not filled in, as no row"), std::string::npos);
}

TEST(ExportsCanvas, WhatIsNoBookIsTold) {
  std::vector<Remark> remarks;
  const auto complaint = [&](const std::string& form) -> std::string {
    try {
      filled(book({}, form), remarks);
    } catch (const CourseError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(complaint("").find("book.csv:1: expected a row with the columns ID, Section"),
            std::string::npos);
  EXPECT_NE(complaint("id,name\n1,2\n").find("book.csv:1"), std::string::npos);
  EXPECT_NE(complaint(exported + "\"x\" y,\n").find("book.csv:8: the quotes"), std::string::npos);
  EXPECT_NE(complaint(with(exported, "Quiz (12)", "lab2 (12)")).find("two columns"),
            std::string::npos);
  EXPECT_NE(complaint("Student,ID,Section,Lab 2 (1)\nX,1,A,\n").find("no student of the class"),
            std::string::npos);
  // What a spreadsheet saves: Canvas refuses it, too.
  const std::string quoted = with(exported, "Student,", "\"Student\",");
  EXPECT_THROW(CanvasImport({}, {}).read(quoted), Malformed);
  EXPECT_NE(complaint(quoted).find("byte order mark"), std::string::npos);
}

// As Canvas writes more points than 999, and in other languages.
TEST(ExportsCanvas, NumbersHaveTheirDecimalsAfterTheLastMark) {
  EXPECT_EQ(number_in("30"), 30);
  EXPECT_EQ(number_in("14.4"), 14.4);
  EXPECT_EQ(number_in("14,4"), 14.4);
  EXPECT_EQ(number_in("1,000.5"), 1000.5);
  EXPECT_EQ(number_in("1.000,5"), 1000.5);
  for (const char* text : {"", ".", "EX", "3x", "(read only)"})
    EXPECT_FALSE(number_in(text)) << text;
}

}  // namespace
}  // namespace warplab
