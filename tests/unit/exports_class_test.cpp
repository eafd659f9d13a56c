// Results of a class, as exports get them.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "autograder/classroom/adjustments.h"
#include "autograder/classroom/csv.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/scores.h"
#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/exports/read_class.h"
#include "autograder/graded/read_result.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
Export format_canvas();
Export format_csv();
Export format_csv_wide();
Export format_moodle();
Export format_moodle_worksheet();
}  // namespace warplab

namespace warplab::exports_class_test {

namespace {

namespace fs = std::filesystem;

class ExportsClass : public testing::Test {
 protected:
  ExportsClass() {
    Step step;
    step.number = 1;
    step.name = "c";
    step.gates[GateKind::correct].points = 20;
    lab.name = "lab1-convolution-c";
    lab.steps = {step};
    sheet.students = {{"ada", "", "", "", "ada"}, {"bob", "", "", "", "bob"}};
    sheet.labs = {&lab};
  }

  // A result in the folder, which has 15 points.
  void keep(const std::string& student, const std::string& key,
            SandboxKind sandbox = SandboxKind::bubblewrap) {
    StepResult step;
    step.step = 1;
    step.name = "c";
    step.gates = {{GateKind::correct, "correct", false, {}, {}, 15, 20, ""}};
    Result result;
    result.labs = {{"lab1-convolution-c", "A filter", "labs/lab1", 0, 0, {step}}};
    add_up(result);
    result.sandbox = sandbox;
    const fs::path place = folder / student / lab.name / key;
    fs::create_directories(place);
    write_file(place / "result.json", to_json(result).dump());
  }
  void fail(const std::string& student, const std::string& why) {
    fs::create_directories(folder / student / lab.name);
    write_file(folder / student / lab.name / "failed.json", "{\"why\": \"" + why + "\"}");
  }

  const fs::path folder = own_folder();
  Lab lab;
  ScoreSheet sheet;
};

TEST_F(ExportsClass, HasScoresAfterWhatBeingLateCosts) {
  keep("ada", "k");
  sheet.scores[{"ada", &lab}] = {12.5, 20, "k", 2.5, false};
  const std::vector<GradedLab> all = read_class(sheet, folder).graded;
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].student.id, "ada");
  EXPECT_EQ(all[0].score, 12.5);
  EXPECT_EQ(all[0].lab.score, 15);
}

// It may be an older version's, or somebody has changed it.
TEST_F(ExportsClass, AResultThatCannotBeReadCostsNoOther) {
  keep("ada", "k");
  keep("bob", "k");
  write_file(folder / "ada" / lab.name / "k" / "result.json",
             R"({"schema": "warplab/result/v1", "labs": [{}]})");
  sheet.scores[{"ada", &lab}] = {12.5, 20, "k", 0, false};
  sheet.scores[{"bob", &lab}] = {15, 20, "k", 0, false};
  const GradeBook book = read_class(sheet, folder);
  ASSERT_EQ(book.graded.size(), 1u);
  EXPECT_EQ(book.graded[0].student.id, "bob");
  ASSERT_EQ(book.unread.size(), 1u);
  EXPECT_TRUE(book.unread[0].text.starts_with("ada lab1-convolution-c is left out: "))
      << book.unread[0].text;
}

TEST_F(ExportsClass, AFailureOfOursIsThereWithoutAScore) {
  sheet.scores[{"ada", &lab}] = {{}, 20, "", 0, true};
  sheet.scores[{"bob", &lab}] = {{}, 20, "", 0, true};
  fail("ada", "the disk is full");
  const std::vector<GradedLab> all = read_class(sheet, folder).graded;
  ASSERT_EQ(all.size(), 1u) << "bob's is not graded yet";
  EXPECT_FALSE(all[0].score);
  const std::vector<CsvRow> rows = parse_csv(format_csv().make(all));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].fields[0], "ada");
  EXPECT_EQ(rows[1].fields[5], "");
  EXPECT_EQ(rows[1].fields[6], "20");
  EXPECT_EQ(rows[1].fields[10], "GRADER_ERROR");
  EXPECT_EQ(rows[1].fields[11], "the disk is full");
}

TEST_F(ExportsClass, WhatWasGradedWithoutTheSandboxHasNoGradeWhateverTheSheetSays) {
  keep("ada", "k", SandboxKind::none);
  for (const std::optional<double> score : {std::optional<double>(), std::optional(15.0)}) {
    sheet.scores[{"ada", &lab}] = {score, 20, "k", 0, false};
    const std::vector<GradedLab> all = read_class(sheet, folder).graded;
    ASSERT_EQ(all.size(), 1u);
    EXPECT_FALSE(all[0].score);
    EXPECT_FALSE(all[0].is_gradable);
  }
}

TEST_F(ExportsClass, WhatWasGradedInAContainerHasAGrade) {
  keep("ada", "k", SandboxKind::container);
  sheet.scores[{"ada", &lab}] = {15.0, 20, "k", 0, false};
  const std::vector<GradedLab> all = read_class(sheet, folder).graded;
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].score, 15);
  EXPECT_EQ(all[0].sandbox, "container");
}

// Each format of one result has no file, or one that says why there is no grade. What the table
// has no place for is told by the command.
TEST_F(ExportsClass, WithoutTheSandboxNoFormatHasAGrade) {
  keep("ada", "k", SandboxKind::none);
  const std::vector<GradedLab> all = read_graded(folder / "ada" / lab.name / "k/result.json");
  for (const Export& format : all_exports()) {
    if (!format.make || format.name == "csv") continue;
    std::string said;
    try {
      said = format.make(all);
    } catch (const CourseError& error) {
      said = error.what();
    }
    EXPECT_NE(said.find("it was graded without the sandbox"), std::string::npos)
        << format.name << ": " << said;
  }
  const std::vector<CsvRow> rows = parse_csv(format_csv().make(all));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].fields[5], "") << "points";
  EXPECT_EQ(rows[1].fields[7], "") << "passed";
}

TEST_F(ExportsClass, WithoutTheSandboxNoBookHasAGrade) {
  keep("ada", "k", SandboxKind::none);
  sheet.students = {{"ada", "", "", "", "ada"}};
  sheet.scores[{"ada", &lab}] = {{}, 20, "k", 0, false};
  const std::string book = "Student,ID,Section,Lab 1 (1)\n    Points Possible,,,20\nAda,ada,A,\n";
  const std::string worksheet =
      "Identifier,ID number,Grade,Maximum grade,Last modified (grade)\nParticipant 1,ada,,10,-\n";
  for (const auto& [format, form, expected] :
       {std::tuple{format_canvas(), book, book},
        std::tuple{format_moodle_worksheet(), worksheet, worksheet},
        std::tuple{
            format_csv_wide(), std::string(),
            std::string("student,name,email,section,lab1-convolution-c,total\r\nada,,,,,\r\n")},
        std::tuple{
            format_moodle(), std::string(),
            std::string("id,Email address,lab1-convolution-c,lab1-convolution-c feedback\r\n")}}) {
    GradeBook grades = read_class(sheet, folder);
    grades.form = form;
    grades.form_file = "form.csv";
    std::vector<Remark> remarks;
    EXPECT_EQ(format.make_book(grades, remarks), expected) << format.name;
    ASSERT_EQ(remarks.size(), 1u) << format.name;
    EXPECT_TRUE(remarks[0].hinders);
    EXPECT_TRUE(remarks[0].text.starts_with("ada lab1-convolution-c: ")) << remarks[0].text;
    EXPECT_NE(remarks[0].text.find("as it was graded without the sandbox"), std::string::npos);
  }
}

TEST_F(ExportsClass, AllStudentsAndLabsAreInABook) {
  sheet.scores[{"ada", &lab}] = {{}, 20, "", 0, true};
  const GradeBook book = read_class(sheet, folder);
  EXPECT_EQ(book.students.size(), 2u);
  EXPECT_EQ(book.labs, (std::vector<std::string>{"lab1-convolution-c"}));
  EXPECT_TRUE(book.graded.empty());
}

GradedLab graded(const Student& student, const std::string& lab, std::optional<double> score) {
  GradedLab all;
  all.student = student;
  all.lab.lab = lab;
  all.score = score;
  return all;
}

TEST_F(ExportsClass, AWideTableHasALinePerStudentAndAColumnPerLab) {
  const Student ada = {"ada", "a@b.example", "=Ada", "B", "ada"}, bob = {"bob", "", "", "", "bob"};
  const Student cy = {"cy", "", "", "", "cy"};
  const GradeBook book = {{ada, bob, cy},
                          {"lab1-c", "lab2-openmp"},
                          {graded(ada, "lab1-c", 20.5), graded(ada, "lab2-openmp", 0.1),
                           graded(bob, "lab1-c", 7), graded(bob, "lab2-openmp", {})}};
  std::vector<Remark> remarks;
  EXPECT_EQ(format_csv_wide().make_book(book, remarks),
            "student,name,email,section,lab1-c,lab2-openmp,total\r\n"
            "ada,'=Ada,a@b.example,B,20.5,0.1,20.6\r\n"
            "bob,,,,7,,\r\n"
            "cy,,,,,,0\r\n");
  EXPECT_TRUE(remarks.empty());
  EXPECT_FALSE(format_csv_wide().make) << "a single result has no student";
}

TEST_F(ExportsClass, AdjustmentsAreInEachBookAsFarAsItHasRoom) {
  keep("ada", "k");
  keep("bob", "k");
  Adjustment extra{.student = "ada", .lab = &lab, .points = 2, .reason = "=an appeal"};
  Adjustment ill{.kind = Adjustment::Kind::excused, .student = "bob", .lab = &lab, .reason = "ill"};
  sheet.settings.adjustments = {
      extra, ill, {.student = "bob", .points = 1, .reason = "a question"}};
  sheet.totals["ada"] = {17, 20};
  sheet.totals["bob"] = {1, 0, {"1 point added: a question"}};
  sheet.scores[{"ada", &lab}] = {17, 20, "k", 0, false};
  sheet.scores[{"ada", &lab}].graded = 15;
  sheet.scores[{"ada", &lab}].adjustments = {text_of(extra)};
  sheet.scores[{"bob", &lab}] = {{}, 20, "k", 0, false};
  sheet.scores[{"bob", &lab}].graded = 15;
  sheet.scores[{"bob", &lab}].adjustments = {text_of(ill)};
  sheet.scores[{"bob", &lab}].excused = "ill";
  GradeBook book = read_class(sheet, folder);
  std::vector<Remark> remarks;
  EXPECT_EQ(format_csv_wide().make_book(book, remarks),
            "student,name,email,section,lab1-convolution-c,total,adjustments\r\n"
            "ada,,,,17,17,lab1-convolution-c: 2 points added: =an appeal\r\n"
            "bob,,,,,1,lab1-convolution-c: excused: ill; total: 1 point added: a question\r\n");
  EXPECT_TRUE(remarks.empty());
  const std::vector<CsvRow> rows = parse_csv(format_csv().make(book.graded));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].fields.back(), "adjustments");
  EXPECT_EQ(rows[2].fields[5], "15") << "the points of gates are those that were graded";
  EXPECT_EQ(rows[2].fields.back(), "excused: ill");
  EXPECT_EQ(format_moodle().make_book(book, remarks),
            "id,lab1-convolution-c,lab1-convolution-c feedback\r\n"
            "ada,85,\"lab1-convolution-c: 17 of 20 points<br>graded: 15 points<br>"
            "2 points added: =an appeal<br>step 1 c: OK, 15/20\"\r\n");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].text, "bob lab1-convolution-c: left out, as the student is excused");
  EXPECT_FALSE(remarks[0].hinders) << "somebody has decided that";
}

TEST_F(ExportsClass, PointsWithoutAResultAreAScore) {
  sheet.scores[{"ada", &lab}] = {12, 20, "", 0, false};
  sheet.scores[{"ada", &lab}].adjustments = {"12 points added: shown to me"};
  const GradeBook book = read_class(sheet, folder);
  ASSERT_EQ(book.graded.size(), 1u);
  EXPECT_EQ(book.graded[0].score, 12);
  EXPECT_EQ(book.graded[0].lab.max_score, 20);
  EXPECT_TRUE(book.graded[0].lab.steps.empty());
}

TEST_F(ExportsClass, AVoidedGateIsOfTheMaximumNoPart) {
  keep("ada", "k");
  sheet.settings.adjustments = {{.kind = Adjustment::Kind::voided_gate,
                                 .lab = &lab,
                                 .step = 1,
                                 .gate = "correct",
                                 .gate_points = 20,
                                 .reason = "the limit was wrong"}};
  sheet.scores[{"ada", &lab}] = {0, 0, "k", 0, false};
  const std::vector<GradedLab> all = read_class(sheet, folder).graded;
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].lab.max_score, 0);
  EXPECT_EQ(all[0].lab.steps[0].gates[0].max_points, 20);
  EXPECT_NE(format_csv().make(all).find("does not count: the limit was wrong"), std::string::npos);
}

}  // namespace
}  // namespace warplab::exports_class_test
