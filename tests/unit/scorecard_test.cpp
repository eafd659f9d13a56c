// A step's gates: which there are, what passing and failing does to them.
#include "autograder/judge/scorecard.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "autograder/build/builder.h"
#include "autograder/judge/points.h"
#include "tests/unit/steps.h"

namespace warplab {
namespace {

std::vector<std::string> names_of(const StepResult& result) {
  std::vector<std::string> names;
  for (const Gate& gate : result.gates) names.push_back(gate.name);
  return names;
}

const Outcome unsafe = {
    {VerdictKind::unsafe, "shared-race"}, {"shared-race", {"a race"}, {}}, "1x1", 1, 0, 0, 100};

TEST(Scorecard, ListsTheGatesOfAStepInTheirOrder) {
  EXPECT_EQ(names_of(Scorecard(cpu_step()).finish()),
            (std::vector<std::string>{"builds", "correct", "speed"}));
  EXPECT_EQ(
      names_of(Scorecard(gpu_step()).finish()),
      (std::vector<std::string>{"builds", "correct", "checkers", "requests", "overlap", "speed"}));
  Step step = cpu_step();
  step.gates[GateKind::threads] = {2, 1.5};
  EXPECT_EQ(names_of(Scorecard(step).finish()),
            (std::vector<std::string>{"builds", "correct", "threads", "speed"}));
}

TEST(Scorecard, SaysOfWhatKindEachGateIs) {
  Step step = gpu_step();
  step.gates[GateKind::threads] = {2, 1.5};
  std::vector<GateKind> kinds;
  for (const Gate& gate : Scorecard(step).finish().gates) kinds.push_back(gate.kind);
  using enum GateKind;
  EXPECT_EQ(kinds, (std::vector{builds, correct, checkers, threads, counter, counter, speed}));
}

TEST(Scorecard, StartsWithoutPointsAndWithEveryLimit) {
  const StepResult result = Scorecard(gpu_step()).finish();
  double points = 0, most = 0;
  for (const Gate& gate : result.gates) {
    EXPECT_FALSE(gate.passed) << gate.name;
    EXPECT_EQ(gate.message, "not run") << gate.name;
    EXPECT_FALSE(gate.is_run) << gate.name;
    points += gate.points;
    most += gate.max_points;
  }
  EXPECT_EQ(points, 0);
  EXPECT_EQ(most, gpu_step().max_score());
  EXPECT_EQ(result.gates[3].limit, 5);    // at most
  EXPECT_EQ(result.gates[4].limit, 50);   // at least
  EXPECT_EQ(result.gates[5].limit, 2.0);  // full points
}

TEST(Scorecard, HasAGateForCheckersThatAreWorthNothing) {
  Step step = gpu_step();
  step.gates[GateKind::checkers].points = 0;
  Scorecard card(step);
  card.fail_in_case(unsafe, 3);
  const StepResult result = std::move(card).finish();
  EXPECT_EQ(verdict_text(result.verdict), "UNSAFE(shared-race)");
  EXPECT_EQ(result.gates[1].points, 8);
  EXPECT_EQ(result.gates[2].name, "checkers");
  EXPECT_FALSE(result.gates[2].passed);
  EXPECT_EQ(result.gates[2].message, "a race");
}

TEST(Scorecard, GivesAnUnsafeStepItsPointsForTheResult) {
  Scorecard card(gpu_step());
  card.fail_in_case(unsafe, 3);
  EXPECT_TRUE(card.correct.passed);
  EXPECT_EQ(card.correct.points, 8);
  EXPECT_EQ(card.checkers.points, 0);
}

TEST(Scorecard, CountsWhatIsWrong) {
  Scorecard card(gpu_step());
  card.fail_in_case({{VerdictKind::wrong, ""}, {"halo", {"the halo"}, {}}, "1x1", 3, 2, 5, 100}, 4);
  EXPECT_EQ(card.correct.message, "5 % of the values, in 2 of 4 cases");
  EXPECT_FALSE(card.correct.is_in_diagnosis);
  EXPECT_EQ(card.correct.value, 2);
  EXPECT_EQ(card.correct.points, 0);
  EXPECT_EQ(card.result.diagnosis.cause, "halo");
}

// Whoever shows both shows the sentence once.
TEST(Scorecard, KnowsWhereAGateSaysHowItsDiagnosisBegins) {
  const Outcome late = {{VerdictKind::time_limit, "wall"},
                        {"limit", {"in the case 33x17", "took 10 s"}, {}},
                        "33x17",
                        3,
                        1,
                        1,
                        100};
  Scorecard card(gpu_step());
  card.fail_in_case(late, 4);
  EXPECT_EQ(card.correct.message, "in the case 33x17");
  EXPECT_TRUE(card.correct.is_in_diagnosis);
  EXPECT_TRUE(card.correct.is_run);
  Outcome unexplained = late;
  unexplained.diagnosis = {};
  Scorecard another(gpu_step());
  another.fail_in_case(unexplained, 4);
  EXPECT_EQ(another.correct.message, "in the case 33x17");
  EXPECT_FALSE(another.correct.is_in_diagnosis);
}

TEST(Scorecard, StopsAtABuildThatFails) {
  Build build;
  build.verdict = {VerdictKind::build_error, "compile"};
  build.diagnosis = {"compile-error", {"a.c:1: error"}, {}};
  Scorecard card(cpu_step());
  EXPECT_FALSE(card.take_build(build));
  EXPECT_EQ(card.builds.message, "a.c:1: error");
  build.verdict = {};
  build.tool = "nvcc";
  build.seconds = 1.26;
  EXPECT_TRUE(card.take_build(build));
  EXPECT_EQ(card.builds.message, "1.3 s, nvcc");
  EXPECT_EQ(card.result.cuda_compiler, "nvcc");
  build.is_kept = true;
  EXPECT_TRUE(card.take_build(build));
  EXPECT_EQ(card.builds.message, "1.3 s, nvcc, compiled before");
  EXPECT_TRUE(card.result.build_is_kept);
}

TEST(Scorecard, PassesCasesAndCheckers) {
  Scorecard card(gpu_step());
  card.pass_cases(cases_passed(gpu_step(), 17, "photograph"));
  EXPECT_EQ(card.correct.points, 8);
  EXPECT_EQ(card.correct.message, "17 awkward cases, photograph of 0");
  EXPECT_EQ(card.checkers.points, 0);
  card.pass_checkers("no race");
  EXPECT_EQ(card.checkers.points, 5);
  EXPECT_EQ(card.checkers.message, "no race");
}

TEST(Scorecard, ListsCheckersOfThreadsWhereTheyAreWorthPoints) {
  Step step = cpu_step();
  const auto lists_them = [&step] {
    const StepResult result = Scorecard(step).finish();
    return std::ranges::any_of(result.gates,
                               [](const Gate& gate) { return gate.kind == GateKind::checkers; });
  };
  step.gates[GateKind::checkers].points = 0;
  EXPECT_FALSE(lists_them());
  step.gates[GateKind::checkers].points = 2;
  EXPECT_TRUE(lists_them());
}

TEST(Scorecard, RaceLeavesNoPointsForBeingRight) {
  Step step = cpu_step();
  step.gates[GateKind::checkers].points = 2;
  Scorecard card(step);
  card.fail_by_race({VerdictKind::unsafe, "omp-race"}, {"omp-race", {}, {}});
  const StepResult result = std::move(card).finish();
  EXPECT_EQ(verdict_text(result.verdict), "UNSAFE(omp-race)");
  for (const Gate& gate : result.gates) EXPECT_EQ(gate.points, 0) << gate.name;
}

}  // namespace
}  // namespace warplab
