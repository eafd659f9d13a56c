// Scores of a class: which version counts, and what being late costs.
#include "autograder/classroom/scores.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

class Scores : public testing::Test {
 protected:
  Scores() {
    settings.labs = course.select({"lab1", "lab2"});
    settings.deadlines[&lab] = at(1000);
    settings.late = {10, std::chrono::minutes(0), 5};
  }

  static Moment at(long seconds) { return Moment(std::chrono::seconds(seconds)); }

  KeptResult result(const std::string& files, long handed_in, double score, long graded = 0) const {
    return {.student = "ada",
            .lab = lab.name,
            .key = files + "-key",
            .files = files,
            .handed_in = at(handed_in),
            .graded = at(graded),
            .score = score,
            .max_score = 30,
            .seconds = 1,
            .machine = {},
            .job = {}};
  }
  HandIn present(const std::string& files, long handed_in = 0) const {
    return {"ada", &lab, "in/ada", files, files + "-key", at(handed_in)};
  }
  LabScore score(const std::vector<KeptResult>& results, const HandIn* now = nullptr) const {
    return score_of(settings, "ada", lab, results, now);
  }

  const Course course = load_course(checkout::root);
  const Lab& lab = course.find("lab1");
  ClassSettings settings;
  HandedIn handed_in;
};

TEST_F(Scores, TheBestCountsAfterWhatBeingLateCosts) {
  const LabScore best = score({result("a", 900, 20), result("b", 1001, 22)});
  EXPECT_EQ(best.score, 20);
  EXPECT_EQ(best.key, "a-key");
  EXPECT_EQ(best.lost, 0);
  EXPECT_EQ(best.late.count(), 0);
  const LabScore late = score({result("a", 900, 20), result("b", 1001, 25)});
  EXPECT_EQ(late.score, 22.5);
  EXPECT_EQ(late.lost, 2.5);
  EXPECT_EQ(late.late.count(), 1);
}

// 3 at 5 % off are 2.85, which is 2.8499999999999996 as a double. All points that a lab may give, at all percentages,
// beside whole numbers.
TEST_F(Scores, HalfATenthIsRoundedUp) {
  settings.late = {5, std::chrono::minutes(0), 5};
  EXPECT_EQ(score({result("a", 1001, 3)}).score, 2.9);
  settings.late = {30, std::chrono::minutes(0), 5};
  EXPECT_EQ(score({result("a", 1001, 21.5)}).score, 15.1);
  for (int percent = 0; percent <= 100; ++percent)
    for (int tenths = 0; tenths <= 1800; ++tenths) {
      settings.late.percent_per_day = percent;
      const LabScore late = score({result("a", 1001, tenths / 10.0)});
      ASSERT_EQ(late.score, (tenths * (100 - percent) + 50) / 100 / 10.0)
          << tenths << " tenths at " << percent << " % off";
    }
}

TEST_F(Scores, WhatWasGradedWithoutTheSandboxDoesNotCount) {
  KeptResult without = result("b", 950, 30, 2000);
  without.is_gradable = false;
  EXPECT_EQ(score({result("a", 900, 20), without}).score, 20);
  EXPECT_EQ(score({result("b", 950, 10, 1000), without}).score, 10) << "nor in another's place";
  const LabScore none = score({without});
  EXPECT_FALSE(none.score);
  EXPECT_EQ(none.key, "b-key") << "exports say why";
  EXPECT_FALSE(none.is_waiting);
}

TEST_F(Scores, OrTheLatest) {
  settings.attempts = Attempts::latest;
  const std::vector<KeptResult> both = {result("a", 900, 20), result("b", 950, 15)};
  EXPECT_EQ(score(both).score, 15);
  const HandIn again = present("a");
  EXPECT_EQ(score(both, &again).score, 20) << "what lies there now";
}

TEST_F(Scores, AnExtensionIsTheStudentsOwn) {
  EXPECT_EQ(score({result("a", 2000, 20)}).score, 18);
  settings.extensions["ada"][&lab] = at(2000);
  EXPECT_EQ(score({result("a", 2000, 20)}).score, 20);
}

TEST_F(Scores, OfTheSameFilesTheNewestGradingCounts) {
  const LabScore again = score({result("a", 900, 20, 1), result("a", 5000, 18, 2)});
  EXPECT_EQ(again.score, 18) << "not late: they were there before";
}

// A limit that was 5 is 4.5 and 5 again: what was graded by 5 at first counts.
TEST_F(Scores, WhatThePresentLabJsonHasGradedCountsBeforeWhatIsNewer) {
  handed_in.students = {{"ada", "", "", "", "ada"}};
  handed_in.bases = {{lab.name, "limit 5"}};
  const auto graded_by = [&](const std::string& basis, double score, long when) {
    KeptResult each = result("a", 900, score, when);
    each.basis = basis;
    return each;
  };
  handed_in.hand_ins = {present("a")};
  const auto counted = [&](const std::vector<KeptResult>& results) {
    return *make_sheet(settings, handed_in, results).find("ada", lab);
  };
  const LabScore undone = counted({graded_by("limit 5", 30, 1), graded_by("limit 4.5", 26, 2)});
  EXPECT_EQ(undone.score, 30);
  EXPECT_FALSE(undone.is_outdated);
  EXPECT_FALSE(undone.is_waiting);
  const std::vector<KeptResult> earlier = {graded_by("limit 4", 20, 1),
                                           graded_by("limit 4.5", 26, 2)};
  const LabScore old = counted(earlier);
  EXPECT_EQ(old.score, 26);
  EXPECT_TRUE(old.is_outdated) << "and says so";
  EXPECT_TRUE(old.is_waiting) << "class run grades it";
  EXPECT_NE(csv_of(make_sheet(settings, handed_in, earlier))
                .find(",26,26,lab1: graded by another lab.json or grader\r\n"),
            std::string::npos);
}

// Two files with one score: nothing is said of the worse one.
TEST_F(Scores, OfEqualScoresThatCountsOfWhichNothingIsToSay) {
  KeptResult outdated = result("a", 900, 30);
  outdated.is_outdated = true;
  const KeptResult late = result("b", 1001, 30), in_time = result("c", 900, 27);
  for (const auto& results : {std::vector{outdated, in_time}, {in_time, outdated}})
    EXPECT_EQ(score(results).key, "a-key") << "which has more";
  outdated.score = 27;
  for (const auto& results :
       {std::vector{outdated, late, in_time}, {late, in_time, outdated}, {in_time, outdated, late}})
    EXPECT_EQ(score(results).key, "c-key");
}

TEST_F(Scores, WhatIsNotGradedHasNone) {
  const HandIn now = present("b");
  const LabScore nothing = score({}, &now);
  EXPECT_EQ(nothing.score, std::nullopt);
  EXPECT_TRUE(nothing.is_waiting);
  EXPECT_EQ(score({result("a", 900, 20)}, &now).score, 20);
  settings.attempts = Attempts::latest;
  EXPECT_EQ(score({result("a", 900, 20)}, &now).score, std::nullopt);
}

TEST_F(Scores, ATableHasAColumnForEachLabThatAnybodyHandsIn) {
  handed_in.students = {{"ada", "a@b.example", "Lovelace, Ada", "B", "ada"},
                        {"bob", "", "=Bob", "", "bob"}};
  handed_in.hand_ins = {present("a")};
  const ScoreSheet sheet = make_sheet(settings, handed_in, {result("a", 900, 20.5)});
  EXPECT_EQ(csv_of(sheet),
            "id,name,email,section,lab1,total,remarks\r\n"
            "ada,\"Lovelace, Ada\",a@b.example,B,20.5,20.5,\r\n"
            "bob,'=Bob,,,,0,\r\n")
      << "a spreadsheet computes no name";
}

TEST_F(Scores, ATableSaysWhatBeingLateCost) {
  handed_in.students = {{"ada", "", "", "", "ada"}};
  const auto row = [&](long when, double points = 30) {
    const std::string csv = csv_of(make_sheet(settings, handed_in, {result("a", when, points)}));
    return csv.substr(csv.find('\n') + 1);
  };
  EXPECT_EQ(row(1000), "ada,,,,30,30,\r\n");
  EXPECT_EQ(row(1000 + 26 * 3600), "ada,,,,24,24,\"lab1: 26.0 h late, 6 points lost\"\r\n");
  EXPECT_EQ(row(1000 + 26 * 3600, 5), "ada,,,,4,4,\"lab1: 26.0 h late, 1 point lost\"\r\n");
  settings.late.percent_per_day = 0;
  EXPECT_EQ(row(1060), "ada,,,,30,30,\"lab1: 60 s late, 0 points lost\"\r\n");
}

}  // namespace
}  // namespace warplab
