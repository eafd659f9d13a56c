// The file for Moodle's import of grades, read as Moodle reads it (grade/import/csv and PHP's
// fgetcsv). Whatever aborts an import there fails here.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/html_feedback.h"
#include "tests/readers/moodle.h"

namespace warplab {
Export format_moodle();
}  // namespace warplab

namespace warplab::exports_moodle_test {

namespace {

// A graded lab with one step, of a student of this id and e-mail address.
GradedLab graded(const std::string& id, const std::string& email, std::optional<double> score,
                 double max_score, const std::string& diagnosis = "") {
  StepResult step;
  step.step = 1;
  step.name = "c";
  step.verdict.kind = diagnosis.empty() ? VerdictKind::ok : VerdictKind::wrong;
  step.score = score.value_or(0);
  step.max_score = max_score;
  if (!diagnosis.empty()) step.diagnosis = {"unclamped", {diagnosis}, ""};
  GradedLab all;
  all.student = {id, email, "", "", id};
  all.lab.lab = "lab8-reduction";
  all.lab.score = score.value_or(0);
  all.lab.max_score = max_score;
  all.lab.steps = {step};
  all.score = score;
  return all;
}

std::string made_of(const std::vector<GradedLab>& all, std::vector<Remark>& remarks) {
  GradeBook book{{}, {"lab8-reduction"}, all};
  for (const GradedLab& each : all) book.students.push_back(each.student);
  return format_moodle().make_book(book, remarks);
}

std::string made_of(const std::vector<GradedLab>& all) {
  std::vector<Remark> remarks;
  const std::string text = made_of(all, remarks);
  EXPECT_TRUE(remarks.empty());
  return text;
}

TEST(ExportsMoodle, GradesAreOfAHundred) {
  const std::string text =
      made_of({graded("ada", "a@b.example", 180, 180), graded("bob", "b@b.example", 14.4, 30)});
  auto grades = MoodleImport({"a@b.example", "b@b.example"}).read(text, 1);
  EXPECT_EQ(grades.at("a@b.example").grade, 100);
  EXPECT_EQ(grades.at("b@b.example").grade, 48);
  grades = MoodleImport({"ada", "bob"}).read(text, 0);
  EXPECT_EQ(grades.at("ada").grade, 100);
}

// Each cell stays the one that it is, and its text shows what was said.
TEST(ExportsMoodle, FeedbackIsHtmlThatEndsWithItsCell) {
  const std::string said = "a.c:1: \"\\\", <b>, '\\n', & and\n=next\\";
  const std::string text =
      made_of({graded("ada", "", 1, 20, said), graded("bob", "", 2, 20, "\\\"")});
  const auto grades = MoodleImport({"ada", "bob"}).read(text, 0);
  EXPECT_EQ(grades.at("ada").feedback,
            "lab8-reduction: 1 of 20 points<br>step 1 c: WRONG, 1/20<br>a.c:1: "
            "&quot;&#92;&quot;, &lt;b&gt;, &#39;&#92;n&#39;, &amp; and<br>=next&#92;");
  EXPECT_EQ(grades.at("bob").grade, 10);
}

TEST(ExportsMoodle, FeedbackSaysWhatBeingLateCosts) {
  GradedLab late = graded("ada", "", 20, 20);
  late.score = 12.5;
  late.lost = 7.5;
  EXPECT_EQ(html_feedback(late),
            "lab8-reduction: 12.5 of 20 points<br>7.5 points lost because it was handed in "
            "late<br>step 1 c: OK, 20/20");
  late.lost = 1;
  EXPECT_NE(html_feedback(late).find("<br>1 point lost because"), std::string::npos);
}

// An empty cell would clear the grade that bob has from an earlier import.
TEST(ExportsMoodle, AGraderErrorHasNoRow) {
  std::vector<Remark> remarks;
  const std::string text =
      made_of({graded("ada", "", 20, 20), graded("bob", "", std::nullopt, 20)}, remarks);
  const auto grades = MoodleImport({"ada", "bob"}).read(text, 0);
  EXPECT_EQ(grades.size(), 1u);
  EXPECT_TRUE(grades.at("ada").grade);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].text.find("bob lab8-reduction: left out"), std::string::npos);
}

// Its row would go to the student above, abort, or merge with its neighbours.
TEST(ExportsMoodle, AnIdThatMoodleDoesNotReadHasNoRow) {
  std::vector<Remark> remarks;
  const std::string text = made_of({graded("ada", "", 20, 20), graded("0", "", 7, 20),
                                    graded("b\\\"", "", 7, 20), graded("=cy", "", 7, 20)},
                                   remarks);
  const auto grades = MoodleImport({"ada", "=cy"}).read(text, 0);
  EXPECT_EQ(grades.at("ada").grade, 100);
  EXPECT_EQ(grades.at("=cy").grade, 35) << "an id stays as it is";
  EXPECT_EQ(remarks.size(), 2u);
}

// Of two columns for new grade items Moodle makes none, and a column of this name is taken for the
// times of a download.
TEST(ExportsMoodle, HasOneColumnOfGrades) {
  const auto rows = read_php_table(made_of({graded("ada", "a@b.example", 20, 20)}));
  EXPECT_EQ(rows.at(0), (std::vector<std::string>{"id", "Email address", "lab8-reduction",
                                                  "lab8-reduction feedback"}));
  EXPECT_TRUE(format_moodle().takes_one_lab);
  int grades = 0;
  for (const std::string& name : rows.at(0)) {
    EXPECT_NE(name, "Last downloaded from this course");
    if (name == "lab8-reduction") ++grades;
  }
  EXPECT_EQ(grades, 1);
}

TEST(ExportsMoodle, AddressesAreThereWhereEverybodyHasOne) {
  const std::string text =
      made_of({graded("ada", "a@b.example", 20, 20), graded("bob", "", 7, 20)});
  EXPECT_EQ(text.find("Email"), std::string::npos);
  EXPECT_EQ(MoodleImport({"ada", "bob"}).read(text, 0).size(), 2u);
}

// What this test's own reader would refuse, so that it is known to.
TEST(ExportsMoodle, TheReaderRefusesWhatMoodleDoes) {
  const auto reads = [](const std::string& text) {
    return MoodleImport({"ada", "bob"}).read(text, 0);
  };
  EXPECT_THROW(reads("id,lab,feedback\r\nada,101,\r\n"), MoodleAbort);
  EXPECT_THROW(reads("id,lab,feedback\r\nada,x,\r\n"), MoodleAbort);
  EXPECT_THROW(reads("id,lab,feedback\r\neve,1,\r\n"), MoodleAbort);
  EXPECT_THROW(reads("id,lab,feedback\r\n,1,\r\n"), MoodleAbort);
  EXPECT_THROW(reads("id,lab,feedback\r\nada,1,\"a\\\"\r\nbob,2,\"x, y\"\r\n"), MoodleAbort);
  EXPECT_FALSE(reads("id,lab,feedback\r\nada,-,\r\n").at("ada").grade);
  EXPECT_EQ(reads("id,lab,feedback\r\nada,1,\r\n0,2,\r\n").at("ada").grade, 2);
}

}  // namespace
}  // namespace warplab::exports_moodle_test
