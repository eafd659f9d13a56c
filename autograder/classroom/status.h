// How far the grading of a class has come, and when it may end, from the files of the ledger.
#pragma once

#include <cstddef>
#include <ctime>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/settings.h"

namespace warplab {

// The ledger at one moment.
struct LedgerView {
  std::vector<KeptResult> results;
  std::vector<FailedHandIn> failures, retries;
  std::vector<InWork> in_work;
};
LedgerView read_ledger(const std::filesystem::path& class_folder);

// How long a hand-in of each lab takes, from those graded so far.
class UsualTimes {
 public:
  explicit UsualTimes(const std::vector<KeptResult>& results);

  bool has_any() const { return !sums_.empty(); }
  // The mean in seconds, over all labs if none of this lab was graded. Requires has_any().
  double of(const std::string& lab) const;

 private:
  std::map<std::string, std::pair<double, int>> sums_;  // by lab; "": over all
};

// Hand-ins of a lab whose grading has not begun.
struct WaitingLab {
  std::string lab;
  std::size_t hand_ins = 0;
  bool is_measured = false;  // if so, they are graded one at a time
};

struct ClassStatus {
  std::size_t handed_in = 0, graded = 0;
  std::vector<InWork> in_work;
  std::vector<WaitingLab> waiting;
  std::vector<FailedHandIn> failed;   // given up
  std::vector<FailedHandIn> retried;  // failed, to be tried again
  // Of the last grading of each student's lab:
  std::vector<KeptResult> made_later;  // graded, but not at the first try
  std::vector<KeptResult> slowest;     // the ten that took longest, the longest first
  // Hand-ins graded per hour, at the rate of the last ten minutes; nothing if none was graded then.
  std::optional<double> per_hour;
  // Seconds until everything that was not given up is graded, if hand-ins take UsualTimes. Labs
  // that are not measured are graded in parallel, as many at a time as now. Nothing if no grading
  // runs or none has finished yet.
  std::optional<double> left_s;
};

// `has_gpu` as in is_measured().
ClassStatus status_of(const std::vector<HandIn>& hand_ins, const LedgerView& ledger, bool has_gpu,
                      Moment now);

// Lines for a person. `now` is that of status_of().
std::string text_of(const ClassStatus& status, const std::vector<Remark>& remarks, Moment now);

// docs/grading-a-class.md describes it.
nlohmann::json to_json(const ClassStatus& status, const std::vector<Remark>& remarks, Moment now);

// A run of a class, as it goes on.
struct RunProgress {
  std::size_t done = 0, all = 0;  // hand-ins, graded and altogether
  std::size_t running = 0;
  std::size_t failed = 0;    // by our fault, and given up
  std::size_t done_now = 0;  // by this run
  double passed_s = 0;       // since it began
};

// "12 of 300 graded, 2 being graded, 1 grader error, 410 per hour, 13 min left, until 08:41": the
// time of day where we are, with its date if that is not today's.
std::string text_of(const RunProgress& progress, std::time_t now);

}  // namespace warplab
