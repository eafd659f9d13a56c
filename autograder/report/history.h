// All runs ever graded in a checkout, in one SQLite file: what was the best score so far?
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/report/machine.h"
#include "autograder/report/result.h"

namespace warplab {

// Why the history cannot be read or written; what() names the file, the reason and the remedy.
// Grading goes on without it.
struct HistoryError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The fastest correct run of a step that one submission has had.
struct FastestRun {
  std::string submission;
  std::string origin;  // of the time: "modelled as H200", "measured on NVIDIA H200"
  double median_s = 0;
  double ratio = 0;  // to the step's baseline; 0 where it has none
  std::string at;    // UTC, 2026-01-31T12:00:00Z
};

// A time that a step had in an earlier run.
struct PastTime {
  std::string at;  // UTC, 2026-01-31T12:00:00Z
  double median_s = 0;
  double ratio = 0;  // to the step's baseline; 0 where it has none
};

// What a lab got in one run.
struct LabRun {
  std::string at;     // UTC, 2026-01-31T12:00:00Z
  std::string steps;  // that were graded, "1,2"
  double score = 0;
  double max_score = 0;  // of these steps
};

// An open history. Several processes may have the same one open and record at once: each waits up
// to a minute for the others. Scores are compared within one submission ("labs", "solutions", a path)
// only. Runs outside a sandbox are recorded but never count as best, and neither do scores that a
// grader error cut short. The tables are described in history.cpp.
class History {
 public:
  // Opens the file at `path`, or makes it and the folders above it. Throws HistoryError if it is
  // damaged, not a history, from a newer warplab, or cannot be written.
  explicit History(const std::filesystem::path& path);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // Appends a run, with all its labs and steps or, if it throws HistoryError, not at all.
  void record(const Result& result, const Machine& machine);

  // The best score of a lab in a single run that graded the same steps as `lab`, out of as many
  // points; nothing if there is none. Throws HistoryError.
  std::optional<double> best(const std::string& submission, const LabResult& lab) const;

  // The best score of a step of the lab with this full name, out of `max_score` points.
  std::optional<double> best(const std::string& submission, const std::string& lab, int step,
                             double max_score) const;

  // The steps of `lab`, each as it was in the last run that graded it: the names, values, points and
  // lines of its gates, and nothing else. Nothing where none was graded. Throws HistoryError.
  std::optional<LabResult> last(const std::string& submission, const LabResult& lab) const;

  // The last times of a step with nothing wrong that can be compared with this one, as they come from
  // the same place; at most `most`, the oldest first. Throws HistoryError.
  std::vector<PastTime> past_times(const std::string& submission, const std::string& lab, int step,
                                   const Timing& now, const Machine& machine, int most) const;

  // The last run of the lab with this full name that the grader got through. Throws HistoryError.
  std::optional<LabRun> last_run(const std::string& submission, const std::string& lab) const;

  // The fastest run of every submission to a step that had nothing wrong, by where the time comes
  // from, fastest first. Throws HistoryError.
  std::vector<FastestRun> fastest(const std::string& lab, int step) const;

 private:
  class Database;
  std::unique_ptr<Database> database_;
};

}  // namespace warplab
