// What a total is worth: weights, the best labs, pass marks, a scale, and days late that cost nothing.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/marks.h"
#include "autograder/classroom/scores.h"
#include "autograder/classroom/settings.h"
#include "autograder/classroom/sheet_views.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// Labs 1 and 2 have 30 points, lab 5 has 60.
class Policy : public testing::Test {
 protected:
  Policy() {
    fs::create_directories(folder / "handed-in");
    handed_in.students = {{"ada", "", "", "", "ada"}};
  }

  void keep(const char* lab, double score, const std::string& at = "2026-10-01T00:00Z",
            const std::string& files = "a") {
    KeptResult result;
    result.student = "ada";
    result.lab = course.find(lab).name;
    result.key = result.files = files;
    result.score = score;
    result.handed_in = parse_moment(at).value();
    results.push_back(result);
  }
  ClassSettings read(const std::string& rest) {
    write_file(folder / "class.json", "{\"submissions\": \"handed-in\",\n" + rest + "}");
    return read_settings(course, folder);
  }
  std::string complaint(const std::string& rest) {
    try {
      read(rest);
      return "";
    } catch (const CourseError& error) {
      const std::string message = error.what();
      return message.substr(message.find("class.json"));
    }
  }
  ScoreSheet sheet(const std::string& rest) { return make_sheet(read(rest), handed_in, results); }
  std::string told(const std::string& rest) { return sheet(rest).total("ada").told; }

  static inline const std::string three = R"("labs": {"lab1": {}, "lab2": {}, "lab5": {}})";
  // Two days, and three labs that are due on the 12th.
  static inline const std::string late_days =
      R"("late": {"percent_per_day": 10}, "late_days": 2, "labs": {
  "lab1": {"deadline": "2026-10-12T00:00Z"},
  "lab2": {"deadline": "2026-10-12T00:00Z"},
  "lab5": {"deadline": "2026-10-12T00:00Z"}})";

  const Course course = load_course(checkout::root);
  const fs::path folder = own_folder();
  HandedIn handed_in;
  std::vector<KeptResult> results;
};

TEST_F(Policy, AWeightIsWhatAllOfALabBrings) {
  keep("lab1", 20);
  keep("lab5", 45);
  const ScoreSheet weighted = sheet(R"("labs": {"lab1": {"weight": 10}, "lab5": {"weight": 100}})");
  EXPECT_EQ(weighted.find("ada", course.find("lab1"))->contribution, 6.7)
      << "20/30 of 10, in tenths";
  EXPECT_EQ(weighted.find("ada", course.find("lab1"))->score, 20);
  EXPECT_EQ(weighted.total("ada").points, 81.7);
  EXPECT_EQ(weighted.total("ada").max_points, 110);
  EXPECT_EQ(weighted.total("ada").told, "Your total is 81.7 of 110 points: lab1 6.7 + lab5 75.");
}

// 0.5 of 30 at a weight of 3 are 0.05.
TEST_F(Policy, HalfATenthOfAWeightIsRoundedUp) {
  keep("lab1", 0.5);
  EXPECT_EQ(sheet(R"("labs": {"lab1": {"weight": 3}})").total("ada").points, 0.1);
}

TEST_F(Policy, TheBestCountByWhatTheyBring) {
  keep("lab1", 30);
  keep("lab2", 24);
  keep("lab5", 25);
  const std::string best = three + R"(, "total": {"best": 2})";
  EXPECT_EQ(told(best),
            "Your total is 55 of 90 points: lab1 30 + lab5 25. The best 2 labs count, which leaves "
            "out lab2 (24).");
  EXPECT_TRUE(sheet(best).find("ada", course.find("lab2"))->is_dropped);
  EXPECT_EQ(told(R"("late_days": 1, "late": {"percent_per_day": 10},
                    "labs": {"lab1": {"weight": 1}, "lab2": {"weight": 1}}, "total": {"best": 1})"),
            "Your total is 1 of 1 point: lab1 1. The best lab counts, which leaves out lab2 (0.8). "
            "You have spent 0 of 1 late day.");
  EXPECT_EQ(
      told(R"("labs": {"lab1": {"weight": 10}, "lab2": {"weight": 10}, "lab5": {"weight": 10}},
                    "total": {"best": 2})"),
      "Your total is 18 of 20 points: lab1 10 + lab2 8. The best 2 labs count, which leaves "
      "out lab5 (4.2).");
  EXPECT_EQ(told(three + R"(, "total": {"best": 2},
                 "adjustments": [{"student": "ada", "lab": "lab1", "excused": true, "reason": "ill"}])"),
            "Your total is 49 of 90 points: lab2 24 + lab5 25.");
}

TEST_F(Policy, PassMarksAreOfTheTotalAndOfLabs) {
  keep("lab1", 14.9);
  keep("lab5", 60);
  const auto passed = [&](const std::string& rest) { return sheet(rest).total("ada").passed; };
  EXPECT_EQ(passed(three), std::nullopt);
  EXPECT_EQ(passed(three + R"(, "total": {"pass": 74.9})"), true);
  EXPECT_EQ(passed(three + R"(, "total": {"pass": 75})"), false);
  EXPECT_EQ(passed(R"("labs": {"lab1": {"pass": 14.9}, "lab5": {}})"), true);
  EXPECT_EQ(passed(R"("labs": {"lab1": {}, "lab2": {"pass": 1}, "lab5": {}})"), false)
      << "which nobody has handed in";
  EXPECT_EQ(
      told(R"("labs": {"lab1": {"pass": 15}, "lab2": {"pass": 1}, "lab5": {}}, "total": {})"),
      "Your total is 74.9 of 120 points: lab1 14.9 + lab5 60. You have not passed yet: passing "
      "takes 15 points in lab1, which has 14.9, passing takes 1 point in lab2, which has 0.");
}

TEST_F(Policy, AScaleGivesTheBestGradeThatIsReached) {
  keep("lab1", 30);
  const auto grade = [&](const std::string& total, const std::string& rest = "") {
    return sheet(R"("labs": {"lab1": {}, "lab5": {}}, "total": )" + total + rest)
        .total("ada")
        .grade;
  };
  EXPECT_EQ(grade(R"({"scale": {"A": 60, "B": 30, "F": 0}})"), "B");
  EXPECT_EQ(grade(R"({"scale": {"A": 60, "B": 30.1, "F": 0}})"), "F");
  EXPECT_EQ(grade(R"({"pass": 31, "scale": {"A": 20, "F": 0}})"), "F") << "not passed";
  const std::string excused =
      R"(, "adjustments": [{"student": "ada", "lab": "lab5", "excused": true, "reason": "ill"}])";
  EXPECT_EQ(grade(R"({"scale": {"A": 90, "F": 0}})", excused), "A") << "30 of 30 are 90 of 90";
  EXPECT_EQ(
      grade(R"({"scale": {"A": 90, "F": 0}})",
            R"(, "adjustments": [{"student": "ada", "excused": true, "reason": "has left"}])"),
      "");
}

TEST_F(Policy, ALabHasItsOwnCostOfBeingLate) {
  keep("lab1", 30, "2026-10-12T12:00Z");
  keep("lab2", 30, "2026-10-12T12:00Z");
  const ScoreSheet late = sheet(R"("late": {"percent_per_day": 10}, "labs": {
    "lab1": {"deadline": "2026-10-12T00:00Z"},
    "lab2": {"deadline": "2026-10-12T00:00Z", "late": {"percent_per_day": 50}}})");
  EXPECT_EQ(late.find("ada", course.find("lab1"))->score, 27);
  EXPECT_EQ(late.find("ada", course.find("lab2"))->score, 15);
}

TEST_F(Policy, LateDaysAreSpentInTheOrderOfHandingIn) {
  keep("lab1", 30, "2026-10-13T12:00Z");
  keep("lab2", 30, "2026-10-12T12:00Z");
  keep("lab5", 60, "2026-10-12T13:00Z");
  const ScoreSheet late = sheet(late_days);
  EXPECT_EQ(late.find("ada", course.find("lab2"))->late_days, 1);
  EXPECT_EQ(late.find("ada", course.find("lab5"))->late_days, 1);
  EXPECT_EQ(late.find("ada", course.find("lab1"))->late_days, 0);
  EXPECT_EQ(late.find("ada", course.find("lab1"))->score, 24);
  EXPECT_EQ(
      late.total("ada").told,
      "Your total is 114 of 120 points: lab1 24 + lab2 30 + lab5 60. You have spent 2 of 2 late "
      "days.");
  EXPECT_NE(
      csv_of(late).find("lab1: 36.0 h late, 6 points lost; lab2: 12.0 h late, 1 late day spent, "
                        "0 points lost"),
      std::string::npos)
      << csv_of(late);
}

TEST_F(Policy, APartOfADelayIsCoveredAndTheRestCosts) {
  keep("lab1", 30, "2026-10-14T12:00Z");
  const ScoreSheet late = sheet(late_days);
  EXPECT_EQ(late.find("ada", course.find("lab1"))->late_days, 2);
  EXPECT_EQ(late.find("ada", course.find("lab1"))->score, 27);
}

TEST_F(Policy, NoLateDayIsSpentWhereItBringsNothing) {
  keep("lab1", 0, "2026-10-12T12:00Z");
  keep("lab2", 20, "2026-10-11T12:00Z");
  keep("lab2", 20, "2026-10-12T12:00Z", "b");
  keep("lab5", 60, "2026-10-14T12:00Z");
  const ScoreSheet late = sheet(late_days);
  EXPECT_EQ(late.find("ada", course.find("lab1"))->late_days, 0);
  EXPECT_EQ(late.find("ada", course.find("lab2"))->late_days, 0);
  EXPECT_EQ(late.find("ada", course.find("lab5"))->late_days, 2);
  const ScoreSheet excused = sheet(late_days + R"(,
    "adjustments": [{"student": "ada", "lab": "lab5", "excused": true, "reason": "ill"}])");
  EXPECT_EQ(excused.total("ada").late_days, 0);
}

TEST_F(Policy, ALaterVersionTakesTheDaysOfTheOneBefore) {
  keep("lab1", 20, "2026-10-12T12:00Z");
  keep("lab1", 30, "2026-10-13T12:00Z", "b");
  const ScoreSheet late = sheet(late_days);
  EXPECT_EQ(late.find("ada", course.find("lab1"))->key, "b");
  EXPECT_EQ(late.find("ada", course.find("lab1"))->late_days, 2) << "not three";
  EXPECT_EQ(late.find("ada", course.find("lab1"))->score, 30);
}

TEST_F(Policy, ExtensionsComeBeforeLateDays) {
  keep("lab1", 30, "2026-10-13T12:00Z");
  const ScoreSheet late =
      sheet(late_days + R"(, "extensions": {"ada": {"lab1": "2026-10-13T00:00Z"}})");
  EXPECT_EQ(late.find("ada", course.find("lab1"))->late_days, 1);
}

TEST_F(Policy, MistakesHaveFileLineAndField) {
  EXPECT_EQ(complaint(three + ",\n\"total\": {\"best\": 4}"),
            "class.json:3: total.best: expected a whole number from 1 to 3, got 4");
  EXPECT_EQ(complaint(three + ",\n\"total\": {\"pass\": 121}"),
            "class.json:3: total.pass: expected at most 120, got 121");
  EXPECT_EQ(complaint(three + ",\n\"total\": {\"best\": 1, \"pass\": 61}"),
            "class.json:3: total.pass: expected at most 60, got 61");
  EXPECT_EQ(complaint(three + ",\n\"total\": {\"pas\": 1}"),
            "class.json:3: total.pas: unknown field; did you mean pass?");
  EXPECT_EQ(
      complaint(three + ",\n\"total\": {\"scale\": {\"A\": 50}}"),
      "class.json:3: total.scale: a grade from 0 points is missing, for all others and for who "
      "does not pass");
  EXPECT_EQ(complaint(three + ",\n\"total\": {\"scale\": {\"A\": 50, \"B\": 50, \"F\": 0}}"),
            "class.json:3: total.scale.B: A begins there, too");
  EXPECT_EQ(complaint("\"labs\": {\"lab1\": {\"pass\": 31}}"),
            "class.json:2: labs.lab1.pass: expected at most 30, got 31");
  EXPECT_EQ(complaint("\"labs\": {\"lab1\": {\"weight\": 0.25}}"),
            "class.json:2: labs.lab1.weight: expected points in tenths, got 0.25");
  EXPECT_EQ(complaint("\"labs\": {\"lab1\": {\"late\": {\"days\": 2}}}"),
            "class.json:2: labs.lab1.late: field \"percent_per_day\" is missing");
  EXPECT_EQ(
      complaint(three + ",\n\"late_days\": 3"),
      "class.json:3: late_days: being late costs nothing: say in \"late\" what other days cost");
}

// The example of docs/grading-a-class.md, and what it says of it.
TEST_F(Policy, TheGuidesExampleGivesWhatItSays) {
  const std::string guide = read_file(fs::path(checkout::root) / "docs/grading-a-class.md");
  const std::size_t section = guide.find("### What a total is worth");
  ASSERT_NE(section, std::string::npos);
  const std::size_t begin = guide.find("```json\n", section) + 8;
  write_file(folder / "class.json", guide.substr(begin, guide.find("```", begin) - begin));
  keep("lab1", 24, "2026-10-12T12:00Z");
  keep("lab2", 18, "2026-10-29T12:00Z");
  keep("lab5", 50, "2026-11-09T12:00Z");
  const ScoreSheet made = make_sheet(read_settings(course, folder), handed_in, results);
  const auto quoted = [&](const std::string& text) {
    EXPECT_NE(guide.find(text, section), std::string::npos) << text;
  };
  quoted(marks_text(made, "ada", course.find("lab2")));
  quoted(table_of(made));
}

}  // namespace
}  // namespace warplab
