// Grading a class again: under which keys, and what it would change.
#include "autograder/classroom/regrade.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class Regrade : public testing::Test {
 protected:
  HandIn hand_in(const std::string& student) const {
    return {student, &lab, "in/" + student, "files", "key", {}};
  }
  void keep(const fs::path& folder, const std::string& student, const std::string& key) const {
    fs::create_directories(folder / student / lab.name / key);
    write_file(folder / student / lab.name / key / "result.json", key);
  }
  ScoreSheet sheet(const std::vector<std::pair<std::string, std::optional<double>>>& scores) const {
    ScoreSheet made;
    for (const auto& [student, score] : scores) made.scores[{student, &lab}].score = score;
    return made;
  }

  const Course course = load_course(checkout::root);
  const Lab& lab = course.find("lab1");
  const fs::path folder = own_folder();
};

TEST_F(Regrade, EachGradingOfTheSameFilesHasItsOwnKey) {
  keep(folder, "ada", "key");
  keep(folder, "ada", "key-2");
  keep(folder, "bob", "key");
  std::vector<HandIn> hand_ins = {hand_in("ada"), hand_in("bob"), hand_in("cy")};
  take_free_keys(folder, hand_ins);
  EXPECT_EQ(hand_ins[0].key, "key-3");
  EXPECT_EQ(hand_ins[1].key, "key-2");
  EXPECT_EQ(hand_ins[2].key, "key") << "who is not graded yet is graded";
}

TEST_F(Regrade, ADryRunIsTakenOverOnce) {
  const std::vector<HandIn> hand_ins = {hand_in("ada"), hand_in("bob"), hand_in("cy")};
  EXPECT_EQ(take_over_dry_run(folder, hand_ins), 0u);
  keep(dry_run_folder(folder), "ada", "key");
  keep(dry_run_folder(folder), "bob", "another key");
  EXPECT_EQ(take_over_dry_run(folder, hand_ins), 1u);
  EXPECT_EQ(read_file(folder / "ada" / lab.name / "key/result.json"), "key");
  EXPECT_FALSE(fs::exists(folder / "ada" / lab.name / ".lock"));
  EXPECT_FALSE(fs::exists(folder / "bob"));
  keep(dry_run_folder(folder), "ada", "key");
  EXPECT_EQ(take_over_dry_run(folder, hand_ins), 0u) << "what counts stays";
}

TEST_F(Regrade, WhoWouldGainAndWhoWouldLose) {
  const std::vector<HandIn> hand_ins = {hand_in("ada"), hand_in("bob"), hand_in("cy"),
                                        hand_in("dan")};
  const ScoreChanges found = compare_scores(
      sheet({{"ada", 20}, {"bob", 24.5}, {"cy", 3}, {"eve", 1}}),
      sheet({{"ada", 21.5}, {"bob", 24}, {"cy", 3}, {"dan", 7}, {"eve", 2}}), hand_ins);
  EXPECT_EQ(table_of(found),
            "student  lab     counts   would  change\n"
            "ada      lab1      20.0    21.5    +1.5\n"
            "bob      lab1      24.5    24.0    -0.5\n"
            "dan      lab1         -     7.0        \n"
            "1 would gain, 1 would lose, 1 would have a first score, 1 stay\n");
  EXPECT_EQ(to_json(found)["changes"][2]["before"], nullptr);
  EXPECT_EQ(to_json(found)["same"], 1);
}

}  // namespace
}  // namespace warplab
