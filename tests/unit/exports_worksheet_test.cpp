// The grading worksheet of an assignment in Moodle, filled in, read as Moodle reads it
// (assignfeedback_offline).
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "tests/readers/worksheet.h"

namespace warplab {
Export format_moodle_worksheet();
}  // namespace warplab

namespace warplab::exports_worksheet_test {

namespace {

const std::string downloaded =
    "\xef\xbb\xbfIdentifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum grade\","
    "\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n"
    "\"Participant 501\",\"Ada Lovelace\",A@b.example,\"Submitted, for grading\",,100.00,-,-,\n"
    "\"Participant 502\",Bob,b@b.example,\"No submission\",12.00,100.00,-,\"Monday, 5 October "
    "2026, 1:02 PM\",\"<p>good</p>\"\n"
    "\"Participant 503\",Cy,c@b.example,-,,100.00,-,-,\n";

const std::vector<Student> students = {{"ada", "a@b.example", "", "", ""},
                                       {"bob", "b@b.example", "", "", ""},
                                       {"eve", "e@b.example", "", "", ""}};

GradedLab graded(const Student& student, std::optional<double> score,
                 const std::string& diagnosis = "") {
  StepResult step;
  step.step = 1;
  step.name = "c";
  step.max_score = 180;
  if (!diagnosis.empty()) {
    step.verdict.kind = VerdictKind::wrong;
    step.diagnosis = {"unclamped", {diagnosis}, ""};
  }
  GradedLab all;
  all.student = student;
  all.lab.lab = "lab8-reduction";
  all.lab.max_score = 180;
  all.lab.steps = {step};
  all.score = score;
  return all;
}

std::string filled(std::vector<GradedLab> all, std::vector<Remark>& remarks,
                   const std::string& form = downloaded) {
  GradeBook book{students, {"lab8-reduction"}, std::move(all)};
  book.form = form;
  book.form_file = "sheet.csv";
  return format_moodle_worksheet().make_book(book, remarks);
}

TEST(ExportsWorksheet, GradesAndFeedbackAreFilledInAndAllElseStays) {
  std::vector<Remark> remarks;
  const std::string text = filled({graded(students[0], 45, "put a \\\" before, <b>")}, remarks);
  EXPECT_TRUE(remarks.empty());
  const auto read = read_sheet(text, 100);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->at("501").grade, 25);
  EXPECT_EQ(read->at("501").feedback,
            "lab8-reduction: 45 of 180 points<br>step 1 c: WRONG, 0/180<br>put a &#92;&quot; "
            "before, &lt;b&gt;");
  EXPECT_EQ(read->at("502").grade, 12) << "nothing was graded";
  EXPECT_EQ(read->at("502").feedback, "<p>good</p>");
  EXPECT_EQ(read->at("502").modified, "Monday, 5 October 2026, 1:02 PM");
  // Byte for byte, with the mark at the beginning.
  const std::string row =
      "\"Participant 501\",\"Ada Lovelace\",A@b.example,\"Submitted, for grading\",";
  const std::size_t begin = downloaded.find(row), next = downloaded.find("\"Participant 502\"");
  EXPECT_TRUE(text.starts_with(downloaded.substr(0, begin) + row + "25,100.00,-,-,"));
  EXPECT_TRUE(text.ends_with("\n" + downloaded.substr(next)));
}

TEST(ExportsWorksheet, WhatHasNoPlaceIsRemarked) {
  std::vector<Remark> remarks;
  EXPECT_EQ(filled({graded(students[1], std::nullopt), graded(students[2], 90)}, remarks),
            downloaded);
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_EQ(remarks[0].text, "bob lab8-reduction: not filled in, as the grader failed");
  EXPECT_EQ(remarks[1].text, "eve lab8-reduction: not filled in, as no row is this student's");
}

TEST(ExportsWorksheet, OneWithoutFeedbackGetsNone) {
  const std::string form =
      "Identifier,ID number,Grade,Maximum grade,Last modified (grade)\r\n"
      "Participant 1,ada,,10,-\r\n";
  std::vector<Remark> remarks;
  const std::string text = filled({graded(students[0], 60)}, remarks, form);
  EXPECT_EQ(text,
            "Identifier,ID number,Grade,Maximum grade,Last modified (grade)\r\n"
            "Participant 1,ada,3.33,10,-\r\n");
  EXPECT_EQ(read_sheet(text, 10)->at("1").grade, 3.33);
}

// Moodle 4.2 writes "Maximum Grade", newer ones "Maximum grade". Names may have marks of their direction of writing.
TEST(ExportsWorksheet, ColumnsAndNamesAreFoundHoweverTheyAreWritten) {
  const std::string form =
      "Identifier,Full name,Grade,Maximum Grade,Last modified (grade)\n"
      "Participant 1,\u200fLovelace,,100,-\n";
  GradedLab of_ada = graded({"ada", "", "lovelace", "", ""}, 45);
  GradeBook book{{of_ada.student}, {"lab8-reduction"}, {of_ada}};
  book.form = form;
  book.form_file = "sheet.csv";
  std::vector<Remark> remarks;
  EXPECT_EQ(format_moodle_worksheet().make_book(book, remarks),
            "Identifier,Full name,Grade,Maximum Grade,Last modified (grade)\n"
            "Participant 1,\u200fLovelace,25,100,-\n");
  EXPECT_TRUE(remarks.empty());
}

TEST(ExportsWorksheet, OneInAnotherLanguageOrWithAScaleIsTold) {
  std::vector<Remark> remarks;
  for (const char* form : {"Kennung,Bewertung\nTeilnehmer/in1,\n",
                           "Identifier,Grade,Scale,Last modified (grade)\nParticipant 1,,A B,-\n"})
    try {
      filled({}, remarks, form);
      ADD_FAILURE() << form;
    } catch (const CourseError& error) {
      EXPECT_NE(std::string(error.what())
                    .find("sheet.csv:1: expected a row with the columns "
                          "Identifier, Grade, Maximum grade"),
                std::string::npos)
          << error.what();
    }
}

}  // namespace
}  // namespace warplab::exports_worksheet_test
