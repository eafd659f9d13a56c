// class.json: what is read, how mistakes in it are reported, and what being late costs.
#include "autograder/classroom/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class Settings : public testing::Test {
 protected:
  Settings() { fs::create_directories(folder / "handed-in"); }

  ClassSettings read(const std::string& text) {
    write_file(folder / "class.json", text);
    return read_settings(course, folder);
  }

  // What is said about class.json, from its name on; "" if it is taken.
  std::string complaint(const std::string& text) {
    try {
      read(text);
      return "";
    } catch (const CourseError& error) {
      const std::string message = error.what();
      return message.substr(message.find("class.json"));
    }
  }

  const Course course = load_course(checkout::root);
  const fs::path folder = own_folder();
};

TEST_F(Settings, AllLabsCountWithoutADeadlineIfNothingIsSaid) {
  const ClassSettings settings = read(R"({"submissions": "handed-in"})");
  EXPECT_EQ(settings.submissions, folder / "handed-in");
  EXPECT_EQ(settings.labs.size(), course.labs.size());
  EXPECT_EQ(settings.attempts, Attempts::best);
  EXPECT_EQ(settings.deadline("ada", course.labs[0]), std::nullopt);
  EXPECT_EQ(settings.late.share_after(1000), 1);
}

TEST_F(Settings, LabsDeadlinesAndExtensions) {
  const ClassSettings settings = read(R"({
    "submissions": "handed-in",
    "attempts": "latest",
    "late": {"percent_per_day": 10, "grace_minutes": 15, "days": 5},
    "labs": {"lab5": {}, "lab1": {"deadline": "2026-10-12T23:59+02:00"}},
    "extensions": {"ada": {"lab1": "2026-10-19T21:59Z"}}
  })");
  ASSERT_EQ(settings.labs.size(), 2u);
  EXPECT_EQ(settings.labs[0]->name, "lab1-convolution-c");
  EXPECT_EQ(settings.labs[1]->name, "lab5-shared-int");
  EXPECT_EQ(settings.attempts, Attempts::latest);
  EXPECT_EQ(text_of(settings.deadline("bob", *settings.labs[0]).value()), "2026-10-12T21:59:00Z");
  EXPECT_EQ(text_of(settings.deadline("ada", *settings.labs[0]).value()), "2026-10-19T21:59:00Z");
  EXPECT_EQ(settings.deadline("ada", *settings.labs[1]), std::nullopt);
}

TEST_F(Settings, ReadsTheNameThatAFieldHadBefore) {
  const ClassSettings settings =
      read(R"({"submissions": "handed-in", "late": {"percent_a_day": 10}, "labs": {"lab1": {}}})");
  EXPECT_EQ(settings.late.percent_per_day, 10);
  EXPECT_NE(complaint("{\"submissions\": \"handed-in\",\n"
                      "\"late\": {\"percent_a_day\": 10, \"percent_per_day\": 10}}")
                .find("class.json:2: late.percent_per_day: unknown field"),
            std::string::npos);
}

TEST_F(Settings, MistakesHaveFileLineAndField) {
  EXPECT_EQ(complaint("{}"), "class.json:1: field \"submissions\" is missing");
  EXPECT_EQ(complaint("{\n\"submissions\": \"nowhere\"}"),
            "class.json:2: submissions: there is no folder " + (folder / "nowhere").string());
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"atempts\": \"best\"}"),
            "class.json:2: atempts: unknown field; did you mean attempts?");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"attempts\": \"first\"}"),
            "class.json:2: attempts: expected \"best\" or \"latest\", got \"first\"");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"late\": {\"percent_per_day\": 101}}"),
            "class.json:2: late.percent_per_day: expected at most 100, got 101");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"labs\": {}}"),
            "class.json:2: labs: expected at least one lab, got {}");
  EXPECT_NE(complaint("{\"submissions\": \"handed-in\",\n\"labs\": {\"lab99\": {}}}")
                .find("class.json:2: labs.lab99: there is no lab \"lab99\""),
            std::string::npos);
  EXPECT_NE(complaint("{\"submissions\": \"handed-in\",\n\"labs\": {\"lab1\": {},\n\"1\": {}}}")
                .find("the lab is there under another name already"),
            std::string::npos);
  EXPECT_NE(complaint("{\"submissions\": \"handed-in\",\n"
                      "\"labs\": {\"lab1\":\n{\"deadline\": \"2026-10-12 23:59\"}}}")
                .find("class.json:3: labs.lab1.deadline: expected a time with its distance to UTC"),
            std::string::npos);
  EXPECT_NE(complaint("{\"submissions\": ").find("malformed JSON"), std::string::npos);
}

TEST_F(Settings, OptionsForACluster) {
  EXPECT_TRUE(read(R"({"submissions": "handed-in"})").slurm.options.empty());
  const ClassSettings settings = read(R"({"submissions": "handed-in",
    "slurm": {"options": ["--partition=teaching", "--time=120"], "constraint": "epyc"}})");
  EXPECT_EQ(settings.slurm.options,
            (std::vector<std::string>{"--partition=teaching", "--time=120"}));
  EXPECT_EQ(settings.slurm.constraint, "epyc");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"slurm\": {\"options\": [\"--time=9\",\n"
                      "\"-p teaching\"]}}"),
            "class.json:3: slurm.options[1]: expected a long option of sbatch, as in "
            "\"--partition=teaching\", got \"-p teaching\"");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"slurm\": {\"option\": []}}"),
            "class.json:2: slurm.option: unknown field; did you mean options?");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"slurm\": {\"constraint\": 3}}"),
            "class.json:2: slurm.constraint: expected a text that is not empty, got 3");
}

TEST_F(Settings, TimesOfANamedZone) {
  const ClassSettings settings = read(R"({"submissions": "handed-in", "zone": "Europe/Berlin",
    "labs": {"lab1": {"deadline": "2026-12-12T23:59"}},
    "extensions": {"ada": {"lab1": "2026-12-19T12:00Z"}}})");
  EXPECT_EQ(text_of(settings.deadline("bob", *settings.labs[0]).value()), "2026-12-12T22:59:00Z");
  EXPECT_EQ(text_of(settings.deadline("ada", *settings.labs[0]).value()), "2026-12-19T12:00:00Z");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\",\n\"zone\": \"Europe/Atlantis\"}"),
            "class.json:2: zone: /usr/share/zoneinfo has no zone \"Europe/Atlantis\": name one as "
            "\"Europe/Berlin\"");
  EXPECT_EQ(complaint("{\"submissions\": \"handed-in\", \"zone\": \"Europe/Berlin\",\n"
                      "\"labs\": {\"lab1\": {\"deadline\": \"2026-03-29T02:30\"}}}"),
            "class.json:2: labs.lab1.deadline: expected a time in Europe/Berlin, as in "
            "\"2026-10-12T23:59\", got \"2026-03-29T02:30\"");
}

TEST_F(Settings, AClassThatIsNotMadeYet) {
  try {
    read_settings(course, folder);
    FAIL();
  } catch (const CourseError& error) {
    EXPECT_NE(std::string(error.what()).find("warplab class init"), std::string::npos);
  }
}

TEST(ParseMoment, NeedsADayOfTheCalendarAndTheDistanceToUtc) {
  const auto utc = [](const std::string& text) {
    const auto moment = parse_moment(text);
    return moment ? text_of(*moment) : "";
  };
  EXPECT_EQ(utc("2026-10-12T23:59+02:00"), "2026-10-12T21:59:00Z");
  EXPECT_EQ(utc("2026-01-01T01:00+0200"), "2025-12-31T23:00:00Z");
  EXPECT_EQ(utc("2028-02-29T00:00Z"), "2028-02-29T00:00:00Z");
  EXPECT_EQ(utc("2028-02-29T00:00:59Z"), "2028-02-29T00:00:59Z");
  for (const char* other : {"2026-02-29T00:00Z", "2026-10-12T23:59", "2026-10-12",
                            "2026-10-12T23:59Zulu", "2026-10-12T23:59+99:00", ""})
    EXPECT_EQ(utc(other), "") << other;
}

TEST(LatePolicy, EachDayBegunCosts) {
  const auto share_left = [](const LatePolicy& late, seconds after) {
    return late.share_after(late.days_begun(after));
  };
  const LatePolicy late{10, minutes(15), 5};
  EXPECT_DOUBLE_EQ(share_left(late, seconds(-1)), 1);
  EXPECT_DOUBLE_EQ(share_left(late, minutes(15)), 1);
  EXPECT_DOUBLE_EQ(share_left(late, minutes(15) + seconds(1)), 0.9);
  EXPECT_DOUBLE_EQ(share_left(late, hours(24) + minutes(15)), 0.9);
  EXPECT_DOUBLE_EQ(share_left(late, hours(25)), 0.8);
  EXPECT_DOUBLE_EQ(share_left(late, hours(5 * 24)), 0.5);
  EXPECT_DOUBLE_EQ(share_left(late, hours(5 * 24 + 1)), 0);
  EXPECT_DOUBLE_EQ(share_left({60, minutes(0), 30}, hours(48)), 0);
}

}  // namespace
}  // namespace warplab
