#include "autograder/judge/omp_races.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "autograder/report/sanitize.h"
#include "autograder/report/source_lines.h"

namespace warplab {
namespace {

using simt::events::AccessKind;
using simt::events::Finding;
using simt::events::FindingKind;
using simt::events::Site;

// Two at first: then it is threads 0 and 1 that race.
constexpr int teams[] = {2, 4, 3, 5, 7, 11, 13};
// Watched code takes ten times as long, and a race in a large case is one in a small case.
constexpr std::size_t largest_case_bytes = 32 << 10;
constexpr std::size_t most_cases = 8;
// But not one in a region that small cases run on one thread. Two threads are enough to see that,
// and a team of two is soon at work.
constexpr std::size_t larger_case_bytes = 256 << 10;
constexpr int least_team = 2;
// A program that begins a region for each pixel has shown by then what it does, and a busy machine
// takes a millisecond for each. Two small cases and a larger one are watched in any case.
constexpr std::uint64_t enough_regions = 1500;
constexpr std::size_t first_small = 2, first_cases = first_small + 1;
// Reports can be forged, and looking a line up is a run of a tool.
constexpr std::size_t enough_lookups = 16;

std::size_t bytes_of(const CaseLayout& layout) {
  const auto sum = [](const std::vector<std::size_t>& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::size_t{0});
  };
  return sum(layout.input_bytes) + sum(layout.output_bytes);
}

// A case, and how many threads run it.
struct WatchedCase {
  Case* the_case;
  int team;
};

// The largest of the small ones: they have the most paths. And one of each larger size that there is
// time for, high or wide; the least of them soon.
std::vector<WatchedCase> watched_cases(const std::vector<std::unique_ptr<Case>>& cases) {
  std::vector<Case*> by_size;
  for (const auto& each : cases)
    if (bytes_of(each->layout()) <= larger_case_bytes) by_size.push_back(each.get());
  std::ranges::stable_sort(by_size, std::ranges::greater{},
                           [](const Case* each) { return bytes_of(each->layout()); });
  std::vector<WatchedCase> small, larger;
  std::set<std::vector<std::byte>> sizes;
  for (Case* each : by_size) {
    const CaseLayout layout = each->layout();
    if (bytes_of(layout) > largest_case_bytes) {
      if (sizes.insert(layout.parameters).second) larger.push_back({each, least_team});
    } else if (small.size() < most_cases) {
      small.push_back({each, teams[small.size() % std::size(teams)]});
    }
  }
  if (larger.empty()) return small;
  small.insert(small.begin() + std::min(first_small, small.size()), larger.back());
  small.insert(small.end(), larger.rbegin() + 1, larger.rend());
  return small;
}

std::set<std::string> words_in(const std::string& line) {
  static const RE2 word(R"(([A-Za-z_]\w*))", RE2::Latin1);
  std::set<std::string> words;
  re2::StringPiece rest = line;
  for (std::string each; RE2::FindAndConsume(&rest, word, &each);) words.insert(each);
  return words;
}

// The variables that a line assigns to, counts up or down, or hands to a function that fills them.
std::set<std::string> written_in(const std::string& line) {
  static const RE2 written(
      R"(([A-Za-z_]\w*)(?:\s*\[[^\]]*\])*\s*(?:(?:[-+*/%&|^]|<<|>>)?=|\+\+|--))"
      R"(|(?:\+\+|--)\s*([A-Za-z_]\w*))"
      R"(|\bmem(?:set|cpy|move)\s*\(\s*&?\s*([A-Za-z_]\w*))",
      RE2::Latin1);
  std::set<std::string> names;
  re2::StringPiece rest = line;
  for (std::string set, counted, filled;
       RE2::FindAndConsume(&rest, written, &set, &counted, &filled);)
    names.insert(set + counted + filled);
  return names;
}

// The variables that a line declares with a value: "int c = 0".
std::set<std::string> declared_in(const std::string& line) {
  static const RE2 declared(R"(\b([A-Za-z_]\w*)[\s*]+([A-Za-z_]\w*)\s*=)", RE2::Latin1);
  std::set<std::string> names;
  re2::StringPiece rest = line;
  for (std::string type, name; RE2::FindAndConsume(&rest, declared, &type, &name);)
    if (type != "return" && type != "else") names.insert(name);
  return names;
}

// The variables that a line adds up among threads: "reduction(+ : sum, count)".
std::set<std::string> reduced_in(const std::string& line) {
  static const RE2 reduced(R"(\breduction\s*\([^:]*:([^)]*)\))", RE2::Latin1);
  std::set<std::string> names;
  re2::StringPiece rest = line;
  for (std::string variables; RE2::FindAndConsume(&rest, reduced, &variables);)
    names.merge(words_in(variables));
  return names;
}

// Makes findings of what a worker reports.
class Reader {
 public:
  Reader(const BuiltStep& built, const Build& watched) : built_(built), watched_(watched) {}

  // Nothing where no line of the student's file is known; code_without_lines() says then whether
  // the executable has such code.
  std::optional<Finding> read(const Race& race, const CaseLayout& layout) {
    RaceAccess here = race.accesses[0], there = race.accesses[1];
    std::size_t line = line_of(here), other = line_of(there);
    if (line == 0 && other == 0) {
      for (const RaceAccess& access : race.accesses)
        code_without_lines_ |= std::ranges::any_of(access.calls, std::identity());
      return std::nullopt;
    }
    // Which came second is chance: the one that writes is told first, or that of the lower line.
    const auto rank = [](const RaceAccess& access, std::size_t at) {
      return std::pair(access.is_write == 0, at);
    };
    if (rank(there, other) < rank(here, line)) {
      std::swap(here, there);
      std::swap(line, other);
    }
    Finding finding;
    finding.kind = FindingKind::omp_race;
    finding.where = site(here, line);
    finding.other = site(there, other);
    finding.space = is_output(here, layout) ? "output" : "host";
    finding.what =
        fmt::format("{} is {} while another thread {} it{}", what_is(here, line, other, layout),
                    here.is_write ? "written" : "read", there.is_write ? "writes" : "reads",
                    other == line ? "" : fmt::format(" in line {}", other));
    return finding;
  }

  // Where a call of the student's file is; 0 where that is not known.
  std::size_t line_of_call(std::uint64_t call) {
    const auto [known, is_new] = lines_.try_emplace(call);
    if (is_new) known->second = look_up(call);
    return known->second;
  }

  bool code_without_lines() const { return code_without_lines_; }
  bool has_read_enough() const { return lookups_for_races_ >= enough_lookups; }

 private:
  // Of the instruction, or of the call that led to it, in the student's file; 0 for none.
  std::size_t line_of(const RaceAccess& access) {
    for (const std::uint64_t call : access.calls) {
      if (call == 0) continue;
      if (!lines_.contains(call)) ++lookups_for_races_;
      if (const std::size_t line = line_of_call(call); line != 0) return line;
    }
    return 0;
  }

  std::size_t look_up(std::uint64_t call) const {
    const auto place = built_.bench.workshop.builder.source_line(watched_.executable, call);
    return place && place->file == built_.step.file ? place->line : 0;
  }

  Site site(const RaceAccess& access, std::size_t line) const {
    const AccessKind kind = access.is_write ? AccessKind::write : AccessKind::read;
    Site site{built_.step.file, static_cast<std::uint32_t>(line), {}, {}, {}};
    site.access = fmt::format("{}-byte {}", access.bytes, name_of(kind));
    site.kind = kind;
    site.bytes = access.bytes;
    return site;
  }

  static bool is_output(const RaceAccess& access, const CaseLayout& layout) {
    return access.buffer >= static_cast<int>(layout.input_bytes.size());
  }

  std::string what_is(const RaceAccess& access, std::size_t line, std::size_t other,
                      const CaseLayout& layout) const {
    const auto buffer = static_cast<std::size_t>(access.buffer);
    if (access.buffer >= 0 && buffer < layout.names.size())
      return fmt::format("an element of {}", layout.names[buffer]);
    const std::string name = shared_variable(built_.source, line, other);
    return name.empty() ? "memory that threads share" : name;
  }

  const BuiltStep& built_;
  const Build& watched_;
  std::map<std::uint64_t, std::size_t> lines_;  // by offset; 0 for those of other files
  std::size_t lookups_for_races_ = 0;
  bool code_without_lines_ = false;
};

// Watching takes time and memory that the submission is not to blame for.
bool is_limit(VerdictKind kind) {
  return kind == VerdictKind::time_limit || kind == VerdictKind::memory_limit ||
         kind == VerdictKind::process_limit;
}

// Why a program that was not built to be watched cannot be searched.
void note_failed_build(const Build& watched, RaceSearch& search) {
  const std::vector<std::string> told = explanation_of(watched.diagnosis);
  const std::string why = told.empty() ? verdict_text(watched.verdict)
                                       : sanitize(fmt::format("{}", fmt::join(told, "; ")));
  if (watched.verdict.kind == VerdictKind::unsafe)
    search.hidden = why;
  else
    search.refused =
        fmt::format("it does not compile with clang, which the search for races needs: {}", why);
}

std::vector<CaseLayout> layouts_of(const std::vector<WatchedCase>& cases) {
  std::vector<CaseLayout> layouts;
  for (const WatchedCase& each : cases) layouts.push_back(each.the_case->layout());
  return layouts;
}

// A watched worker, and the cases that it runs.
class WatchedWorker {
 public:
  WatchedWorker(const BuiltStep& built, const Build& watched,
                const std::vector<WatchedCase>& chosen, const Limits& limits)
      : built_(built),
        chosen_(chosen),
        layouts_(layouts_of(chosen)),
        buffers_(layouts_, built.bench.workshop.options.defences.private_copy),
        session_(built.bench.workshop.sandbox, watched.executable, buffers_, limits,
                 threads_of(built.bench.lab), {}, true),
        reader_(built, watched) {}

  // Before all else: see Session.
  bool watch_works() { return session_.watch_works(); }

  // Runs the cases until one shows a race or the worker fails, and notes what came of it.
  void search(RaceSearch& result) {
    Seeds seeds = built_.seeds("checkers");
    for (std::size_t i = 0; i < chosen_.size() && !session_.failed() && findings_.empty(); ++i) {
      if (i >= first_cases && session_.regions_begun() >= enough_regions && !unshared_region())
        break;
      Case& the_case = *chosen_[i].the_case;
      const PlacedCase placed = call(i, seeds);
      read_new_races(layouts_[i]);
      if (session_.failed() || result.wrong) continue;
      const Check check = the_case.check(buffers_.read_outputs(placed));
      if (!check.ok) result.wrong = explain_wrong(chosen_[i], check, placed);
    }
    read_new_races(layouts_.back());
    if (session_.failed())
      (is_limit(session_.verdict().kind) ? result.refused : result.hidden) = fmt::format(
          "it ends only while its threads are watched: {}", verdict_text(session_.verdict()));
    result.findings = findings_.take();
    // A variable that threads share by accident leads to races in what it points to or counts.
    std::ranges::stable_partition(result.findings,
                                  [](const Finding& finding) { return finding.space == "host"; });
    // ThreadSanitizer is told only of what the student's code does and calls.
    if (result.findings.empty() && result.hidden.empty() && reader_.code_without_lines())
      result.hidden =
          "threads race, and none of the lines is known: remove #line and attributes like nodebug";
    if (result.findings.empty() && result.hidden.empty() && result.refused.empty())
      note_unshared_region(result);
  }

 private:
  PlacedCase call(std::size_t number, Seeds& seeds) {
    Case& the_case = *chosen_[number].the_case;
    session_.set_team(chosen_[number].team);
    const PlacedCase placed = place(layouts_[number], false);
    session_.prepare(placed);
    the_case.generate(seeds.next());
    the_case.write_inputs(buffers_.inputs(placed));
    poison_ = seeds.next_poison();
    buffers_.poison(placed, poison_);
    session_.call();
    return placed;
  }

  // The same text, built by another compiler and without optimisation, uses other registers and other memory.
  Outcome explain_wrong(const WatchedCase& chosen, const Check& check, const PlacedCase& placed) {
    Outcome outcome;
    outcome.verdict = {VerdictKind::wrong, ""};
    outcome.cases = outcome.wrong_cases = 1;
    outcome.wrong = check.wrong;
    outcome.total = check.total;
    outcome.team = chosen.team;
    outcome.failed_case = chosen.the_case->name();
    Case::Evidence evidence;
    evidence.poison = poison_;
    evidence.is_of_cpu = true;
    outcome.diagnosis = chosen.the_case->diagnose(buffers_.read_outputs(placed), evidence,
                                                  built_.picture("difference.png"));
    insert_fact(
        outcome.diagnosis, 0,
        fmt::format("right as gcc optimises it, and wrong in a build without that, in which no "
                    "threads race, with {} threads: it uses a value that was never set",
                    chosen.team));
    return outcome;
  }

  void read_new_races(const CaseLayout& layout) {
    for (; seen_ < session_.races().size() && !reader_.has_read_enough(); ++seen_)
      if (auto finding = reader_.read(session_.races()[seen_], layout))
        findings_.add(std::move(*finding));
  }

  // The line of a region that no case has run with several threads so far.
  std::optional<std::size_t> unshared_region() {
    RegionsSeen regions;
    for (const TeamRegion& each : session_.regions()) regions.add(each.call, each.is_shared != 0);
    return regions.first_unshared([this](std::uint64_t at) { return reader_.line_of_call(at); });
  }

  void note_unshared_region(RaceSearch& result) {
    if (const auto line = unshared_region())
      result.unshared = fmt::format(
          "{}{}: no case was run with two threads here, so it could not be checked for races: let "
          "small ones have a team as well",
          built_.step.file, *line == 0 ? "" : fmt::format(":{}", *line));
  }

  const BuiltStep& built_;
  const std::vector<WatchedCase>& chosen_;
  const std::vector<CaseLayout> layouts_;
  SharedBuffers buffers_;
  Session session_;
  Reader reader_;
  simt::events::Findings findings_;
  std::uint32_t poison_ = 0;
  std::size_t seen_ = 0;  // how many of the session's races have been read
};

}  // namespace

bool watch_works_here(const Workshop& workshop, const Lab& lab, const Step& step,
                      const Problem& problem) {
  const Build alone =
      workshop.builder.watch_alone(fmt::format("watch-alone-{}", step.number), lab, problem);
  if (alone.verdict.kind != VerdictKind::ok) return false;
  const SharedBuffers buffers({problem.small_cases(lab, step).front()->layout()}, true);
  const int threads = threads_of(lab);
  return Session(workshop.sandbox, alone.executable, buffers, run_limits(threads), threads, {},
                 true)
      .watch_works();
}

std::span<const int> team_sizes() { return teams; }

void RegionsSeen::add(std::uint64_t call, bool is_shared) { shared_[call] |= is_shared; }

std::optional<std::size_t> RegionsSeen::first_unshared(
    const std::function<std::size_t(std::uint64_t)>& line_of) const {
  const auto is_shared = [](const auto& region) { return region.second; };
  if (std::ranges::all_of(shared_, is_shared)) return std::nullopt;
  std::map<std::size_t, bool> lines;
  for (const auto& [call, shared] : shared_) lines[line_of(call)] |= shared;
  const auto first = std::ranges::find_if_not(lines, is_shared);
  return first == lines.end() ? std::nullopt : std::optional(first->first);
}

std::string shared_variable(const std::string& source, std::size_t here, std::size_t there) {
  const SourceLines lines(source);
  std::string line = lines.line(here);
  RE2::GlobalReplace(&line, "==", "<>");  // then each = behind a name assigns to it
  std::set<std::string> written = written_in(line);
  written.merge(reduced_in(line));
  // Each thread has its own.
  for (const std::string& own : declared_in(line)) written.erase(own);
  const std::set<std::string> named = words_in(lines.line(there));
  std::vector<std::string> both;
  std::ranges::set_intersection(written, named, std::back_inserter(both));
  return both.size() == 1 ? both[0] : "";
}

std::shared_future<Build> begin_to_watch(const LabBench& bench, const Step& step,
                                         const std::string& source) {
  const Builder& builder = bench.workshop.builder;
  if (!builder.why_none_is_watched().empty()) return {};
  return std::async(std::launch::async, [&builder, &bench, &step, source] {
    return builder.watched(fmt::format("watched-{}", step.number), step.file, source, bench.lab,
                           step, bench.problem);
  });
}

RaceSearch find_races(const BuiltStep& built, const std::shared_future<Build>& being_watched,
                      const std::vector<std::unique_ptr<Case>>& cases, const Limits& limits,
                      const ProgressLine& progress) {
  const Workshop& workshop = built.bench.workshop;
  RaceSearch search;
  search.not_here = workshop.builder.why_none_is_watched();
  if (const std::string why = workshop.sandbox.why_none_is_watched(); !why.empty())
    search.not_here = "ThreadSanitizer does not start in this container: " + why;
  const std::vector<WatchedCase> chosen = watched_cases(cases);
  if (chosen.empty()) search.not_here = "no case is small enough";
  if (!search.not_here.empty()) return search;
  progress("looking for races");
  const Build& watched = being_watched.get();
  if (watched.verdict.kind != VerdictKind::ok) {
    note_failed_build(watched, search);
    return search;
  }
  WatchedWorker worker(built, watched, chosen, limits);
  if (worker.watch_works())
    worker.search(search);
  else if (watch_works_here(workshop, built.bench.lab, built.step, built.bench.problem))
    search.hidden = "the search for races works on this machine, but not in this program";
  else
    search.not_here = "ThreadSanitizer or Archer does not work on this machine";
  return search;
}

}  // namespace warplab
