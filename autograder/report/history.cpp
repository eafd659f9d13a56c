// SQLite with a write-ahead log: a run is one transaction, and kill -9 loses at most that one.
#include "autograder/report/history.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <thread>

namespace warplab {
namespace {

namespace fs = std::filesystem;

constexpr int schema_version = 2;
constexpr int busy_timeout_ms = 10'000;

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

// A prepared statement with its parameters, bound in order.
class Statement {
 public:
  // Leaves an empty statement if `sql` cannot be prepared; step() then says false.
  Statement(sqlite3* database, const char* sql) {
    sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::string_view text) {
    sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return *this;
  }
  Statement& bind(std::int64_t number) {
    sqlite3_bind_int64(statement_, ++bound_, number);
    return *this;
  }
  // What is absent or not finite becomes NULL.
  Statement& bind(std::optional<double> number) {
    ++bound_;
    if (number && std::isfinite(*number)) sqlite3_bind_double(statement_, bound_, *number);
    return *this;
  }

  // Runs it to its first row, or to its end. False on an error, which the database knows.
  bool step() {
    if (!statement_) return false;
    const int code = sqlite3_step(statement_);
    return code == SQLITE_ROW || code == SQLITE_DONE;
  }

  // Whether step() reached a row, and not the end.
  bool has_row() const { return sqlite3_data_count(statement_) > 0; }

  // A text of the row that step() reached; empty for NULL.
  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? "" : bytes;
  }

  // A number of the row that step() reached; nothing for NULL.
  std::optional<double> number(int column) const {
    if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
    return sqlite3_column_double(statement_, column);
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

// A transaction that takes the lock at once, and is undone unless it was committed.
class Transaction {
 public:
  explicit Transaction(sqlite3* database) : database_(database) {}
  ~Transaction() {
    if (open_) sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // Both say false on an error, which the database knows.
  bool begin() {
    open_ = sqlite3_exec(database_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK;
    return open_;
  }
  bool commit() {
    const int code = sqlite3_exec(database_, "COMMIT", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) open_ = false;
    return code == SQLITE_OK;
  }

 private:
  sqlite3* database_;
  bool open_ = false;
};

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

std::int64_t is_gradable(const Result& result) { return !result.sandbox.starts_with("none"); }

}  // namespace

// The open file, and its errors as HistoryError.
class History::Database {
 public:
  explicit Database(const fs::path& path) : path_(path) {
    std::error_code error;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);

    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) fail();
    if (sqlite3_db_readonly(handle, "main") == 1) {
      fail("it is read-only", remedy(SQLITE_READONLY, path_));
    }
    sqlite3_busy_timeout(handle, busy_timeout_ms);
  }

  sqlite3* handle() const { return handle_.get(); }

  void execute(const char* sql) const {
    if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  // Runs a statement to its first row, or to its end.
  void run(Statement& statement) const {
    if (!statement.step()) fail();
  }

  // SQLite does not wait for others in the switch to the log (it could deadlock), so this does.
  void use_write_ahead_log() const {
    constexpr const char* sql = "PRAGMA journal_mode = WAL";
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(busy_timeout_ms);
    int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
    while ((code & 0xff) == SQLITE_BUSY && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
    }
    if (code != SQLITE_OK) fail();
  }

  [[noreturn]] void fail() const {
    fail(sqlite3_errmsg(handle()), remedy(sqlite3_extended_errcode(handle()), path_));
  }

  [[noreturn]] void fail(const std::string& reason, const std::string& what_to_do) const {
    throw HistoryError(fmt::format("history {}: {}; {}", path_.string(), reason, what_to_do));
  }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };

  fs::path path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

History::History(const fs::path& path) : database_(std::make_unique<Database>(path)) {
  database_->use_write_ahead_log();
  Transaction transaction(database_->handle());
  if (!transaction.begin()) database_->fail();
  int version = 0;
  {
    Statement query(database_->handle(), "PRAGMA user_version");
    database_->run(query);
    version = static_cast<int>(query.number(0).value_or(0));
  }
  if (version > schema_version) {
    database_->fail("it was written by a newer warplab", "update this checkout and run again");
  }
  if (version == 0) {
    database_->execute(schema);
  } else if (version == 1) {
    database_->execute(upgrade_from_1);
  }
  if (version < schema_version)
    database_->execute(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
  if (!transaction.commit()) database_->fail();
}

History::~History() = default;

void History::record(const Result& result, const Machine& machine) {
  sqlite3* handle = database_->handle();
  Transaction transaction(handle);
  if (!transaction.begin()) database_->fail();

  Statement add_run(handle, R"(
    INSERT INTO runs (at, machine, "commit", submission, device, gradable, seconds, result)
    VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, ?, ?, ?, ?))");
  add_run.bind(fingerprint(machine)).bind(machine.commit).bind(result.submission);
  add_run.bind(result.device).bind(is_gradable(result)).bind(std::optional(result.seconds));
  add_run.bind(to_json(result).dump());
  database_->run(add_run);
  const std::int64_t run = sqlite3_last_insert_rowid(handle);

  for (const LabResult& lab : result.labs) {
    Statement add_lab(handle, "INSERT INTO labs VALUES (?, ?, ?, ?, ?)");
    add_lab.bind(run).bind(lab.lab).bind(steps_of(lab)).bind(score_of(lab));
    add_lab.bind(std::optional(lab.max_score));
    database_->run(add_lab);

    for (const StepResult& step : lab.steps) {
      const std::optional<Timing>& time = step.time;
      Statement add_step(handle, "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
      add_step.bind(run).bind(lab.lab).bind(std::int64_t{step.step});
      add_step.bind(verdict_text(step.verdict)).bind(score_of(step));
      add_step.bind(std::optional(step.max_score));
      add_step.bind(time ? std::optional(time->median_s) : std::nullopt);
      add_step.bind(time ? std::optional(time->ratio) : std::nullopt);
      add_step.bind(time ? origin_of(*time, machine) : "");
      database_->run(add_step);
    }
  }
  if (!transaction.commit()) database_->fail();
}

std::optional<double> History::best(const std::string& submission, const LabResult& lab) const {
  Statement query(database_->handle(), R"(
    SELECT max(labs.score) FROM labs JOIN runs ON runs.id = labs.run
    WHERE labs.lab = ? AND labs.steps = ? AND labs.max_score = ? AND runs.submission = ?
      AND runs.gradable)");
  query.bind(lab.lab).bind(steps_of(lab)).bind(std::optional(lab.max_score)).bind(submission);
  database_->run(query);
  return query.number(0);
}

std::optional<double> History::best(const std::string& submission, const std::string& lab, int step,
                                    double max_score) const {
  Statement query(database_->handle(), R"(
    SELECT max(steps.score) FROM steps JOIN runs ON runs.id = steps.run
    WHERE steps.lab = ? AND steps.step = ? AND steps.max_score = ? AND runs.submission = ?
      AND runs.gradable)");
  query.bind(lab).bind(std::int64_t{step}).bind(std::optional(max_score)).bind(submission);
  database_->run(query);
  return query.number(0);
}

// Where min() chooses a row, the other columns are that row's.
std::vector<FastestRun> History::fastest(const std::string& lab, int step) const {
  Statement query(database_->handle(), R"(
    SELECT runs.submission, steps.origin, min(steps.median_s), steps.ratio, runs.at
    FROM steps JOIN runs ON runs.id = steps.run
    WHERE steps.lab = ? AND steps.step = ? AND steps.verdict = 'OK' AND steps.origin != ''
      AND runs.gradable
    GROUP BY runs.submission, steps.origin ORDER BY steps.origin, 3)");
  query.bind(lab).bind(std::int64_t{step});
  std::vector<FastestRun> runs;
  for (database_->run(query); query.has_row(); database_->run(query))
    runs.push_back({query.text(0), query.text(1), query.number(2).value_or(0),
                    query.number(3).value_or(0), query.text(4)});
  return runs;
}

}  // namespace warplab
