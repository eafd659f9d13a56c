// The order of causes, by a table.
#include "autograder/problems/ladder.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplab {
namespace {

// The rungs in the order in which they are to be asked.
const std::vector<std::pair<std::string, Ladder::Rung Ladder::*>> rungs = {
    {"nothing", &Ladder::nothing},     {"stale", &Ladder::stale}, {"constant", &Ladder::constant},
    {"missing", &Ladder::missing},     {"known", &Ladder::known}, {"race", &Ladder::race},
    {"imprecise", &Ladder::imprecise}, {"place", &Ladder::place}};

Ladder last_resort() {
  Ladder ladder;
  ladder.unknown = [] { return Explanation{{"unknown", ""}, "", ""}; };
  return ladder;
}

Case::Evidence all_evidence() {
  Case::Evidence evidence;
  evidence.is_stale = evidence.differs_between_runs = true;
  return evidence;
}

TEST(Ladder, TheFirstRungThatHoldsSpeaks) {
  for (std::size_t first = 0; first < rungs.size(); ++first)
    for (std::size_t second = first + 1; second < rungs.size(); ++second) {
      Ladder ladder = last_resort();
      for (const std::size_t i : {first, second})
        ladder.*rungs[i].second = always({{rungs[i].first, ""}, "", ""});
      EXPECT_EQ(climb(ladder, all_evidence()).cause.identifier, rungs[first].first)
          << rungs[first].first << " and " << rungs[second].first;
    }
}

TEST(Ladder, WhatDoesNotHoldIsPassed) {
  Ladder ladder = last_resort();
  int asked = 0;
  for (const auto& [name, rung] : rungs)
    ladder.*rung = [&]() -> std::optional<Explanation> {
      ++asked;
      return std::nullopt;
    };
  EXPECT_EQ(climb(ladder, all_evidence()).cause.identifier, "unknown");
  EXPECT_EQ(asked, static_cast<int>(rungs.size()));
  EXPECT_EQ(climb(last_resort(), all_evidence()).cause.identifier, "unknown");
}

TEST(Ladder, NothingBelowIsAskedOnceARungHolds) {
  Ladder ladder = last_resort();
  ladder.known = always({{"known", ""}, "", ""});
  ladder.place = []() -> std::optional<Explanation> {
    ADD_FAILURE() << "place is asked";
    return std::nullopt;
  };
  EXPECT_EQ(climb(ladder, {}).cause.identifier, "known");
}

TEST(Ladder, OnlyEvidenceMakesItStaleOrARace) {
  Ladder ladder = last_resort();
  ladder.stale = always({{"stale", ""}, "", ""});
  ladder.race = always({{"race", ""}, "", ""});
  Case::Evidence evidence;
  EXPECT_EQ(climb(ladder, evidence).cause.identifier, "unknown");
  evidence.differs_between_runs = true;
  EXPECT_EQ(climb(ladder, evidence).cause.identifier, "race");
  evidence.is_stale = true;
  EXPECT_EQ(climb(ladder, evidence).cause.identifier, "stale");
}

}  // namespace
}  // namespace warplab
