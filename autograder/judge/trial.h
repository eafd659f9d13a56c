// Runs a worker over cases, with fresh inputs and poison before every call, and everything checked
// after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/judge/seeds.h"
#include "autograder/judge/session.h"
#include "autograder/judge/shared_buffers.h"
#include "autograder/judge/timing.h"
#include "autograder/problems/problem.h"
#include "autograder/report/place.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {

// Is told what is being done.
using ProgressLine = std::function<void(const std::string&)>;

// The place of the instruction at an offset; nothing if unknown.
using SourceLine = std::function<std::optional<SourcePlace>(std::uint64_t)>;

// The outcome of a series of calls.
struct Outcome {
  Verdict verdict;
  Diagnosis diagnosis;
  std::string failed_case;  // where it went wrong first
  int cases = 0;            // run to the end
  int wrong_cases = 0;
  std::size_t wrong = 0;  // values, over all cases
  std::size_t total = 0;
  int team =
      0;  // OpenMP threads that it went wrong with; 0: as many as the worker's environment says
};

// Outputs that outlive the next call, and views of them.
using Bytes = std::vector<std::vector<std::byte>>;
Bytes copy(const std::vector<std::span<const std::byte>>& buffers);
std::vector<std::span<const std::byte>> views(const Bytes& buffers);

// The call before the one that is judged.
struct EarlierCall {
  Case* the_case;
  std::uint64_t seed;  // of its inputs
  bool was_right = false;
};

// Records what wrong `outputs` may have taken from the call before. `the_case` has the inputs of
// `seed`, before and after.
void note_earlier_call(const std::optional<EarlierCall>& before, Case& the_case, std::uint64_t seed,
                       const Bytes& outputs, Case::Evidence& evidence);

// A worker, and what is needed to explain its failures.
struct Subject {
  Session& session;
  SharedBuffers& buffers;
  const Problem& problem;
  const Defences& defences;
  SourceLine source_line;         // of an instruction's offset
  std::filesystem::path picture;  // where a difference image goes
  Seeds& seeds;                   // of inputs, places and poison
  // Numbers of OpenMP threads; empty for a lab without OpenMP.
  std::span<const int> teams = {};
};

// Runs every case twice, with other inputs the second time: with one thread, then with the next
// number in `teams`. Explains the first case that is wrong with one thread, or else the first that
// is wrong; the others still run, to count them. A dead worker ends the series.
Outcome run_cases(const Subject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                  const ProgressLine& progress);

// One call of a case that is there to be shown. `picture` is the file that Case::show() may write.
struct Shown {
  Outcome outcome;
  Showing showing;  // if the outcome is right
};
Shown run_shown(const Subject& subject, Case& the_case, const std::filesystem::path& picture);

// The timed case, in turn with `baseline`'s worker, which shares the subject's buffers. Without a
// baseline the pairs have the submission's time only. The first round is a warm-up, which is
// checked like any other but not timed.
struct Timed {
  Outcome outcome;
  std::vector<Pair> pairs;
  std::vector<double> threads_at_work;  // see TimedCalls for these three
  std::vector<double> work;
  double lost = 0;
  std::string turns{};  // as in Timing
};
Timed run_timed(const Subject& subject, Session* baseline, Case& timed_case, const TimingPlan& plan,
                const ProgressLine& progress);

}  // namespace warplab
