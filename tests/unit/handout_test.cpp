// Where the handout teaches what a mistake shows.
#include "autograder/course_material/handout.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

const std::map<std::string, std::string> chapters = {
    {"lab5-shared-int",
     "# Lab 5: a tile\n"                                 // 1
     "A tile of bytes.\n"                                // 2
     "## Wait\n"                                         // 3
     "It is called `divergent-barrier`.\n"               // 4
     "```\n"                                             // 5
     "## no heading\n"                                   // 6
     "```\n"                                             // 7
     "## Steps 2 and 3: larger\n"                        // 8
     "## When it is not right\n"                         // 9
     "| forgot the barrier | `shared-race` |\n"          // 10
     "| `return` too early | `divergent-barrier` |\n"},  // 11
    {"lab50-other", "# Lab 50: another\nNothing but `uninitialised-shared`.\n"}};

// "3 Wait", in lab 5's chapter; empty for nothing.
std::string about(const std::string& lab, int step, const std::string& mistake) {
  const auto place = Handout(chapters).about(lab, step, mistake);
  if (!place) return "";
  EXPECT_EQ(place->file, "labs/lab5-shared-int/chapter.md");
  return std::to_string(place->line) + " " + place->title;
}

TEST(Handout, ASectionThatNamesTheMistakeComesFirst) {
  EXPECT_EQ(about("lab5-shared-int", 2, "divergent-barrier"), "3 Wait");
}

TEST(Handout, ThenThatOfTheStep) {
  EXPECT_EQ(about("lab5-shared-int", 2, "shared-race"), "8 Steps 2 and 3: larger");
  EXPECT_EQ(about("lab5-shared-int", 3, "unknown"), "8 Steps 2 and 3: larger");
}

TEST(Handout, ThenTheRowOfTheMistakeThenTheChapter) {
  EXPECT_EQ(about("lab5-shared-int", 1, "shared-race"), "10 When it is not right");
  EXPECT_EQ(about("lab5-shared-int", 1, "unknown"), "1 Lab 5: a tile");
  EXPECT_EQ(about("lab5-shared-int", 1, "uninitialised-shared"), "1 Lab 5: a tile")
      << "which only lab 50 names";
}

TEST(Handout, KnowsNothingOfOtherLabs) {
  EXPECT_EQ(about("lab6-shared-float", 1, "shared-race"), "");
  EXPECT_EQ(about("lab5", 1, "shared-race"), "");
  EXPECT_FALSE(Handout({}).about("lab5-shared-int", 1, "shared-race"));
}

TEST(Handout, OfTheCourseHasAPlaceForEachStep) {
  const Handout handout = read_handout(checkout::root);
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Step& step : lab.steps)
      EXPECT_TRUE(handout.about(lab.name, step.number, "compile-error"))
          << lab.name << " step " << step.number;
}

TEST(Handout, OfTheCourseShowsTheWatchedLabWithItsPoints) {
  const std::string text = read_file(std::string(checkout::root) + "/handout.md");
  const std::regex watched(
      R"(\nwatching labs/(.*), grading step (\d+)\n[^`]*points \(.*/(\d+)\)[^`]*\nall steps: .*/(\d+)\n)");
  std::smatch shown;
  ASSERT_TRUE(std::regex_search(text, shown, watched));
  const Course course = load_course(checkout::root);
  const Lab& lab = course.find(shown[1]);
  EXPECT_EQ(lab.step(std::stoi(shown[2])).max_score(), std::stod(shown[3]));
  EXPECT_EQ(lab.max_score(), std::stod(shown[4]));
}

}  // namespace
}  // namespace warplab
