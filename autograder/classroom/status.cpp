#include "autograder/classroom/status.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "autograder/classroom/run.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

using nlohmann::json;

constexpr std::size_t most_slow = 10;
constexpr double recent_s = 600;

double seconds_between(Moment first, Moment second) {
  return std::chrono::duration<double>(second - first).count();
}

std::optional<double> rate_of(const std::vector<KeptResult>& results, Moment now) {
  double passed_s = 1;  // since the first of them was begun; moments are whole seconds
  int count = 0;
  for (const KeptResult& each : results) {
    const double ago_s = seconds_between(each.graded, now);
    if (ago_s < 0 || ago_s > recent_s) continue;
    ++count;
    passed_s = std::max(passed_s, ago_s + each.seconds);
  }
  return count == 0 ? std::nullopt : std::optional(count / passed_s * 3600);
}

using StudentsLab = std::pair<std::string, std::string>;

// Work that is left, in one of the two phases.
struct PhaseLeft {
  double seconds = 0;
  int in_work = 0;
};

// Sorts what is not graded yet, and adds up what is left of it.
class UngradedWork {
 public:
  UngradedWork(const LedgerView& ledger, bool has_gpu) : usual_(ledger.results), has_gpu_(has_gpu) {
    for (const FailedHandIn& each : ledger.failures) given_up_.insert({each.student, each.lab});
    for (const InWork& each : ledger.in_work)
      if (each.is_alive) begun_s_[{each.student, each.lab}] = each.seconds;
  }

  void add(const HandIn& hand_in, std::vector<WaitingLab>& waiting) {
    const std::string& lab = hand_in.lab->name;
    const StudentsLab whose = {hand_in.student, lab};
    const auto begun = begun_s_.find(whose);
    const bool is_measured_lab = is_measured(*hand_in.lab, has_gpu_);
    PhaseLeft& left = is_measured_lab ? measured_ : others_;
    if (begun == begun_s_.end()) {
      if (given_up_.contains(whose)) return;
      count(lab, is_measured_lab, waiting);
    } else {
      ++left.in_work;
    }
    if (!usual_.has_any()) return;
    const double passed_s = begun == begun_s_.end() ? 0 : begun->second;
    left.seconds += std::max(0.0, usual_.of(lab) - passed_s);
  }

  std::optional<double> left_s() const {
    if (!usual_.has_any() || measured_.in_work + others_.in_work == 0) return std::nullopt;
    // How many of those that are measured work, and how many wait for their turn, is not known.
    return others_.seconds / std::max(others_.in_work, 1) + measured_.seconds;
  }

 private:
  static void count(const std::string& lab, bool is_measured_lab,
                    std::vector<WaitingLab>& waiting) {
    const auto found = std::ranges::find(waiting, lab, &WaitingLab::lab);
    if (found == waiting.end())
      waiting.push_back({lab, 1, is_measured_lab});
    else
      ++found->hand_ins;
  }

  const UsualTimes usual_;
  const bool has_gpu_;
  std::set<StudentsLab> given_up_;
  std::map<StudentsLab, double> begun_s_;
  PhaseLeft measured_, others_;
};

// The last grading of each student's lab.
std::vector<KeptResult> last_of_each(const std::vector<KeptResult>& results) {
  std::map<StudentsLab, KeptResult> last;
  for (const KeptResult& each : results) {
    const auto [at, is_new] = last.try_emplace({each.student, each.lab}, each);
    if (!is_new && each.graded > at->second.graded) at->second = each;
  }
  std::vector<KeptResult> all;
  for (auto& [whose, result] : last) all.push_back(std::move(result));
  return all;
}

std::vector<KeptResult> slowest_of(std::vector<KeptResult> results) {
  std::ranges::stable_sort(results, std::greater(), &KeptResult::seconds);
  results.resize(std::min(results.size(), most_slow));
  return results;
}

// "2026-10-12T21:59:00Z", when all is graded.
std::string end_of(double left_s, Moment now) {
  return text_of(now + std::chrono::seconds(std::lround(left_s)));
}

std::string rates_text(const ClassStatus& status, Moment now) {
  std::string text;
  if (status.per_hour) text += fmt::format(", {:.0f} per hour", *status.per_hour);
  if (status.left_s)
    text += fmt::format(", about {} left, until {}", duration_text(*status.left_s),
                        end_of(*status.left_s, now));
  return text;
}

json json_of(const FailedHandIn& each) {
  return {{"student", each.student}, {"lab", each.lab}, {"why", each.why}, {"tries", each.tries}};
}

json json_of(const InWork& each) {
  return {{"student", each.student},
          {"lab", each.lab},
          {"seconds", each.seconds},
          {"alive", each.is_alive}};
}

json json_of(const KeptResult& each) {
  return {{"student", each.student},
          {"lab", each.lab},
          {"seconds", each.seconds},
          {"tries", each.tries}};
}

json json_of(const WaitingLab& each) {
  return {{"lab", each.lab}, {"hand_ins", each.hand_ins}, {"measured", each.is_measured}};
}

template <class Item>
json list_of(const std::vector<Item>& items) {
  json list = json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

}  // namespace

UsualTimes::UsualTimes(const std::vector<KeptResult>& results) {
  for (const KeptResult& each : results)
    for (const std::string& lab : {each.lab, std::string()}) {
      sums_[lab].first += each.seconds;
      ++sums_[lab].second;
    }
}

double UsualTimes::of(const std::string& lab) const {
  const auto own = sums_.find(lab);
  const auto& [seconds, count] = own == sums_.end() ? sums_.at("") : own->second;
  return seconds / count;
}

LedgerView read_ledger(const std::filesystem::path& class_folder) {
  return {read_results(class_folder), read_failures(class_folder), read_retries(class_folder),
          read_in_work(class_folder)};
}

ClassStatus status_of(const std::vector<HandIn>& hand_ins, const LedgerView& ledger, bool has_gpu,
                      Moment now) {
  std::set<std::tuple<std::string, std::string, std::string>> kept;
  for (const KeptResult& each : ledger.results) kept.insert({each.student, each.lab, each.key});
  ClassStatus status;
  status.handed_in = hand_ins.size();
  status.in_work = ledger.in_work;
  status.failed = ledger.failures;
  status.retried = ledger.retries;
  UngradedWork rest(ledger, has_gpu);
  for (const HandIn& each : hand_ins)
    if (kept.contains({each.student, each.lab->name, each.key}))
      ++status.graded;
    else
      rest.add(each, status.waiting);
  const std::vector<KeptResult> last = last_of_each(ledger.results);
  std::ranges::copy_if(last, std::back_inserter(status.made_later),
                       [](const KeptResult& each) { return each.tries > 1; });
  status.slowest = slowest_of(last);
  status.per_hour = rate_of(ledger.results, now);
  status.left_s = rest.left_s();
  return status;
}

std::string text_of(const ClassStatus& status, const std::vector<Remark>& remarks, Moment now) {
  std::string text =
      fmt::format("{} graded of {}{}\n", status.graded,
                  counted(status.handed_in, "1 hand-in", "{} hand-ins"), rates_text(status, now));
  for (const InWork& each : status.in_work)
    text += fmt::format("  {} {}  {}\n", each.student, each.lab,
                        each.is_alive ? "being graded for " + duration_text(each.seconds)
                                      : "left by a run that was killed; the next one grades it");
  for (const FailedHandIn& each : status.failed)
    text += fmt::format("  {} {}  not graded, because the grader failed: {}\n", each.student,
                        each.lab, each.why);
  for (const FailedHandIn& each : status.retried)
    text += fmt::format("  {} {}  tried again, because the grader failed at try {}: {}\n",
                        each.student, each.lab, each.tries, each.why);
  for (const KeptResult& each : status.made_later)
    text += fmt::format("  {} {}  graded at try {}\n", each.student, each.lab, each.tries);
  if (!status.waiting.empty()) text += "waiting\n";
  for (const WaitingLab& each : status.waiting)
    text += fmt::format("  {:>6}    {}{}\n", each.hand_ins, each.lab,
                        each.is_measured ? ", one at a time, for the clock" : "");
  if (!status.slowest.empty()) text += "slowest\n";
  for (const KeptResult& each : status.slowest)
    text += fmt::format("  {:>6.1f} s  {} {}\n", each.seconds, each.student, each.lab);
  if (!remarks.empty()) text += "remarks\n";
  for (const Remark& remark : remarks) text += fmt::format("  {}\n", remark.text);
  return text;
}

json to_json(const ClassStatus& status, const std::vector<Remark>& remarks, Moment now) {
  json sentences = json::array();
  for (const Remark& remark : remarks) sentences.push_back(remark.text);
  json ends;  // null
  if (status.left_s) ends = end_of(*status.left_s, now);
  return {{"handed_in", status.handed_in},
          {"graded", status.graded},
          {"per_hour", status.per_hour ? json(*status.per_hour) : json()},
          {"left_s", status.left_s ? json(*status.left_s) : json()},
          {"ends", ends},
          {"in_work", list_of(status.in_work)},
          {"waiting", list_of(status.waiting)},
          {"failed", list_of(status.failed)},
          {"retried", list_of(status.retried)},
          {"graded_later", list_of(status.made_later)},
          {"slowest", list_of(status.slowest)},
          {"remarks", sentences}};
}

std::string text_of(const RunProgress& progress, std::time_t now) {
  std::string text = fmt::format("{} of {} graded, {} being graded", progress.done, progress.all,
                                 progress.running);
  if (progress.failed > 0)
    text += counted(progress.failed, ", 1 grader error", ", {} grader errors");
  if (progress.done_now == 0) return text;
  const double each_s = progress.passed_s / static_cast<double>(progress.done_now);
  const double left =
      static_cast<double>(progress.all) - static_cast<double>(progress.done + progress.failed);
  const double left_s = each_s * std::max(left, 0.0);
  const std::tm today = fmt::localtime(now), end = fmt::localtime(now + std::lround(left_s));
  const bool is_today = end.tm_yday == today.tm_yday && end.tm_year == today.tm_year;
  return text + fmt::format(", {:.0f} per hour, {} left, until {}", 3600 / each_s,
                            duration_text(left_s),
                            is_today ? fmt::format("{:%H:%M}", end)
                                     : fmt::format("{:%Y-%m-%d %H:%M}", end));
}

}  // namespace warplab
