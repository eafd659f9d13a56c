// Runs a worker over cases: fresh inputs and poison before every call, everything checked after it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "autograder/judge/session.h"
#include "autograder/judge/timing.h"
#include "autograder/problems/problem.h"

namespace warplab {

// What came of a series of calls.
struct Outcome {
  Verdict verdict;
  Diagnosis diagnosis;
  std::string failed_case;  // where it went wrong first
  int cases = 0;            // run to the end
  int wrong_cases = 0;
  std::size_t wrong = 0;  // values, over all cases
  std::size_t total = 0;
};

// Outputs that outlive the next call, and views of them.
using Bytes = std::vector<std::vector<std::byte>>;
Bytes copy(const std::vector<std::span<const std::byte>>& buffers);
std::vector<std::span<const std::byte>> views(const Bytes& buffers);

// A worker together with what is needed to explain its failures.
struct Subject {
  Session& session;
  SharedBuffers& buffers;
  const Problem& problem;
  const Defences& defences;
  std::function<std::string(std::uint64_t)> source_line;  // of an instruction's offset
  std::filesystem::path picture;                          // where a difference image goes
};

// Runs every case twice, with other inputs the second time. A wrong case is explained (the first),
// and the others still run, to be counted; a dead worker ends the series.
Outcome run_cases(const Subject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                  const std::function<void(const std::string&)>& progress);

// The timed case, interleaved with `baseline`'s worker, which shares the subject's buffers. Without
// a baseline the pairs hold the submission's time alone. The first round is warm-up: checked like
// any other, and not timed.
struct Timed {
  Outcome outcome;
  std::vector<Pair> pairs;
};
Timed run_timed(const Subject& subject, Session* baseline, Case& timed_case, const TimingPlan& plan,
                const std::function<void(const std::string&)>& progress);

}  // namespace warplab
