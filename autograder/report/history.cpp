// SQLite with a write-ahead log: a run is one transaction, and kill -9 loses at most that one.
#include "autograder/report/history.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

namespace warplab {
namespace {

namespace fs = std::filesystem;

constexpr int schema_version = 2;
constexpr int busy_timeout_ms = 60'000;  // others may each wait for a slow disk

// A score is NULL where a grader error left none. `steps` of a lab is the list of those graded,
// "1,2".
constexpr const char* schema = R"(
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,            -- UTC, 2026-01-31T12:00:00Z
    machine TEXT NOT NULL,       -- fingerprint
    "commit" TEXT NOT NULL,      -- of the course; empty if unknown
    submission TEXT NOT NULL,
    device TEXT NOT NULL,
    gradable INTEGER NOT NULL,   -- 0: ran without a sandbox
    seconds REAL,
    result TEXT NOT NULL         -- result.json of the run
  );
  CREATE TABLE labs (
    run INTEGER NOT NULL REFERENCES runs (id),
    lab TEXT NOT NULL,
    steps TEXT NOT NULL,
    score REAL,
    max_score REAL NOT NULL
  );
  CREATE TABLE steps (
    run INTEGER NOT NULL REFERENCES runs (id),
    lab TEXT NOT NULL,
    step INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    score REAL,
    max_score REAL NOT NULL,
    median_s REAL,
    ratio REAL,
    origin TEXT NOT NULL         -- of the times: "modelled as H200"; empty for none
  );
  CREATE INDEX labs_by_name ON labs (lab);
  CREATE INDEX steps_by_name ON steps (lab, step);
)";

// From version 1, which knew no origin: the times of its GPU labs were all modelled, and are not
// comparable with any others.
constexpr const char* upgrade_from_1 = R"(
  ALTER TABLE steps ADD COLUMN origin TEXT NOT NULL DEFAULT ''
)";

std::string remedy(int code, const fs::path& path) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return fmt::format(
          "the file is damaged; move it away (mv {0} {0}.damaged) and the next run starts a new "
          "one",
          path.string());
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return "make the file and its folder writable for you";
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return "see whether the disk is full, free some space and run again";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another process keeps it locked; end that one and run again";
    default:
      return fmt::format("if this goes on, move the file away (mv {0} {0}.damaged)", path.string());
  }
}

// Binds a number; what is absent or not finite stays NULL.
void bind_number(SQLite::Statement& statement, int at, std::optional<double> number) {
  if (number && std::isfinite(*number)) statement.bind(at, *number);
}

// The number in the first column of a query's only row; nothing for NULL.
std::optional<double> number_of(SQLite::Statement& query) {
  query.executeStep();
  const SQLite::Column column = query.getColumn(0);
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

bool is_graded(const StepResult& step) { return step.verdict.kind != VerdictKind::grader_error; }

std::optional<double> score_of(const StepResult& step) {
  return is_graded(step) ? std::optional(step.score) : std::nullopt;
}

std::optional<double> score_of(const LabResult& lab) {
  const bool graded = std::all_of(lab.steps.begin(), lab.steps.end(), is_graded);
  return graded ? std::optional(lab.score) : std::nullopt;
}

std::string steps_of(const LabResult& lab) {
  std::string steps;
  for (const StepResult& step : lab.steps) {
    if (!steps.empty()) steps += ',';
    steps += std::to_string(step.step);
  }
  return steps;
}

// Times of one origin can be compared.
std::string origin_of(const Timing& time, const Machine& machine) {
  if (!time.modelled.empty()) return "modelled as " + time.modelled;
  return "measured on " + (time.gpu.empty() ? fingerprint(machine) : time.gpu);
}

std::vector<simt::observe::LineCount> lines_from(const std::string& text) {
  std::vector<simt::observe::LineCount> lines;
  for (const nlohmann::json& line : nlohmann::json::parse(text))
    lines.push_back({line.at("line"), line.at("count"), {}, line.at("code")});
  return lines;
}

// Those of a step in result.json of a run. What an older warplab did not write is absent.
std::vector<Gate> gates_of(SQLite::Database& file, std::int64_t run, const std::string& lab,
                           int step) {
  SQLite::Statement query(file, R"(
    SELECT json_extract(gate.value, '$.name'), json_extract(gate.value, '$.passed'),
      json_extract(gate.value, '$.value'), json_extract(gate.value, '$.points'),
      json_extract(gate.value, '$.max_points'), json_extract(gate.value, '$.lines')
    FROM runs, json_each(runs.result, '$.labs') AS lab, json_each(lab.value, '$.steps') AS step,
      json_each(step.value, '$.gates') AS gate
    WHERE runs.id = ? AND json_extract(lab.value, '$.lab') = ?
      AND json_extract(step.value, '$.step') = ?)");
  SQLite::bind(query, run, lab, step);
  std::vector<Gate> gates;
  while (query.executeStep()) {
    Gate& gate = gates.emplace_back();
    gate.name = query.getColumn(0).getString();
    gate.passed = query.getColumn(1).getInt() != 0;
    if (!query.getColumn(2).isNull()) gate.value = query.getColumn(2).getDouble();
    gate.points = query.getColumn(3).getDouble();
    gate.max_points = query.getColumn(4).getDouble();
    if (!query.getColumn(5).isNull()) gate.lines = lines_from(query.getColumn(5).getString());
  }
  return gates;
}

int is_gradable(const Result& result) { return result.sandbox != SandboxKind::none; }

}  // namespace

// The open file, and its errors as HistoryError.
class History::Database {
 public:
  // Does something with the file.
  template <typename Act>
  auto work(const Act& act) {
    try {
      return act();
    } catch (const SQLite::Exception& error) {
      fail(error.what(), remedy(error.getErrorCode(), path_));
    }
  }

  explicit Database(const fs::path& path) : path_(path) {
    std::error_code error;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    work([&] {
      file_.emplace(path.c_str(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_timeout_ms);
    });
    if (sqlite3_db_readonly(file_->getHandle(), "main") == 1)
      fail("it is read-only", remedy(SQLITE_READONLY, path_));
  }

  // Does it in a transaction, which takes the lock at once, and is undone if `act` throws.
  template <typename Act>
  void change(const Act& act) {
    work([&] {
      SQLite::Transaction transaction(*file_, SQLite::TransactionBehavior::IMMEDIATE);
      act();
      transaction.commit();
    });
  }

  SQLite::Database& file() { return *file_; }

  // SQLite does not wait for others in the switch to the log (it could deadlock), so this does.
  void use_write_ahead_log() {
    constexpr const char* sql = "PRAGMA journal_mode = WAL";
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(busy_timeout_ms);
    while ((file_->tryExec(sql) & 0xff) == SQLITE_BUSY &&
           std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    work([&] { file_->exec(sql); });
  }

  [[noreturn]] void fail(const std::string& reason, const std::string& what_to_do) const {
    throw HistoryError(fmt::format("history {}: {}; {}", path_.string(), reason, what_to_do));
  }

 private:
  fs::path path_;
  std::optional<SQLite::Database> file_;
};

History::History(const fs::path& path) : database_(std::make_unique<Database>(path)) {
  database_->use_write_ahead_log();
  database_->change([this] {
    SQLite::Database& file = database_->file();
    const int version = file.execAndGet("PRAGMA user_version");
    if (version > schema_version)
      database_->fail("it was written by a newer warplab", "update this checkout and run again");
    if (version == 0) file.exec(schema);
    if (version == 1) file.exec(upgrade_from_1);
    if (version < schema_version)
      file.exec(fmt::format("PRAGMA user_version = {}", schema_version));
  });
}

History::~History() = default;

void History::record(const Result& result, const Machine& machine) {
  SQLite::Database& file = database_->file();
  database_->change([&] {
    SQLite::Statement add_run(file, R"(
      INSERT INTO runs (at, machine, "commit", submission, device, gradable, seconds, result)
      VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, ?, ?, ?, ?))");
    SQLite::bind(add_run, fingerprint(machine), machine.commit, result.submission, result.device,
                 is_gradable(result));
    bind_number(add_run, 6, result.seconds);
    add_run.bind(7, to_json(result).dump());
    add_run.exec();
    const std::int64_t run = file.getLastInsertRowid();

    for (const LabResult& lab : result.labs) {
      SQLite::Statement add_lab(file, "INSERT INTO labs VALUES (?, ?, ?, ?, ?)");
      SQLite::bind(add_lab, run, lab.lab, steps_of(lab));
      bind_number(add_lab, 4, score_of(lab));
      bind_number(add_lab, 5, lab.max_score);
      add_lab.exec();

      for (const StepResult& step : lab.steps) {
        SQLite::Statement add_step(file, "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        SQLite::bind(add_step, run, lab.lab, step.step, verdict_text(step.verdict));
        bind_number(add_step, 5, score_of(step));
        bind_number(add_step, 6, step.max_score);
        if (step.time) {
          bind_number(add_step, 7, step.time->median_s);
          bind_number(add_step, 8, step.time->ratio);
        }
        add_step.bind(9, step.time ? origin_of(*step.time, machine) : "");
        add_step.exec();
      }
    }
  });
}

std::optional<double> History::best(const std::string& submission, const LabResult& lab) const {
  return database_->work([&] {
    SQLite::Statement query(database_->file(), R"(
      SELECT max(labs.score) FROM labs JOIN runs ON runs.id = labs.run
      WHERE labs.lab = ? AND labs.steps = ? AND labs.max_score = ? AND runs.submission = ?
        AND runs.gradable)");
    SQLite::bind(query, lab.lab, steps_of(lab), lab.max_score, submission);
    return number_of(query);
  });
}

std::optional<double> History::best(const std::string& submission, const std::string& lab, int step,
                                    double max_score) const {
  return database_->work([&] {
    SQLite::Statement query(database_->file(), R"(
      SELECT max(steps.score) FROM steps JOIN runs ON runs.id = steps.run
      WHERE steps.lab = ? AND steps.step = ? AND steps.max_score = ? AND runs.submission = ?
        AND runs.gradable)");
    SQLite::bind(query, lab, step, max_score, submission);
    return number_of(query);
  });
}

std::optional<LabResult> History::last(const std::string& submission, const LabResult& lab) const {
  return database_->work([&]() -> std::optional<LabResult> {
    LabResult last;
    last.lab = lab.lab;
    for (const StepResult& step : lab.steps) {
      SQLite::Statement run(database_->file(), R"(
        SELECT max(runs.id) FROM steps JOIN runs ON runs.id = steps.run
        WHERE steps.lab = ? AND steps.step = ? AND steps.score IS NOT NULL AND runs.submission = ?
          AND runs.gradable)");
      SQLite::bind(run, lab.lab, step.step, submission);
      run.executeStep();
      if (run.getColumn(0).isNull()) continue;
      StepResult& was = last.steps.emplace_back();
      was.step = step.step;
      was.gates = gates_of(database_->file(), run.getColumn(0), lab.lab, step.step);
    }
    if (last.steps.empty()) return std::nullopt;
    return last;
  });
}

std::vector<PastTime> History::past_times(const std::string& submission, const std::string& lab,
                                          int step, const Timing& now, const Machine& machine,
                                          int most) const {
  return database_->work([&] {
    SQLite::Statement query(database_->file(), R"(
      SELECT runs.at, steps.median_s, steps.ratio FROM steps JOIN runs ON runs.id = steps.run
      WHERE steps.lab = ? AND steps.step = ? AND steps.verdict = 'OK' AND steps.origin = ?
        AND runs.submission = ? AND runs.gradable
      ORDER BY runs.id DESC LIMIT ?)");
    SQLite::bind(query, lab, step, origin_of(now, machine), submission, most);
    std::vector<PastTime> times;
    while (query.executeStep())
      times.push_back({query.getColumn(0), query.getColumn(1), query.getColumn(2)});
    std::ranges::reverse(times);
    return times;
  });
}

std::optional<LabRun> History::last_run(const std::string& submission,
                                        const std::string& lab) const {
  return database_->work([&]() -> std::optional<LabRun> {
    SQLite::Statement query(database_->file(), R"(
      SELECT runs.at, labs.steps, labs.score, labs.max_score
      FROM labs JOIN runs ON runs.id = labs.run
      WHERE labs.lab = ? AND labs.score IS NOT NULL AND runs.submission = ? AND runs.gradable
      ORDER BY runs.id DESC LIMIT 1)");
    SQLite::bind(query, lab, submission);
    if (!query.executeStep()) return std::nullopt;
    return LabRun{query.getColumn(0), query.getColumn(1), query.getColumn(2), query.getColumn(3)};
  });
}

// Where min() chooses a row, the other columns are that row's.
std::vector<FastestRun> History::fastest(const std::string& lab, int step) const {
  return database_->work([&] {
    SQLite::Statement query(database_->file(), R"(
      SELECT runs.submission, steps.origin, min(steps.median_s), steps.ratio, runs.at
      FROM steps JOIN runs ON runs.id = steps.run
      WHERE steps.lab = ? AND steps.step = ? AND steps.verdict = 'OK' AND steps.origin != ''
        AND runs.gradable
      GROUP BY runs.submission, steps.origin ORDER BY steps.origin, 3)");
    SQLite::bind(query, lab, step);
    std::vector<FastestRun> runs;
    while (query.executeStep())
      runs.push_back({query.getColumn(0), query.getColumn(1), query.getColumn(2),
                      query.getColumn(3), query.getColumn(4)});
    return runs;
  });
}

}  // namespace warplab
