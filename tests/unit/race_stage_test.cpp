// One stage, made as the judge makes it, of what a search for races comes to.
#include "autograder/judge/race_stage.h"

#include <gtest/gtest.h>

#include "tests/unit/steps.h"

namespace warplab {
namespace {

class RaceStage : public testing::Test {
 protected:
  RaceStage() : card(step()) {}

  static Step step() {
    Step step = cpu_step();
    step.gates[GateKind::checkers].points = 5;
    return step;
  }

  static RaceSearch with_finding() {
    RaceSearch search;
    search.findings.emplace_back().kind = simt::events::FindingKind::omp_race;
    return search;
  }

  // Whether the step goes on.
  bool run(const RaceSearch& search) {
    const StageRun stage = race_stage([&search] { return search; }, outcome, 3, card);
    EXPECT_EQ(stage.stage, Stage::checkers);
    return stage.run();
  }

  std::string verdict() const { return verdict_text(card.result.verdict); }

  Scorecard card;
  Outcome outcome;
  const Outcome wrong = {{VerdictKind::wrong, ""}, {"halo", {}, {}}, "1x1", 3, 2, 5, 100, 4};
};

TEST_F(RaceStage, GivesItsPointsWhereThereIsNoRace) {
  EXPECT_TRUE(run({}));
  EXPECT_EQ(card.checkers.points, 5);
  EXPECT_EQ(card.checkers.message, "no race");
}

TEST_F(RaceStage, ARaceTakesThePointsOfResultsToo) {
  EXPECT_FALSE(run(with_finding()));
  EXPECT_EQ(verdict(), "UNSAFE(omp-race)");
  EXPECT_EQ(card.result.diagnosis.findings.size(), 1u);
  EXPECT_EQ(card.checkers.points + card.correct.points, 0);
  EXPECT_EQ(card.correct.message, "not counted: with a race, the next run may be wrong");
}

TEST_F(RaceStage, ARaceSaysMoreThanTheWrongResultsThatItLedTo) {
  outcome = wrong;
  EXPECT_FALSE(run(with_finding()));
  EXPECT_EQ(verdict(), "UNSAFE(omp-race)");
}

TEST_F(RaceStage, WrongResultsWithoutARaceAreWrong) {
  outcome = wrong;
  RaceSearch search;
  search.hidden = "it ends only while it is watched";
  EXPECT_FALSE(run(search));
  EXPECT_EQ(verdict(), "WRONG");
  EXPECT_EQ(card.correct.message, "5 % of the values, in 2 of 3 cases");
}

TEST_F(RaceStage, WhoHidesItsThreadsIsUnsafe) {
  RaceSearch search;
  search.hidden = "it ends only while it is watched";
  EXPECT_FALSE(run(search));
  EXPECT_EQ(verdict(), "UNSAFE(unwatched)");
}

TEST_F(RaceStage, WrongWhereItIsWatchedIsWrong) {
  RaceSearch search;
  search.wrong = wrong;
  EXPECT_FALSE(run(search));
  EXPECT_EQ(verdict(), "WRONG");
  EXPECT_EQ(card.result.diagnosis.cause, "halo");
  EXPECT_EQ(card.checkers.points + card.correct.points, 0);
}

TEST_F(RaceStage, ARaceSaysMoreThanWhatIsWrongBesides) {
  RaceSearch search = with_finding();
  search.wrong = wrong;
  EXPECT_FALSE(run(search));
  EXPECT_EQ(verdict(), "UNSAFE(omp-race)");
}

TEST_F(RaceStage, PointsAreLostOnlyByWhatTheSubmissionDoes) {
  RaceSearch search;
  search.not_here = "clang-19 is not installed";
  EXPECT_TRUE(run(search));
  EXPECT_EQ(card.checkers.points, 5);
  EXPECT_EQ(card.checkers.message, "not checked here: clang-19 is not installed");

  for (std::string RaceSearch::*const why : {&RaceSearch::refused, &RaceSearch::unshared}) {
    Scorecard another(step());
    RaceSearch in_vain;
    in_vain.*why = "why";
    EXPECT_TRUE(race_stage([&] { return in_vain; }, outcome, 3, another).run());
    EXPECT_EQ(another.checkers.points, 0);
    EXPECT_EQ(another.checkers.message, "why");
    EXPECT_EQ(verdict_text(another.result.verdict), "OK");
  }
}

TEST_F(RaceStage, NobodySearchesWhereNoPointsHangOnIt) {
  Scorecard without(cpu_step());
  const auto never = [] {
    ADD_FAILURE() << "searched";
    return RaceSearch();
  };
  EXPECT_TRUE(race_stage(never, wrong, 3, without).run());
}

}  // namespace
}  // namespace warplab
