// How far the grading of a class is, and when it may end, out of the files that the ledger has.
#pragma once

#include <cstddef>
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

// What the ledger has at some moment.
struct LedgerView {
  std::vector<KeptResult> results;
  std::vector<FailedHandIn> failures, retries;
  std::vector<InWork> in_work;
};
LedgerView read_ledger(const std::filesystem::path& class_folder);

// How long a hand-in of each lab takes, by what was graded.
class UsualTimes {
 public:
  explicit UsualTimes(const std::vector<KeptResult>& results);

  bool has_any() const { return !sums_.empty(); }
  // In seconds; that of all labs where none of this one was graded. There has to be any.
  double of(const std::string& lab) const;

 private:
  std::map<std::string, std::pair<double, int>> sums_;  // by lab; "": of all
};

// Hand-ins of a lab that nobody has begun.
struct WaitingLab {
  std::string lab;
  std::size_t hand_ins = 0;
  bool is_measured = false;  // so they wait for the clock: one is graded at a time
};

struct ClassStatus {
  std::size_t handed_in = 0, graded = 0;
  std::vector<InWork> in_work;
  std::vector<WaitingLab> waiting;
  std::vector<FailedHandIn> failed;    // that were given up
  std::vector<FailedHandIn> retried;   // that failed and are tried again
  std::vector<KeptResult> made_later;  // graded, but not at the first try
  std::vector<KeptResult> slowest;     // the ten that took longest, the longest first
  // Hand-ins graded in an hour, as in the last ten minutes; nothing where none was graded in them.
  std::optional<double> an_hour;
  // Until all is graded that was not given up, if hand-ins of a lab take as long as those that are
  // graded, or as all of these where the lab has none. Labs that are not measured are graded side
  // by side, as many as are in work now. Nothing where nobody grades or nothing is graded yet.
  std::optional<double> left_s;
};

// `has_gpu` as in is_measured().
ClassStatus status_of(const std::vector<HandIn>& hand_ins, const LedgerView& ledger, bool has_gpu,
                      Moment now);

// Lines for a person. `now` is that of status_of().
std::string text_of(const ClassStatus& status, const std::vector<Remark>& remarks, Moment now);

// docs/grading-a-class.md describes it.
nlohmann::json to_json(const ClassStatus& status, const std::vector<Remark>& remarks, Moment now);

}  // namespace warplab
