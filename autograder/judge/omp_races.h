// Races between a step's OpenMP threads, whether or not the result is wrong.
//
// A second build of the step, by clang and with ThreadSanitizer, runs small cases with several
// numbers of threads. ThreadSanitizer (Serebryany, Iskhodzhanov, WBIA 2009) remembers who accessed
// each word last and what that thread has waited for since: two accesses race when neither waits
// for the other, whichever came first. Archer (Atzeni et al., IPDPS 2016) tells it what OpenMP's
// barriers, locks and tasks wait for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/stages.h"
#include "autograder/judge/trial.h"
#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/sandbox.h"
#include "simt/events/finding.h"

namespace warplab {

struct RaceSearch {
  std::vector<simt::events::Finding> findings;  // of two lines each, the lowest first
  // Why races cannot be ruled out: a package is not installed here, ...; empty if everything was
  // checked.
  std::string not_here;
  // The same if clang does not compile the program, or it exceeds a limit while it is watched.
  std::string refused;
  // The same for a parallel region that no case runs with several threads.
  std::string unshared;
  // How the submission evades the search, or that it ends only while it is watched; empty if neither.
  std::string hidden;
  // Of memory of its own that the program leaves. Threads that race there do so for that reason.
  std::optional<Diagnosis> overrun;
  // A result that is wrong while the program is watched, in which no threads race.
  std::optional<Outcome> wrong;
};

// Starts to build a step's worker with ThreadSanitizer. Invalid if that is not available here.
std::shared_future<Build> begin_to_watch(const LabBench& bench, const Step& step,
                                         const std::string& source);

// The parallel regions that a program has begun.
class RegionsSeen {
 public:
  void add(std::uint64_t call, bool is_shared);
  // The first line with a region that no call started with several threads; nothing if there is
  // none. One region may have two calls, one for each outcome of its `if`. `line_of` is called only
  // if there may be such a line, and returns 0 if the line is unknown.
  std::optional<std::size_t> first_unshared(
      const std::function<std::size_t(std::uint64_t)>& line_of) const;

 private:
  std::map<std::uint64_t, bool> shared_;  // by call
};

// Runs the small ones of `cases` with 2 to 13 threads, then somewhat larger ones with 2, in the
// worker built by begin_to_watch(). Each case gets new inputs.
RaceSearch find_races(const BuiltStep& built, const std::shared_future<Build>& being_watched,
                      const std::vector<std::unique_ptr<Case>>& cases, const Limits& limits,
                      const ProgressLine& progress);

// Whether races of a step with OpenMP would be found on this machine. Tried with two programs of
// ours, one with a race and one without.
bool watch_works_here(const Workshop& workshop, const Lab& lab, const Step& step,
                      const Problem& problem);

// The numbers of threads that small cases of OpenMP steps run with, besides one thread, however
// many cores the machine has.
std::span<const int> team_sizes();

// The variable that line `here` of a source assigns to and line `there` also names: "sum" for
// "sum += x;" and "if (sum > 3)". Empty if there is not exactly one.
std::string shared_variable(const std::string& source, std::size_t here, std::size_t there);

}  // namespace warplab
