// Marks that an instructor changes in class.json: what is read, what is wrong with it, and what is left to count.
#include "autograder/classroom/adjustments.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/classroom/marks.h"
#include "autograder/classroom/scores.h"
#include "autograder/classroom/settings.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// Lab 1 has 30 points, lab 5 has 60, of which 13 are for load-bytes. Ada and bob have handed in both.
class Adjustments : public testing::Test {
 protected:
  Adjustments() {
    fs::create_directories(folder / "in");
    handed_in.students = {{"ada", "", "", "", "ada"}, {"bob", "", "", "", "bob"}};
    keep("ada", lab1, 20);
    keep("ada", lab5, 40);
    keep("bob", lab1, 30);
    keep("bob", lab5, 53, 6);
  }

  void keep(const std::string& student, const Lab& lab, double score, double load_bytes = 13) {
    KeptResult result;
    result.student = student;
    result.lab = lab.name;
    result.key = result.files = "k";
    result.score = score;
    result.gates[{1, "load-bytes"}] = load_bytes;
    results.push_back(result);
  }

  // With this list, on the second line of class.json.
  ClassSettings read(const std::string& list) {
    write_file(
        folder / "class.json",
        "{\"submissions\": \"in\", \"labs\": {\"lab1\": {}, \"lab5\": {}}, \"adjustments\": [\n" +
            list + "]}");
    return read_settings(course, folder);
  }
  std::string complaint(const std::string& list) {
    try {
      read(list);
      return "";
    } catch (const CourseError& error) {
      const std::string message = error.what();
      return message.substr(message.find("class.json"));
    }
  }
  ScoreSheet sheet(const std::string& list) { return make_sheet(read(list), handed_in, results); }
  // A row of scores.csv, from the scores on.
  std::string row(const std::string& student, const std::string& list) {
    const std::string csv = csv_of(sheet(list));
    const std::size_t at = csv.find("\n" + student + ",,,,") + student.size() + 5;
    return csv.substr(at, csv.find('\r', at) - at);
  }

  const Course course = load_course(checkout::root);
  const Lab& lab1 = course.find("lab1");
  const Lab& lab5 = course.find("lab5");
  const fs::path folder = own_folder();
  HandedIn handed_in;
  std::vector<KeptResult> results;
};

TEST_F(Adjustments, PointsAreAddedOrTakenOffWithinTheLab) {
  EXPECT_EQ(
      row("ada", R"({"student": "ada", "lab": "lab1", "points": 2.5, "reason": "an appeal"})"),
      "22.5,40,62.5,lab1: graded 20; lab1: 2.5 points added: an appeal");
  EXPECT_EQ(row("ada", R"({"student": "ada", "lab": "5", "points": -50, "reason": "late mail"})"),
            "20,0,20,\"lab5: graded 40; lab5: 50 points taken off, down to 0: late mail\"");
  EXPECT_EQ(row("bob", R"({"lab": "lab1", "points": 2, "reason": "the limit was wrong"})"),
            "30,53,83,\"lab1: graded 30; lab1: 2 points added, up to 30: the limit was wrong\"");
  EXPECT_EQ(row("bob", R"({"student": "ada", "lab": "lab1", "points": 2, "reason": "hers"})"),
            "30,53,83,");
}

TEST_F(Adjustments, InTheirOrderAndOnePerPartOfATenth) {
  EXPECT_EQ(
      row("ada", R"({"student": "ada", "lab": "lab1", "zero": true, "reason": "copied"},
                          {"student": "ada", "lab": "lab1", "points": 0.1, "reason": "own line"},
                          {"student": "ada", "lab": "lab1", "points": 0.2, "reason": "another"})"),
      "0.3,40,40.3,lab1: graded 20; lab1: set to 0: copied; lab1: 0.1 points added: own line; "
      "lab1: 0.2 points added: another");
}

TEST_F(Adjustments, TheTotalHasItsOwn) {
  const std::string bonus = R"({"student": "ada", "points": 3, "reason": "found a mistake"})";
  EXPECT_EQ(row("ada", bonus), "20,40,63,total: 3 points added: found a mistake");
  EXPECT_EQ(row("bob", bonus), "30,53,83,");
  EXPECT_EQ(row("ada", R"({"student": "ada", "zero": true, "reason": "expelled"})"),
            "20,40,0,total: set to 0: expelled");
}

TEST_F(Adjustments, WhoIsExcusedHasNeitherPointsNorAMaximum) {
  const std::string ill = R"({"student": "ada", "lab": "lab5", "excused": true, "reason": "ill"})";
  EXPECT_EQ(row("ada", ill), "20,,20,lab5: graded 40; lab5: excused: ill; total out of 30");
  EXPECT_EQ(row("bob", ill), "30,53,83,");
  const ScoreSheet one = sheet(ill);
  EXPECT_EQ(one.total("ada").max_points, 30);
  EXPECT_EQ(one.total("bob").max_points, 90);
  EXPECT_EQ(one.find("ada", lab5)->graded, 40);
  EXPECT_FALSE(one.find("ada", lab5)->score);
  const ScoreSheet all = sheet(R"({"student": "ada", "excused": true, "reason": "has left"})");
  EXPECT_EQ(all.total("ada").points, 0);
  EXPECT_EQ(all.total("ada").max_points, 0);
  EXPECT_EQ(row("bob", R"({"lab": "lab5", "excused": true, "reason": "cancelled"})"),
            "30,,30,lab5: graded 53; lab5: excused: cancelled; total out of 30");
}

// Neither its points nor its maximum: bob has lost 7 there, of 60.
TEST_F(Adjustments, AVoidedGateCountsForNobody) {
  const std::string list =
      R"({"lab": "lab5", "step": 1, "void": "load-bytes", "reason": "the limit was wrong"})";
  EXPECT_EQ(
      row("ada", list),
      "20,27,47,lab5: graded 40; lab5: step 1 load-bytes does not count: the limit was wrong");
  EXPECT_EQ(
      row("bob", list),
      "30,47,77,lab5: graded 53; lab5: step 1 load-bytes does not count: the limit was wrong");
  const ScoreSheet void_of = sheet(list);
  EXPECT_EQ(void_of.settings.max_score(lab5), 47);
  EXPECT_EQ(void_of.find("bob", lab5)->max_score, 47);
  EXPECT_EQ(void_of.total("bob").max_points, 77);
}

TEST_F(Adjustments, WhatBeingLateCostsComesFirst) {
  ClassSettings settings =
      read(R"({"student": "ada", "lab": "lab1", "points": 2, "reason": "an appeal"})");
  settings.late = {10, std::chrono::minutes(0), 5};
  settings.deadlines[&lab1] = Moment(std::chrono::seconds(-1));
  const ScoreSheet late = make_sheet(settings, handed_in, results);
  EXPECT_EQ(late.find("ada", lab1)->score, 20);
  EXPECT_EQ(late.find("ada", lab1)->lost, 2);
  EXPECT_EQ(late.find("ada", lab1)->graded, 20);
}

TEST_F(Adjustments, WithoutAHandInThereIsAScoreWhereOneIsGiven) {
  handed_in.students.push_back({"cy", "", "", "", "cy"});
  EXPECT_EQ(row("cy", R"({"student": "cy", "lab": "lab1", "points": 12, "reason": "shown to me"})"),
            "12,,12,lab1: 12 points added: shown to me");
  EXPECT_EQ(row("cy", R"({"student": "cy", "lab": "lab1", "zero": true, "reason": "copied"})"),
            "0,,0,lab1: set to 0: copied");
  EXPECT_EQ(row("cy", R"({"lab": "lab1", "points": 2, "reason": "for all"},
                         {"student": "cy", "lab": "lab5", "points": -2, "reason": "late"})"),
            ",,0,")
      << "nothing comes of nothing";
}

TEST_F(Adjustments, MistakesHaveFileLineAndFieldAndANearName) {
  EXPECT_EQ(complaint(R"({"student": "ada", "lab": "lab1", "points": 2})"),
            "class.json:2: adjustments[0]: field \"reason\" is missing");
  EXPECT_EQ(complaint(R"({"points": 2, "reason": "r"})"),
            "class.json:2: adjustments[0]: say whose marks change: \"student\", \"lab\" or both");
  EXPECT_EQ(
      complaint(R"({"student": "ada", "lab": "lab1", "reason": "r"})"),
      "class.json:2: adjustments[0]: say one of \"points\", \"zero\", \"excused\" and \"void\"");
  EXPECT_EQ(
      complaint(R"({"student": "ada", "zero": true, "excused": true, "reason": "r"})"),
      "class.json:2: adjustments[0]: say one of \"points\", \"zero\", \"excused\" and \"void\"");
  EXPECT_EQ(complaint(R"({"student": "ada", "zero": false, "reason": "r"})"),
            "class.json:2: adjustments[0].zero: expected true, or no such field, got false");
  for (const char* points : {"0", "0.25", "\"2\"", "1e9"})
    EXPECT_TRUE(
        complaint(std::string(R"({"student": "ada", "reason": "r", "points": )") + points + "}")
            .starts_with("class.json:2: adjustments[0].points: expected "))
        << points;
  EXPECT_NE(
      complaint("{\"lab\": \"lab1\", \"points\": 1, \"reason\": \"r\"},\n"
                "{\"lab\": \"lab5-shared-imt\", \"points\": 1, \"reason\": \"r\"}")
          .find("class.json:3: adjustments[1].lab: there is no lab \"lab5-shared-imt\"; did you "
                "mean lab5-shared-int?"),
      std::string::npos);
  EXPECT_EQ(complaint(R"({"lab": "lab2", "points": 1, "reason": "r"})"),
            "class.json:2: adjustments[0].lab: lab2-openmp does not count: add it to \"labs\"");
  EXPECT_EQ(
      complaint(R"({"lab": "lab5", "step": 1, "void": "load-byte", "reason": "r"})"),
      "class.json:2: adjustments[0].void: step 1 of lab5-shared-int has no gate \"load-byte\" "
      "with points; did you mean load-bytes?");
  EXPECT_EQ(
      complaint(R"({"lab": "lab1", "step": 1, "void": "builds", "reason": "r"})"),
      "class.json:2: adjustments[0].void: step 1 of lab1-convolution-c has no gate \"builds\" "
      "with points; it has correct, speed");
  EXPECT_TRUE(complaint(R"({"lab": "lab5", "step": 9, "void": "correct", "reason": "r"})")
                  .starts_with("class.json:2: adjustments[0].step: "));
  EXPECT_EQ(
      complaint(R"({"lab": "lab5", "void": "correct", "reason": "r"})"),
      "class.json:2: adjustments[0]: field \"step\" is missing: a gate belongs to one step of "
      "the lab");
  EXPECT_EQ(
      complaint(
          R"({"student": "ada", "lab": "lab5", "step": 1, "void": "correct", "reason": "r"})"),
      "class.json:2: adjustments[0].student: a gate is voided for all: leave out the student, or "
      "give points");
  EXPECT_EQ(complaint(R"({"lab": "lab5", "step": 1, "void": "correct", "reason": "r"},
                         {"lab": "5", "step": 1, "void": "correct", "reason": "s"})"),
            "class.json:3: adjustments[1].void: the gate is voided already; keep one");
  EXPECT_EQ(complaint(R"({"lab": "lab5", "step": 1, "points": 2, "reason": "r"})"),
            "class.json:2: adjustments[0].step: a step goes with \"void\" alone");
}

TEST_F(Adjustments, OneForNobodyInTheClassIsSaidWithItsPlace) {
  const ClassSettings settings = read(R"({"student": "adda", "points": 2, "reason": "r"},
    {"student": "bob", "points": 2, "reason": "r"},
    {"student": "zoe", "lab": "lab1", "zero": true, "reason": "r"})");
  const std::vector<Remark> useless = useless_adjustments(settings.adjustments, handed_in.students);
  ASSERT_EQ(useless.size(), 2u);
  EXPECT_EQ(
      useless[0].text,
      (folder / "class.json").string() +
          ":2: adjustments[0].student: there is no student \"adda\" among the 2 of the class; "
          "did you mean ada?");
  EXPECT_TRUE(useless[0].hinders);
  EXPECT_EQ(useless[1].text,
            (folder / "class.json").string() +
                ":4: adjustments[2].student: there is no student \"zoe\" among the 2 of the class");
}

TEST_F(Adjustments, AStudentReadsThemAtTheEndOfTheResult) {
  const fs::path counts = folder / "ada" / lab1.name / "k",
                 other = folder / "ada" / lab1.name / "j";
  for (const fs::path& place : {counts, other}) {
    fs::create_directories(place);
    write_file(place / "result.txt", "the table\n");
  }
  write_marks(folder, sheet(R"({"student": "ada", "lab": "lab1", "points": 2, "reason": "one"})"));
  EXPECT_EQ(read_file(counts / "result.txt"),
            "the table\n"
            "What counts, by the rules of your class:\n"
            "  lab1 has 20 points\n"
            "  2 points added: one\n"
            "  lab1 counts 22 of 30 points\n");
  write_marks(folder, sheet(R"({"student": "ada", "lab": "lab1", "excused": true, "reason": "two"},
                               {"student": "ada", "points": 1, "reason": "three"})"));
  EXPECT_EQ(read_file(counts / "result.txt"),
            "the table\n"
            "What counts, by the rules of your class:\n"
            "  lab1 has 20 points\n"
            "  excused: two\n"
            "  lab1 does not count\n"
            "  Your total is 41 of 60 points: lab5 40; 1 point added: three.\n");
  EXPECT_EQ(read_file(other / "result.txt"), "the table\n") << "it does not count";
  write_marks(folder, sheet(""));
  EXPECT_EQ(read_file(counts / "result.txt"), "the table\n") << "it is taken back";
}

}  // namespace
}  // namespace warplab
