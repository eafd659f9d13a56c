// The history of runs: what counts as best, several writers at once, files that cannot be used; and
// the machine that each run is recorded with.
#include "autograder/report/history.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab::history_test {
namespace {

namespace fs = std::filesystem;

class HistoryTest : public testing::Test {
 protected:
  HistoryTest() {
    path_ = folder_ / "grades" / "history.sqlite";
    machine_.cpu = "Some CPU";
    machine_.cores = 2;
  }

  // The first column of the first row of a query, as text; empty where there is no row.
  std::string ask(const std::string& sql) const {
    SQLite::Database database(path_.c_str(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 60'000);
    SQLite::Statement query(database, sql);
    if (!query.executeStep()) return "";
    return query.getColumn(0).getText("NULL");
  }

  // What opening the history says, or "" if it opens.
  std::string complaint() const {
    try {
      History history(path_);
      return "";
    } catch (const HistoryError& error) {
      return error.what();
    }
  }

  const fs::path folder_ = own_folder("/dev/shm");  // in memory: a disk may be slow
  fs::path path_;
  Machine machine_;
};

StepResult step_of(int number, double points, double max_points) {
  StepResult step;
  step.step = number;
  step.gates = {
      {GateKind::correct, "correct", points == max_points, {}, {}, points, max_points, ""}};
  if (points < max_points) step.verdict.kind = VerdictKind::wrong;
  return step;
}

Result run_of(std::vector<StepResult> steps) {
  Result result;
  result.submission = "labs";
  result.device = "cpu";
  result.labs.push_back({"lab1-c", "", "", 0, 0, std::move(steps)});
  add_up(result);
  return result;
}

TEST_F(HistoryTest, RemembersTheBestScore) {
  const Result first = run_of({step_of(1, 20, 30), step_of(2, 9, 10)});
  const Result second = run_of({step_of(1, 25, 30), step_of(2, 1, 10)});
  {
    History history(path_);
    EXPECT_EQ(history.best("labs", first.labs[0]), std::nullopt);
    history.record(first, machine_);
    history.record(second, machine_);
  }
  const History history(path_);
  EXPECT_EQ(history.best("labs", first.labs[0]), 29);
  EXPECT_EQ(history.best("labs", "lab1-c", 1, 30), 25);
  EXPECT_EQ(history.best("labs", "lab1-c", 2, 10), 9);
  EXPECT_EQ(history.best("labs", "lab1-c", 3, 10), std::nullopt);
  EXPECT_EQ(history.best("labs", "lab2-openmp", 1, 30), std::nullopt);
}

TEST_F(HistoryTest, ComparesOnlyWhatIsComparable) {
  History history(path_);
  Result solutions = run_of({step_of(1, 30, 30)});
  solutions.submission = "solutions";
  history.record(solutions, machine_);
  history.record(run_of({step_of(1, 50, 50)}), machine_);  // other points
  history.record(run_of({step_of(2, 30, 30)}), machine_);  // another step
  const Result mine = run_of({step_of(1, 10, 30)});
  EXPECT_EQ(history.best("labs", mine.labs[0]), std::nullopt);
  history.record(mine, machine_);
  EXPECT_EQ(history.best("labs", mine.labs[0]), 10);
  EXPECT_EQ(history.best("solutions", mine.labs[0]), 30);
}

TEST_F(HistoryTest, GraderErrorsAndUnsafeRunsNeverCount) {
  History history(path_);
  Result broken = run_of({step_of(1, 30, 30), step_of(2, 10, 10)});
  broken.labs[0].steps[1].verdict.kind = VerdictKind::grader_error;
  add_up(broken);
  history.record(broken, machine_);
  Result unsafe = run_of({step_of(1, 30, 30), step_of(2, 10, 10)});
  unsafe.sandbox = SandboxKind::none;
  history.record(unsafe, machine_);

  EXPECT_EQ(history.best("labs", unsafe.labs[0]), std::nullopt);
  EXPECT_EQ(history.best("labs", "lab1-c", 2, 10), std::nullopt);
  EXPECT_EQ(history.best("labs", "lab1-c", 1, 30), 30);  // this step was graded
  EXPECT_EQ(ask("SELECT count(*) FROM runs"), "2");
  EXPECT_EQ(ask("SELECT verdict FROM steps WHERE score IS NULL"), "GRADER_ERROR");
}

TEST_F(HistoryTest, KnowsTheLinesOfGates) {
  History history(path_);
  Result run = run_of({step_of(1, 20, 30)});
  run.labs[0].steps[0].gates[0].lines = {{7, 1200, 800, "sum += \"quoted\";"}};
  history.record(run, machine_);
  const auto last = history.last("labs", run.labs[0]);
  ASSERT_TRUE(last);
  ASSERT_EQ(last->steps[0].gates[0].lines.size(), 1u);
  const simt::observe::LineCount& line = last->steps[0].gates[0].lines[0];
  EXPECT_EQ(line.line, 7u);
  EXPECT_EQ(line.count, 1200);
  EXPECT_EQ(line.code, "sum += \"quoted\";");
}

TEST_F(HistoryTest, KnowsEarlierTimesThatCanBeCompared) {
  History history(path_);
  const auto timed = [](double median_s) {
    Result run = run_of({step_of(1, 30, 30)});
    run.labs[0].steps[0].time.emplace().median_s = median_s;
    run.labs[0].steps[0].time->ratio = 1 / median_s;
    return run;
  };
  for (const double median_s : {4.0, 2.0, 1.0}) history.record(timed(median_s), machine_);
  Result wrong = timed(8);
  wrong.labs[0].steps[0].verdict.kind = VerdictKind::wrong;
  history.record(wrong, machine_);
  Result others = timed(9);
  others.submission = "ada.cu";
  history.record(others, machine_);
  Result modelled = timed(10);
  modelled.labs[0].steps[0].time->modelled = "H200";
  history.record(modelled, machine_);

  const Timing now = *timed(3).labs[0].steps[0].time;
  const auto times = history.past_times("labs", "lab1-c", 1, now, machine_, 2);
  ASSERT_EQ(times.size(), 2u) << "no more than asked for";
  EXPECT_EQ(times[0].median_s, 2);
  EXPECT_EQ(times[1].median_s, 1);
  EXPECT_EQ(times[1].ratio, 1);
  Machine another = machine_;
  another.cpu = "Another CPU";
  EXPECT_TRUE(history.past_times("labs", "lab1-c", 1, now, another, 2).empty());
}

TEST_F(HistoryTest, KnowsTheGatesOfTheLastRunOfEachStep) {
  History history(path_);
  const Result now = run_of({step_of(1, 30, 30), step_of(2, 10, 10)});
  EXPECT_FALSE(history.last("labs", now.labs[0]));
  history.record(run_of({step_of(1, 20, 30), step_of(2, 9, 10)}), machine_);
  history.record(run_of({step_of(2, 0, 10)}), machine_);
  Result others = run_of({step_of(1, 1, 30)});
  others.submission = "ada.cu";
  history.record(others, machine_);
  Result unsafe = run_of({step_of(1, 2, 30)});
  unsafe.sandbox = SandboxKind::none;
  history.record(unsafe, machine_);
  Result broken = run_of({step_of(1, 3, 30)});
  broken.labs[0].steps[0].verdict.kind = VerdictKind::grader_error;
  add_up(broken);
  history.record(broken, machine_);

  const auto last = history.last("labs", now.labs[0]);
  ASSERT_TRUE(last);
  ASSERT_EQ(last->steps.size(), 2u);
  ASSERT_EQ(last->steps[0].gates.size(), 1u);
  const Gate& gate = last->steps[0].gates[0];
  EXPECT_EQ(gate.name, "correct");
  EXPECT_FALSE(gate.passed);
  EXPECT_FALSE(gate.value);
  EXPECT_EQ(gate.points, 20);
  EXPECT_EQ(gate.max_points, 30);
  EXPECT_EQ(last->steps[1].gates.at(0).points, 0) << "the last run graded this step alone";
}

TEST_F(HistoryTest, KnowsTheLastRunOfALab) {
  History history(path_);
  EXPECT_FALSE(history.last_run("labs", "lab1-c"));
  history.record(run_of({step_of(1, 20, 30), step_of(2, 9, 10)}), machine_);
  history.record(run_of({step_of(2, 1, 10)}), machine_);
  Result unsafe = run_of({step_of(1, 2, 30)});
  unsafe.sandbox = SandboxKind::none;
  history.record(unsafe, machine_);
  Result broken = run_of({step_of(1, 3, 30)});
  broken.labs[0].steps[0].verdict.kind = VerdictKind::grader_error;
  history.record(broken, machine_);
  const auto last = history.last_run("labs", "lab1-c");
  ASSERT_TRUE(last);
  EXPECT_EQ(last->at.size(), 20u) << "2026-01-31T12:00:00Z";
  EXPECT_EQ(last->steps, "2");
  EXPECT_EQ(last->score, 1);
  EXPECT_EQ(last->max_score, 10);
  EXPECT_FALSE(history.last_run("ada.cu", "lab1-c"));
}

Result run_that_took(const std::string& submission, double median_s, const std::string& modelled) {
  StepResult step = step_of(1, 30, 30);
  step.time = Timing{};
  step.time->median_s = median_s;
  step.time->ratio = 1 / median_s;
  step.time->modelled = modelled;
  Result run = run_of({step});
  run.submission = submission;
  return run;
}

TEST_F(HistoryTest, KnowsTheFastestRunOfEverySubmission) {
  History history(path_);
  EXPECT_TRUE(history.fastest("lab1-c", 1).empty());
  for (const double seconds : {3.0, 2.0, 4.0})
    history.record(run_that_took("labs", seconds, "H200"), machine_);
  history.record(run_that_took("ada.cu", 1, "H200"), machine_);
  history.record(run_that_took("ada.cu", 9, ""), machine_);
  Result wrong = run_that_took("wrong.cu", 0.1, "H200");
  wrong.labs[0].steps[0].verdict.kind = VerdictKind::wrong;
  history.record(wrong, machine_);
  Result unsafe = run_that_took("unsafe.cu", 0.1, "H200");
  unsafe.sandbox = SandboxKind::none;
  history.record(unsafe, machine_);

  const auto runs = history.fastest("lab1-c", 1);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].submission, "ada.cu");
  EXPECT_EQ(runs[0].origin, "measured on " + fingerprint(machine_));
  EXPECT_EQ(runs[1].submission, "ada.cu");
  EXPECT_EQ(runs[1].origin, "modelled as H200");
  EXPECT_EQ(runs[2].submission, "labs");
  EXPECT_EQ(runs[2].median_s, 2);
  EXPECT_EQ(runs[2].ratio, 0.5);
  EXPECT_EQ(runs[2].at.size(), 20u) << "2026-01-31T12:00:00Z";
  EXPECT_TRUE(history.fastest("lab1-c", 2).empty());
}

// What version 1 wrote: no origin of times.
TEST_F(HistoryTest, AFileFromTheVersionBeforeIsKept) {
  { History(path_).record(run_that_took("labs", 2, "H200"), machine_); }
  ask("ALTER TABLE steps DROP COLUMN origin");
  ask("PRAGMA user_version = 1");
  History history(path_);
  EXPECT_EQ(history.best("labs", "lab1-c", 1, 30), 30);
  EXPECT_TRUE(history.fastest("lab1-c", 1).empty()) << "nobody knows where its times come from";
  history.record(run_that_took("labs", 3, "H200"), machine_);
  EXPECT_EQ(history.fastest("lab1-c", 1).size(), 1u);
}

TEST_F(HistoryTest, RecordsTheWholeRun) {
  Result result = run_of({step_of(1, 30, 30)});
  result.labs[0].steps[0].time =
      Timing{0.25, std::numeric_limits<double>::infinity(), 0, 0, "", 0, 0, 5};
  result.labs[0].steps[0].output = "\xff'); DROP TABLE runs; --";
  machine_.commit = std::string(40, 'a');
  History(path_).record(result, machine_);
  EXPECT_EQ(ask("SELECT machine FROM runs"), fingerprint(machine_));
  EXPECT_EQ(ask("SELECT \"commit\" FROM runs"), machine_.commit);
  EXPECT_EQ(ask("SELECT submission FROM runs"), "labs");
  EXPECT_EQ(ask("SELECT at GLOB '20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T??:??:??Z' FROM runs"), "1");
  EXPECT_EQ(ask("SELECT median_s FROM steps"), "0.25");
  EXPECT_EQ(ask("SELECT ratio FROM steps"), "NULL");
  EXPECT_EQ(nlohmann::json::parse(ask("SELECT result FROM runs")), to_json(result));
}

TEST_F(HistoryTest, ManyProcessesRecordAtOnce) {
  constexpr int processes = 6;
  constexpr int runs = 10;
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    try {
      for (int run = 0; run < runs; ++run) {  // opened each time, as each grader does
        History(path_).record(run_of({step_of(1, 10, 30)}), machine_);
      }
      ::_exit(0);
    } catch (const HistoryError& error) {
      std::fprintf(stderr, "%s\n", error.what());
      ::_exit(1);
    }
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(ask("SELECT count(*) FROM steps"), std::to_string(processes * runs));
}

TEST_F(HistoryTest, AKilledWriterLosesNothingThatWasRecorded) {
  History(path_).record(run_of({step_of(1, 10, 30)}), machine_);
  const pid_t child = ::fork();
  if (child == 0) {
    for (History history(path_);;) history.record(run_of({step_of(1, 5, 30)}), machine_);
  }
  while (std::stoi(ask("SELECT count(*) FROM runs")) < 20) std::this_thread::yield();
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  History history(path_);
  history.record(run_of({step_of(1, 20, 30)}), machine_);
  EXPECT_EQ(history.best("labs", "lab1-c", 1, 30), 20);
  EXPECT_EQ(ask("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(ask("SELECT count(*) FROM runs WHERE id NOT IN (SELECT run FROM steps)"), "0");
}

TEST_F(HistoryTest, ADamagedFileSaysWhatToDo) {
  fs::create_directories(path_.parent_path());
  std::ofstream(path_) << std::string(5000, 'x');
  const std::string message = complaint();
  EXPECT_NE(message.find(path_.string()), std::string::npos) << message;
  EXPECT_NE(message.find("move it away (mv "), std::string::npos) << message;
}

TEST_F(HistoryTest, AFileOfSomethingElseIsLeftAlone) {
  fs::create_directories(path_.parent_path());
  ask("CREATE TABLE runs (mine)");
  EXPECT_NE(complaint().find("move the file away"), std::string::npos) << complaint();
  EXPECT_EQ(ask("SELECT count(*) FROM sqlite_master"), "1");
}

TEST_F(HistoryTest, AFileFromANewerVersionIsLeftAlone) {
  { History history(path_); }
  ask("PRAGMA user_version = 99");
  EXPECT_NE(complaint().find("newer warplab"), std::string::npos) << complaint();
}

TEST_F(HistoryTest, AFolderThatCannotBeMadeIsAnError) {
  std::ofstream(path_.parent_path()) << "a file where the folder should be";
  EXPECT_NE(complaint().find("writable"), std::string::npos) << complaint();
}

TEST(MachineTest, PagesOfAnotherSizeAreRefused) {
  EXPECT_EQ(why_pages_do_not_fit(4096), "");
  EXPECT_NE(why_pages_do_not_fit(16384).find("pages of 16384 bytes"), std::string::npos);
}

TEST(MachineTest, FingerprintIsAShortFileName) {
  Machine machine;
  machine.cpu = "Intel(R) Xeon(R) CPU @ 2.20GHz";
  machine.cores = 2;
  machine.compiler = "gcc 12.2.0";
  EXPECT_EQ(fingerprint(machine), "intel-xeon-2.20ghz-2-cores-gcc-12.2.0");
  EXPECT_EQ(machine_kind(machine, "clang"), "intel-xeon-2.20ghz-2-cores-gcc-12.2.0-clang");
  machine.cpu = "AMD EPYC 7B13 64-Core Processor";
  machine.cores = 1;
  machine.gpu = "NVIDIA H200";
  machine.commit = "0123456789012345678901234567890123456789";
  EXPECT_EQ(fingerprint(machine), "amd-epyc-7b13-1-core-nvidia-h200-gcc-12.2.0");
  machine.cpu = "../../etc/" + std::string(300, 'x');
  EXPECT_LT(fingerprint(machine).size(), 120u);
  EXPECT_EQ(fingerprint(machine).find('/'), std::string::npos);
  EXPECT_NE(fingerprint(machine)[0], '.');
}

TEST(MachineTest, DescribesItselfInALine) {
  Machine machine{"AMD EPYC 7B13 64-Core Processor",
                  2,
                  8'375'186'227,
                  "Linux 6.1.0",
                  "gcc 12.2.0",
                  "NVIDIA H200",
                  "570.86",
                  ""};
  EXPECT_EQ(
      describe(machine),
      "AMD EPYC 7B13, 2 cores, 7.8 GiB, NVIDIA H200 (driver 570.86), Linux 6.1.0, gcc 12.2.0");
}

class CommitTest : public HistoryTest {
 protected:
  void write(const fs::path& path, const std::string& text) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  std::string commit(const fs::path& root) const { return read_machine(folder_ / root).commit; }

  const std::string a_ = std::string(40, 'a');
  const std::string b_ = std::string(40, 'b');
};

TEST_F(CommitTest, IsReadFromBranchesPackedOnesAndWorkTrees) {
  fs::create_directories(folder_ / "labs");
  write(".git/HEAD", "ref: refs/heads/main\n");
  EXPECT_EQ(commit("labs"), "");
  write(".git/packed-refs", "# pack-refs\n" + b_ + " refs/heads/main\n");
  EXPECT_EQ(commit("labs"), b_);
  write(".git/refs/heads/main", a_ + "\n");
  EXPECT_EQ(commit("labs"), a_);

  write("tree/.git", "gitdir: " + (folder_ / ".git/worktrees/tree").string() + "\n");
  write(".git/worktrees/tree/HEAD", "ref: refs/heads/main\n");
  write(".git/worktrees/tree/commondir", "../..\n");
  EXPECT_EQ(commit("tree"), a_);
  write(".git/worktrees/tree/HEAD", b_ + "\n");
  EXPECT_EQ(commit("tree"), b_);
}

TEST_F(CommitTest, IsEmptyForNonsense) {
  write(".git/HEAD", "ref: ../../../etc/passwd\n");
  EXPECT_EQ(commit("."), "");
  write(".git/HEAD", "0123 not a commit");
  EXPECT_EQ(commit("."), "");
}

TEST(MachineTest, ReadsThisMachine) {
  const Machine machine = read_machine(checkout::root);
  EXPECT_FALSE(machine.cpu.empty());
  EXPECT_GE(machine.cores, 1);
  EXPECT_GT(machine.memory, 1u << 20);
  EXPECT_EQ(machine.kernel.substr(0, 5), "Linux");
  EXPECT_EQ(fingerprint(machine), fingerprint(read_machine(checkout::root)));
}

}  // namespace
}  // namespace warplab::history_test
