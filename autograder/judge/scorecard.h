// The gates of a step during grading.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/trial.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/result.h"

namespace warplab {

struct Build;

// What a kind has in a scorecard: counters one gate for each of Step::hardware, in its order; a kind that some steps
// always have, one, listed or not; any other, one if the step declares it.
template <GateKind kind>
using GateOnCard =
    std::conditional_t<traits_of(kind).declared == GateDeclared::hardware, std::vector<Gate>,
                       std::conditional_t<traits_of(kind).on_cpu == GateListed::always ||
                                              traits_of(kind).on_gpu == GateListed::always,
                                          Gate, std::optional<Gate>>>;

// Made from a step. Each gate is a member with its points and limit, called as its kind is in gates.def, so none has to
// be looked up by name. All start as "not run".
struct Scorecard {
  explicit Scorecard(const Step& step);

  StepResult result;  // without the gates, which finish() adds
#define GATE(kind, ...) GateOnCard<GateKind::kind> kind;
#include "autograder/report/gates.def"
#undef GATE

  // Fails the step at the gate `at`, one of those above.
  void fail(Gate& at, Verdict verdict, Diagnosis diagnosis);
  // Fails the step in a case: at the gate "correct", or at "checkers" if its results are right.
  // `cases` is the number of cases.
  void fail_in_case(const Outcome& outcome, std::size_t cases);
  // The same unless the outcome is OK. Returns whether the step goes on.
  bool goes_on_after(const Outcome& outcome, std::size_t cases);
  // The grader failed: GRADER_ERROR, and no score.
  void grader_failed(const std::string& why);
  // Records how the build went. False if there is nothing to run.
  bool take_build(const Build& build);
  // Records what a right result looks like, with the picture's path relative to the current folder.
  void show(Showing showing);
  // The threads race, or hide whether they do: no points for results that are right by chance.
  void fail_by_race(Verdict verdict, Diagnosis diagnosis);
  // The same where the program leaves memory of its own: the diagnosis's cause is the kind.
  void fail_by_overrun(Diagnosis diagnosis);
  // Full points at the gate "correct", at "checkers".
  void pass_cases(const std::string& message);
  void pass_checkers(const std::string& message);

  // The result, with the gates in the order of gates.def.
  StepResult finish() &&;
};

// How much is wrong: "3.2 % of the values, in 4 of 22 cases".
std::string wrong_summary(const Outcome& outcome, std::size_t cases);

}  // namespace warplab
