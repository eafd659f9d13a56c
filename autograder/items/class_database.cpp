// The database is made in memory: a file of SQLite's own would take a journal and locks, and be
// seen before it is whole.
#include "autograder/items/class_database.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cstddef>
#include <memory>
#include <new>
#include <optional>

#include "autograder/classroom/adjustments.h"
#include "autograder/course/lab.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/items/items.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

constexpr const char* tables = R"(
  CREATE TABLE students (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL, email TEXT NOT NULL, section TEXT NOT NULL  -- empty where not known
  );
  CREATE TABLE hand_ins (
    student TEXT NOT NULL REFERENCES students (id),
    lab TEXT NOT NULL,          -- lab1-convolution-c
    key TEXT,                   -- of the result that counts; NULL: there is none
    score REAL,                 -- that counts; NULL: no grade, or excused
    max_score REAL NOT NULL,
    lost REAL NOT NULL,         -- points, for being late
    late_s INTEGER,             -- seconds after the deadline; 0: in time, NULL: no grade
    waiting INTEGER NOT NULL,   -- 1: what is handed in now is not graded yet
    outdated INTEGER NOT NULL,  -- 1: graded by another lab.json or grader than there is now
    graded REAL,                -- the result's points, before lost and adjustments; NULL: no grade
    excused INTEGER NOT NULL,   -- 1: it does not count, and has no score
    contribution REAL,          -- points of the total; NULL: it is not among those that count
    late_days INTEGER NOT NULL, -- of the student's own that it takes
    attempts INTEGER NOT NULL,  -- versions of the files that were graded
    PRIMARY KEY (student, lab)
  );
  CREATE TABLE totals (
    student TEXT PRIMARY KEY REFERENCES students (id),
    points REAL NOT NULL,
    max_points REAL NOT NULL,   -- without labs that the student is excused from
    late_days INTEGER NOT NULL, -- that are spent
    passed INTEGER,             -- 1 or 0; NULL: class.json has no pass marks
    grade TEXT                  -- NULL: it has no scale
  );
  CREATE TABLE adjustments (    -- of class.json, in its order
    student TEXT,               -- NULL: all
    lab TEXT,                   -- NULL: the total, or all labs where excused
    step INTEGER, gate TEXT,    -- that does not count; NULL: no such adjustment
    what TEXT NOT NULL,         -- points, zero, excused, void
    points REAL,                -- added, or taken off where negative; NULL: no such adjustment
    reason TEXT NOT NULL
  );
  CREATE TABLE steps (          -- of the result that counts
    student TEXT NOT NULL,
    lab TEXT NOT NULL,
    step INTEGER NOT NULL,
    name TEXT NOT NULL,         -- outer-loop
    verdict TEXT NOT NULL,      -- OK
    score REAL,                 -- before what being late costs; NULL: no grade
    max_score REAL NOT NULL,
    ratio REAL,                 -- times as fast as the baseline; NULL: no such time
    baseline TEXT,              -- lab1-convolution-c/1
    modelled TEXT,              -- H200: the time is simt's for that GPU
    gpu TEXT,                   -- NVIDIA H200: it was measured there; both NULL: on the CPU
    PRIMARY KEY (student, lab, step)
  );
  CREATE TABLE gates (          -- in the order in which they are tried
    student TEXT NOT NULL,
    lab TEXT NOT NULL,
    step INTEGER NOT NULL,
    gate TEXT NOT NULL,         -- speed
    state TEXT NOT NULL,        -- passed, failed, not run
    points REAL NOT NULL,
    max_points REAL NOT NULL
  );
  CREATE TABLE mistakes (
    student TEXT NOT NULL,
    lab TEXT NOT NULL,
    step INTEGER NOT NULL,
    name TEXT NOT NULL          -- shared-race, TIME_LIMIT(wall)
  );
)";

// Adds rows to a table.
class Rows {
 public:
  Rows(SQLite::Database& file, const char* insert) : insert_(file, insert) {}

  // One of these values. What is absent is NULL.
  template <class... Values>
  void add(const Values&... values) {
    insert_.reset();
    insert_.clearBindings();
    int at = 0;
    (bind(++at, values), ...);
    insert_.exec();
  }

 private:
  template <class Value>
  void bind(int at, const Value& value) {
    insert_.bind(at, value);
  }
  template <class Value>
  void bind(int at, const std::optional<Value>& value) {
    if (value) insert_.bind(at, *value);
  }

  SQLite::Statement insert_;
};

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

const char* text_of(RowState state) {
  return state == RowState::passed ? "passed" : state == RowState::failed ? "failed" : not_run;
}

void add_hand_ins(SQLite::Database& file, const ScoreSheet& sheet) {
  Rows students(file, "INSERT INTO students VALUES (?, ?, ?, ?)");
  Rows hand_ins(file, "INSERT INTO hand_ins VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Rows totals(file, "INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?)");
  for (const Student& student : sheet.students) {
    students.add(student.id, student.name, student.email, student.section);
    for (const Lab* lab : sheet.labs)
      if (const LabScore* score = sheet.find(student.id, *lab))
        hand_ins.add(
            student.id, lab->name, unless_empty(score->key), score->score, score->max_score,
            score->lost, score->graded ? std::optional(score->late.count()) : std::nullopt,
            score->is_waiting, score->is_outdated, score->graded, !score->excused.empty(),
            score->score && !score->is_dropped ? std::optional(score->contribution) : std::nullopt,
            score->late_days, score->attempts);
    const Total& total = sheet.total(student.id);
    totals.add(student.id, total.points, total.max_points, total.late_days, total.passed,
               unless_empty(total.grade));
  }
}

const char* text_of(Adjustment::Kind kind) {
  switch (kind) {
    case Adjustment::Kind::points:
      return "points";
    case Adjustment::Kind::zero:
      return "zero";
    case Adjustment::Kind::excused:
      return "excused";
    case Adjustment::Kind::voided_gate:
      return "void";
  }
  return "";
}

void add_adjustments(SQLite::Database& file, const ScoreSheet& sheet) {
  Rows rows(file, "INSERT INTO adjustments VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const Adjustment& each : sheet.settings.adjustments) {
    const bool is_void = each.kind == Adjustment::Kind::voided_gate;
    const bool is_points = each.kind == Adjustment::Kind::points;
    rows.add(unless_empty(each.student), unless_empty(each.lab == nullptr ? "" : each.lab->name),
             is_void ? std::optional(each.step) : std::nullopt, unless_empty(each.gate),
             text_of(each.kind), is_points ? std::optional(each.points) : std::nullopt,
             each.reason);
  }
}

void add_steps(SQLite::Database& file, const GradeBook& book) {
  Rows steps(file, "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Rows gates(file, "INSERT INTO gates VALUES (?, ?, ?, ?, ?, ?, ?)");
  Rows mistakes(file, "INSERT INTO mistakes VALUES (?, ?, ?, ?)");
  for (const GradedLab& graded : book.graded)
    for (const StepResult& step : graded.lab.steps) {
      const std::string& student = graded.student.id;
      const std::string& lab = graded.lab.lab;
      const bool has_grade = graded.has_grade() && step.verdict.kind != VerdictKind::grader_error;
      const bool has_speed = has_grade && step.time && !step.time->baseline.empty();
      const Timing time = has_speed ? *step.time : Timing{};
      steps.add(student, lab, step.step, step.name, verdict_text(step.verdict),
                has_grade ? std::optional(step.score) : std::nullopt, step.max_score,
                has_speed ? std::optional(time.ratio) : std::nullopt, unless_empty(time.baseline),
                unless_empty(time.modelled), unless_empty(time.gpu));
      if (!has_grade) continue;
      for (const GateRow& row : rows_of_step(step))
        gates.add(student, lab, step.step, row.gate, text_of(row.state), row.points,
                  row.max_points);
      for (const std::string& name : mistakes_of(step)) mistakes.add(student, lab, step.step, name);
    }
}

std::string serialised(SQLite::Database& file) {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(file.getHandle(), "main", &size, 0), sqlite3_free);
  if (!bytes) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

}  // namespace

std::string class_database(const ScoreSheet& sheet, const GradeBook& book) {
  SQLite::Database file(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  SQLite::Transaction transaction(file);
  file.exec(tables);
  add_hand_ins(file, sheet);
  add_adjustments(file, sheet);
  add_steps(file, book);
  transaction.commit();
  return serialised(file);
}

}  // namespace warplab
