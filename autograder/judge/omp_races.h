// Races between a step's OpenMP threads, whether or not a result shows them.
//
// A second build of the step, by clang and with ThreadSanitizer, runs small cases with several
// numbers of threads. ThreadSanitizer (Serebryany, Iskhodzhanov, WBIA 2009) keeps for each word who
// accessed it last and what that thread has waited for since: two accesses race when neither waits
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
#include "autograder/sandbox/sandbox.h"
#include "simt/events/finding.h"

namespace warplab {

struct RaceSearch {
  std::vector<simt::events::Finding> findings;  // of two lines each, the lowest first
  // Why nobody can say that there are none: a package is not installed here, ...; empty where
  // everything was looked at.
  std::string not_here;
  // The same where clang does not compile it, or it takes more than it may while it is watched.
  std::string refused;
  // The same of a parallel region that no case runs with several threads.
  std::string unshared;
  // How the submission keeps others from looking, or that it ends or is wrong only while it is
  // watched; empty where it does not.
  std::string hidden;
};

// Begins to build a step's worker with ThreadSanitizer in it. Invalid where it cannot be had here.
std::shared_future<Build> begin_to_watch(const LabBench& bench, const Step& step,
                                         const std::string& source);

// The parallel regions that a program has begun.
class RegionsSeen {
 public:
  void add(std::uint64_t call, bool is_shared);
  // The first line whose region no call began with several threads. One region may have two calls,
  // of which its `if` decides. `line_of` is asked only where there may be such a line, and answers
  // 0 where it is not known. Nothing where there is none.
  std::optional<std::size_t> first_unshared(
      const std::function<std::size_t(std::uint64_t)>& line_of) const;

 private:
  std::map<std::uint64_t, bool> shared_;  // by call
};

// Runs those of `cases` that are small in the worker that begin_to_watch() builds, with 2 to 13
// threads, then somewhat larger ones with 2. Each is generated anew.
RaceSearch find_races(const BuiltStep& built, const std::shared_future<Build>& being_watched,
                      const std::vector<std::unique_ptr<Case>>& cases, const Limits& limits,
                      const ProgressLine& progress);

// Whether races of a step with OpenMP would be seen on this machine: asked of a program without a
// student's code, one with a race and one without.
bool watch_works_here(const Workshop& workshop, const Lab& lab, const Step& step,
                      const Problem& problem);

// The numbers of threads with which small cases of OpenMP steps run beside one thread, whatever the
// machine has.
std::span<const int> team_sizes();

// What the lines `here` and `there` of a source both name and `here` assigns to: "sum" for
// "sum += x;" and "if (sum > 3)". Empty where that is not one variable.
std::string shared_variable(const std::string& source, std::size_t here, std::size_t there);

}  // namespace warplab
