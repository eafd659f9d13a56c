// How far the grading of a class is, out of its ledger. The time is given: no clock is read.
#include "autograder/classroom/status.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

class StatusOfAClass : public testing::Test {
 protected:
  static Moment at(long seconds) { return Moment(std::chrono::seconds(1'000'000 + seconds)); }

  void hand_in(const std::string& student, const Lab& lab) {
    hand_ins.push_back({student, &lab, "in", "files", "key", at(0)});
  }
  void keep(const std::string& student, const Lab& lab, double seconds, long graded,
            const std::string& key = "key") {
    KeptResult& result = ledger.results.emplace_back();
    result.student = student;
    result.lab = lab.name;
    result.key = key;
    result.graded = at(graded);
    result.seconds = seconds;
  }
  void work_on(const std::string& student, const Lab& lab, double seconds, bool is_alive = true) {
    ledger.in_work.push_back({student, lab.name, seconds, is_alive});
  }
  ClassStatus status() const { return status_of(hand_ins, ledger, false, at(now)); }
  std::string text() const { return text_of(status(), {}, at(now)); }

  const Course course = load_course(checkout::root);
  const Lab& measured = course.find("lab1");
  const Lab& modelled = course.find("lab5");
  std::vector<HandIn> hand_ins;
  LedgerView ledger;
  long now = 1000;
};

TEST_F(StatusOfAClass, WhatIsHandedInIsGradedInWorkGivenUpOrWaits) {
  for (const char* student : {"ada", "bob", "cy", "dan", "eve"}) hand_in(student, measured);
  hand_in("ada", modelled);
  keep("ada", measured, 10, 900);
  keep("bob", measured, 10, 900, "key of another version");
  work_on("cy", measured, 4);
  ledger.failures.push_back({"dan", measured.name, "no memory", 3});
  const ClassStatus all = status();
  EXPECT_EQ(all.handed_in, 6u);
  EXPECT_EQ(all.graded, 1u);
  ASSERT_EQ(all.waiting.size(), 2u);
  EXPECT_EQ(all.waiting[0].lab, measured.name);
  EXPECT_EQ(all.waiting[0].hand_ins, 2u) << "bob's new version, and eve's";
  EXPECT_TRUE(all.waiting[0].is_measured);
  EXPECT_EQ(all.waiting[1].hand_ins, 1u);
  EXPECT_FALSE(all.waiting[1].is_measured);
}

TEST_F(StatusOfAClass, TheRateIsThatOfTheLastTenMinutes) {
  EXPECT_FALSE(status().per_hour);
  keep("ada", measured, 50, 399);
  EXPECT_FALSE(status().per_hour) << "graded before them";
  keep("bob", measured, 20, 820);
  keep("cy", measured, 30, 1000);
  EXPECT_DOUBLE_EQ(status().per_hour.value(), 36) << "two in the 200 s since bob's was begun";
  now = 800;
  EXPECT_DOUBLE_EQ(status().per_hour.value(), 3600 / 451.0) << "others lie ahead";
}

TEST_F(StatusOfAClass, TheEndFollowsFromWhatLabsTookAndHowManyAreInWork) {
  for (const char* student : {"a", "b", "c", "d", "e"}) hand_in(student, modelled);
  hand_in("a", measured);
  keep("a", modelled, 30, 900);
  EXPECT_FALSE(status().left_s) << "nobody grades";
  work_on("b", modelled, 10);
  work_on("c", modelled, 50);
  // 20 s of b's are left, none of c's, 30 of d's and e's each: by two. Then 30, as of all labs.
  EXPECT_DOUBLE_EQ(status().left_s.value(), 80 / 2 + 30);
  keep("z", measured, 100, 900);
  EXPECT_DOUBLE_EQ(status().left_s.value(), 80 / 2 + 100);
  ledger.failures.push_back({"e", modelled.name, "no memory", 3});
  EXPECT_DOUBLE_EQ(status().left_s.value(), 50 / 2 + 100) << "given up";
}

TEST_F(StatusOfAClass, WithoutAResultOrARunThereIsNoEnd) {
  hand_in("ada", modelled);
  work_on("ada", modelled, 10);
  EXPECT_FALSE(status().left_s);
  keep("bob", modelled, 30, 900);
  EXPECT_EQ(status().left_s, 20);
  ledger.in_work[0].is_alive = false;
  EXPECT_FALSE(status().left_s) << "it was killed";
}

TEST_F(StatusOfAClass, TheTenSlowestAreListed) {
  for (int i = 0; i < 12; ++i) keep("s" + std::to_string(i), measured, i, 0);
  const ClassStatus all = status();
  ASSERT_EQ(all.slowest.size(), 10u);
  EXPECT_EQ(all.slowest[0].student, "s11");
  EXPECT_EQ(all.slowest[9].student, "s2");
}

TEST_F(StatusOfAClass, WhatIsGradedAgainIsListedOnce) {
  keep("ada", measured, 10, 200, "2");
  ledger.results[0].tries = 2;
  keep("ada", measured, 40, 100, "1");
  ledger.results[1].tries = 3;
  const ClassStatus all = status();
  ASSERT_EQ(all.slowest.size(), 1u);
  EXPECT_EQ(all.slowest[0].key, "2");
  ASSERT_EQ(all.made_later.size(), 1u);
  EXPECT_EQ(all.made_later[0].key, "2");
}

TEST_F(StatusOfAClass, ItsTextSaysAllOfIt) {
  for (const char* student : {"ada", "bob", "cy", "dan"}) hand_in(student, modelled);
  keep("ada", modelled, 120, 1000);
  ledger.results[0].tries = 2;
  work_on("bob", modelled, 30);
  work_on("eve", modelled, 30, false);
  ledger.failures.push_back({"cy", modelled.name, "no memory", 3});
  ledger.retries.push_back({"bob", modelled.name, "the disk is full", 1});
  EXPECT_EQ(
      text(),
      "1 graded of 4 hand-ins, 30 per hour, about 4 min left, until 1970-01-12T14:06:50Z\n"
      "  bob lab5-shared-int  being graded for 30 s\n"
      "  eve lab5-shared-int  left by a run that was killed; the next one grades it\n"
      "  cy lab5-shared-int  not graded, because the grader failed: no memory\n"
      "  bob lab5-shared-int  tried again, because the grader failed at try 1: the disk is full\n"
      "  ada lab5-shared-int  graded at try 2\n"
      "waiting\n"
      "       1    lab5-shared-int\n"
      "slowest\n"
      "   120.0 s  ada lab5-shared-int\n");
}

TEST_F(StatusOfAClass, AndItsJson) {
  hand_in("ada", measured);
  hand_in("bob", measured);
  keep("ada", measured, 40, 1000);
  work_on("bob", measured, 10);
  ledger.retries.push_back({"bob", measured.name, "the disk is full", 1});
  const std::vector<Remark> remarks = {{"in/x.zip is not a folder", true}};
  const nlohmann::json json = to_json(status(), remarks, at(now));
  EXPECT_EQ(json["handed_in"], 2);
  EXPECT_EQ(json["graded"], 1);
  EXPECT_DOUBLE_EQ(json["per_hour"].get<double>(), 90);
  EXPECT_EQ(json["left_s"], 30);
  EXPECT_EQ(json["ends"], text_of(at(now + 30)));
  EXPECT_EQ(json["in_work"][0]["student"], "bob");
  EXPECT_EQ(json["retried"][0]["tries"], 1);
  EXPECT_EQ(json["failed"].size(), 0u);
  EXPECT_EQ(json["remarks"][0], "in/x.zip is not a folder");
  hand_ins.clear();
  ledger = {};
  const nlohmann::json nothing = to_json(status(), {}, at(now));
  EXPECT_TRUE(nothing["per_hour"].is_null());
  EXPECT_TRUE(nothing["ends"].is_null());
}

TEST(ProgressOfARun, SaysWhatFailedAndWhenItEnds) {
  setenv("TZ", "UTC-1", 1);  // an hour ahead
  tzset();
  RunProgress progress{12, 300, 2, 0, 0, 60};
  const std::time_t noon = 12 * 3600;
  EXPECT_EQ(text_of(progress, noon), "12 of 300 graded, 2 being graded");
  progress = {120, 300, 2, 1, 20, 180};
  EXPECT_EQ(text_of(progress, noon),
            "120 of 300 graded, 2 being graded, 1 grader error, 400 per hour, 27 min left, until "
            "13:26");
  EXPECT_TRUE(text_of(progress, noon + 10 * 3600 + 55 * 60).ends_with("until 1970-01-02 00:21"));
  unsetenv("TZ");
  tzset();
}

}  // namespace
}  // namespace warplab
