// A grade book of Canvas, filled in, read as Canvas reads it (its GradebookImporter, and Ruby's CSV).
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/exports/filled_table.h"
#include "tests/readers/canvas.h"

namespace warplab {
Export format_canvas();
}  // namespace warplab

namespace warplab::exports_canvas_test {

namespace {

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

// Canvas takes every cell that looks like a number for one, ids too. Its own has no mark in it, so it
// stays whose row it is, whatever becomes of the others.
TEST(ExportsCanvas, IdsPassTheDecimalConverter) {
  const Student marked = {"12.345,6", "", "", "", ""};
  const std::string form =
      "Student,ID,SIS User ID,SIS Login ID,Section,Lab 2 (4711)\n"
      "    Points Possible,,,,,30\n"
      "Ada,10000000000881,s1,\"12.345,6\",A,\nBob,882,s2,1.234,A,7\n";
  GradeBook grades = book({graded(marked, "lab2-openmp", 14.4, 30)}, form);
  grades.students = {marked};
  grades.labs = {"lab2-openmp"};
  std::vector<Remark> remarks;
  const std::string text = filled(grades, remarks);
  EXPECT_TRUE(remarks.empty());
  EXPECT_EQ(text, with(form, "\"12.345,6\",A,\n", "\"12.345,6\",A,14.4\n"));
  const CanvasUpload upload =
      CanvasImport({"4711"}, {{"10000000000881", "ada"}, {"882", "bob"}}).read(text);
  EXPECT_TRUE(upload.new_students.empty());
  EXPECT_EQ(upload.grades.at({"ada", "4711"}), "14.4");
  EXPECT_EQ(upload.grades.at({"bob", "4711"}), "7");
  // An id with a mark is another's, or nobody's, to this reader as well.
  EXPECT_FALSE(CanvasImport({"4711"}, {{"1,234", "eve"}})
                   .read("Student,ID,X,Section,L (4711)\nEve,\"1,234\",,A,1\n")
                   .new_students.empty());
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

TEST(ExportsCanvas, AColumnMayHaveTheLabsTitle) {
  GradedLab of_ada = graded(students[0], "lab2-openmp", 14.4, 30);
  for (const auto& [title, column, is_found] :
       {std::tuple{"Which loop to share out: OpenMP", "Which loop to share out: OpenMP (4711)",
                   true},
        {"\u5377\u79ef 2", "\u5f52\u7ea6 2 (4711)", false},
        {"Filter in C++", "Filter in C (4711)", false}}) {
    of_ada.lab.title = title;
    const std::string form = with(exported, "Lab 2 (4711)", column);
    std::vector<Remark> remarks;
    EXPECT_EQ(filled(book({of_ada}, form), remarks) != form, is_found) << column;
    EXPECT_EQ(remarks.empty(), is_found) << column;
  }
  // One that is named as the title, beside the lab's own.
  of_ada.lab.title = "Quiz";
  std::vector<Remark> remarks;
  EXPECT_EQ(filled(book({of_ada}), remarks), with(exported, "A,3.00,", "A,14.4,"));
}

TEST(ExportsCanvas, AHeadingMayBeOfAnyLength) {
  const std::string form = with(exported, "Quiz (12)", std::string(1 << 20, ' ') + "Quiz (12)");
  std::vector<Remark> remarks;
  const std::string text =
      filled(book({graded(students[0], "lab2-openmp", 14.4, 30)}, form), remarks);
  EXPECT_EQ(text, with(form, "A,3.00,", "A,14.4,"));
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
  EXPECT_THROW(CanvasImport({}, {}).read(quoted), MalformedUpload);
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

TEST(ExportsCanvas, WhoIsExcusedIsSoThere) {
  std::vector<Remark> remarks;
  GradedLab ada = graded(students[0], "lab2-openmp", {}, 30);
  GradedLab cy = graded(students[2], "lab2-openmp", {}, 30);
  ada.excused = cy.excused = "ill";
  EXPECT_EQ(filled(book({ada, cy}), remarks), with(exported, "A,3.00,", "A,EX,"));
  EXPECT_TRUE(remarks.empty());
}

}  // namespace
}  // namespace warplab::exports_canvas_test
