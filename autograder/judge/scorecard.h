// The gates of a step while it is graded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/trial.h"
#include "autograder/report/result.h"

namespace warplab {

struct Build;

// Made once from a step: each gate that the step can pass or fail is a member, with its points and
// its limit, so none has to be looked up by its name. All are "not run" at first.
struct Scorecard {
  explicit Scorecard(const Step& step);

  StepResult result;  // all but the gates, which finish() puts in
  Gate builds;
  Gate correct;
  std::optional<Gate> threads;  // of steps that ask for threads
  // Listed for steps on the GPU, where it may be worth no points, and where it is worth some.
  Gate checkers;
  std::vector<Gate> counters;  // by Step::hardware, in its order
  std::optional<Gate> speed;   // of steps with a baseline

  // The step fails at `at`, one of the gates here, and why.
  void fail(Gate& at, Verdict verdict, Diagnosis diagnosis);
  // It fails in a case: at the gate "correct", or at "checkers" where its results are right.
  // `cases` is how many cases there were.
  void fail_in_case(const Outcome& outcome, std::size_t cases);
  // The same where the outcome is not OK; whether it is.
  bool goes_on_after(const Outcome& outcome, std::size_t cases);
  // Something of ours failed: GRADER_ERROR, and no score.
  void grader_failed(const std::string& why);
  // Notes how the build went; false where there is nothing to run.
  bool take_build(const Build& build);
  // What a right result looks like; a picture's path becomes one from the current folder.
  void show(Showing showing);
  // Its threads race, or hide whether they do: no points for results that are right by chance.
  void fail_by_race(Verdict verdict, Diagnosis diagnosis);
  // Full points at the gate "correct", at "checkers".
  void pass_cases(const std::string& message);
  void pass_checkers(const std::string& message);

  // The result, with the gates in the order in which they are tried.
  StepResult finish() &&;
};

// How much is wrong: "3.2 % of the values, in 4 of 22 cases".
std::string wrong_summary(const Outcome& outcome, std::size_t cases);

}  // namespace warplab
