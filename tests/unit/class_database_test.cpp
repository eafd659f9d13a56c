// Who got what in a class, as a database.
#include "autograder/items/class_database.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/classroom/ledger.h"
#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"
#include "autograder/exports/read_class.h"
#include "common/files.h"
#include "tests/own_folder.h"
#include "tests/unit/graded_labs.h"

namespace warplab::class_database_test {
namespace {

namespace fs = std::filesystem;

// A ledger of one lab: ada is late, bob has a race, cy failed by our fault, and dan waits.
class ClassDatabase : public testing::Test {
 protected:
  ClassDatabase() {
    lab.name = "lab2-openmp";
    settings.labs = {&lab};
    settings.deadlines[&lab] = parse_moment("2026-10-12T22:00Z").value();
    settings.late.percent_per_day = 50;
    handed_in.students = {{"ada", "ada@example.org", "Ada '); DROP TABLE gates; --", "A", "ada"},
                          {"bob", "", "", "", "bob"},
                          {"cy", "", "", "", "cy"},
                          {"dan", "", "", "", "dan"}};
    for (const char* student : {"ada", "bob", "cy", "dan"})
      handed_in.hand_ins.push_back({student, &lab, "in", student, student, Moment{}});
    std::vector<StepResult> right = usual_steps();
    right[0].time.emplace();
    right[0].time->baseline = "lab1-convolution-c/1";
    right[0].time->ratio = 1.32;
    right[0].time->gpu = "NVIDIA H200";
    right[1].time.emplace();  // that has no baseline
    keep("ada", right, "2026-10-12T23:00:00Z");
    std::vector<StepResult> wrong = usual_steps();
    wrong[1].diagnosis.cause = "omp-race";
    keep("bob", wrong, "2026-10-12T20:00:00Z");
    fs::create_directories(folder / "cy" / lab.name);
    write_file(folder / "cy" / lab.name / "failed.json", R"({"why": "the disk is full"})");
    Step step;
    step.number = 1;
    step.name = "outer-loop";
    step.gates[GateKind::correct].points = 16;
    lab.steps = {step};
  }

  void keep(const std::string& student, const std::vector<StepResult>& steps, const char* when) {
    Result result;
    result.labs = {graded_lab(steps).lab};
    add_up(result);
    nlohmann::json kept = to_json(result);
    kept["class"] = {{"student", student},
                     {"key", student},
                     {"files", student},
                     {"handed_in", when},
                     {"graded", when}};
    const fs::path place = folder / student / lab.name / student;
    fs::create_directories(place);
    write_file(place / "result.json", kept.dump());
  }

  // The rows of a query on what is collected now, columns separated by bars; "-" for NULL.
  std::vector<std::string> ask(const std::string& question) {
    const ScoreSheet sheet = make_sheet(settings, handed_in, read_results(folder));
    const fs::path file = folder / class_database_name;
    write_file(file, class_database(sheet, read_class(sheet, folder)));
    SQLite::Database database(file, SQLite::OPEN_READONLY);
    SQLite::Statement query(database, question);
    std::vector<std::string> rows;
    while (query.executeStep()) {
      std::string row;
      for (int column = 0; column < query.getColumnCount(); ++column)
        row += (column == 0 ? "" : "|") +
               (query.isColumnNull(column) ? "-" : query.getColumn(column).getString());
      rows.push_back(row);
    }
    return rows;
  }

  const fs::path folder = own_folder();
  Lab lab;
  ClassSettings settings;
  HandedIn handed_in;
};

using Answer = std::vector<std::string>;

TEST_F(ClassDatabase, HasTheScoresOfTheSheet) {
  EXPECT_EQ(ask("SELECT * FROM students WHERE id = 'ada'"),
            Answer{"ada|Ada '); DROP TABLE gates; --|ada@example.org|A"});
  EXPECT_EQ(ask("SELECT * FROM hand_ins ORDER BY student"),
            (Answer{"ada|lab2-openmp|ada|7.2|16.0|7.2|3600|0|0|14.4|0|7.2|0|1",
                    "bob|lab2-openmp|bob|14.4|16.0|0.0|0|0|0|14.4|0|14.4|0|1",
                    "cy|lab2-openmp|-|-|16.0|0.0|-|1|0|-|0|-|0|0",
                    "dan|lab2-openmp|-|-|16.0|0.0|-|1|0|-|0|-|0|0"}));
  EXPECT_EQ(ask("SELECT * FROM totals ORDER BY student"),
            (Answer{"ada|7.2|16.0|0|-|-", "bob|14.4|16.0|0|-|-", "cy|0.0|16.0|0|-|-",
                    "dan|0.0|16.0|0|-|-"}));
  EXPECT_EQ(ask("SELECT count(*) FROM adjustments"), Answer{"0"});
}

TEST_F(ClassDatabase, HasAdjustmentsBesideWhatWasGraded) {
  using Kind = Adjustment::Kind;
  settings.adjustments = {
      {.kind = Kind::points, .student = "bob", .lab = &lab, .points = 1.5, .reason = "an appeal"},
      {.kind = Kind::excused, .student = "ada", .reason = "ill"},
      {.kind = Kind::zero, .student = "bob", .reason = "copied"},
      {.kind = Kind::voided_gate,
       .lab = &lab,
       .step = 1,
       .gate = "speed",
       .gate_points = 8,
       .reason = "the limit was wrong"}};
  EXPECT_EQ(
      ask("SELECT * FROM adjustments"),
      (Answer{"bob|lab2-openmp|-|-|points|1.5|an appeal", "ada|-|-|-|excused|-|ill",
              "bob|-|-|-|zero|-|copied", "-|lab2-openmp|1|speed|void|-|the limit was wrong"}));
  EXPECT_EQ(ask("SELECT student, score, max_score, graded, excused FROM hand_ins ORDER BY student"),
            (Answer{"ada|-|8.0|14.4|1", "bob|8.0|8.0|14.4|0", "cy|-|8.0|-|0", "dan|-|8.0|-|0"}));
  EXPECT_EQ(ask("SELECT * FROM totals WHERE student IN ('ada', 'bob') ORDER BY student"),
            (Answer{"ada|0.0|0.0|0|-|-", "bob|0.0|8.0|0|-|-"}));
  EXPECT_EQ(ask("SELECT points FROM gates WHERE student = 'ada' AND step = 1 AND gate = 'speed'"),
            Answer{"6.4"})
      << "what was graded stays";
}

TEST_F(ClassDatabase, HasStepsGatesAndMistakesOfTheResultsThatCount) {
  EXPECT_EQ(
      ask("SELECT * FROM steps ORDER BY student, step"),
      (Answer{"ada|lab2-openmp|1|outer-loop|OK|14.4|16.0|1.32|lab1-convolution-c/1|-|NVIDIA H200",
              "ada|lab2-openmp|2|outer-loop|WRONG|0.0|8.0|-|-|-|-",
              "bob|lab2-openmp|1|outer-loop|OK|14.4|16.0|-|-|-|-",
              "bob|lab2-openmp|2|outer-loop|WRONG|0.0|8.0|-|-|-|-",
              "cy|lab2-openmp|1|outer-loop|GRADER_ERROR|-|16.0|-|-|-|-"}));
  EXPECT_EQ(
      ask("SELECT step, gate, state, points, max_points FROM gates WHERE student = 'bob'"),
      (Answer{"1|builds|passed|0.0|0.0", "1|correct|passed|8.0|8.0", "1|speed|failed|6.4|8.0",
              "2|builds|passed|0.0|0.0", "2|correct|failed|0.0|6.0", "2|speed|not run|0.0|2.0"}));
  EXPECT_EQ(ask("SELECT student, step, name FROM mistakes"),
            (Answer{"ada|2|cause", "bob|2|omp-race"}));
  EXPECT_TRUE(ask("SELECT * FROM gates WHERE student = 'cy'").empty());
}

TEST_F(ClassDatabase, FollowsTheResultsEachTimeItIsMade) {
  EXPECT_EQ(ask("SELECT count(*) FROM steps"), Answer{"5"});
  keep("dan", usual_steps(), "2026-10-12T20:00:00Z");
  settings.late.percent_per_day = 0;
  EXPECT_EQ(ask("SELECT count(*) FROM steps"), Answer{"7"});
  EXPECT_EQ(ask("SELECT score, lost, late_s FROM hand_ins WHERE student = 'ada'"),
            Answer{"14.4|0.0|3600"});
  EXPECT_EQ(ask("PRAGMA integrity_check"), Answer{"ok"});
  EXPECT_EQ(ask("PRAGMA journal_mode"), Answer{"delete"}) << "no log beside it";
}

TEST_F(ClassDatabase, WithoutTheSandboxThereIsNoGrade) {
  GradeBook book;
  book.graded = {graded_lab(usual_steps())};
  book.graded[0].score.reset();
  write_file(folder / "x.sqlite", class_database({}, book));
  SQLite::Database database(folder / "x.sqlite", SQLite::OPEN_READONLY);
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM steps WHERE score IS NULL").getInt(), 2);
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM gates").getInt(), 0);
}

TEST_F(ClassDatabase, OfNobodyIsEmpty) {
  write_file(folder / "x.sqlite", class_database({}, {}));
  SQLite::Database database(folder / "x.sqlite", SQLite::OPEN_READONLY);
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM students").getInt(), 0);
}

}  // namespace
}  // namespace warplab::class_database_test
