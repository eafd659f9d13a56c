// Where the handout teaches what a mistake shows.
#include "autograder/course_material/handout.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

const char* const page =
    "# The handout\n"                                    // 1
    "## 0. Start\n"                                      // 2
    "The checker says `shared-race`.\n"                  // 3
    "## 1. Lab 5: a tile\n"                              // 4
    "A tile of bytes.\n"                                 // 5
    "### Wait\n"                                         // 6
    "It is called `divergent-barrier`.\n"                // 7
    "```\n"                                              // 8
    "### no heading\n"                                   // 9
    "```\n"                                              // 10
    "### Steps 2 and 3: larger\n"                        // 11
    "### When it is not right\n"                         // 12
    "| forgot the barrier | `shared-race` |\n"           // 13
    "| `return` too early | `divergent-barrier` |\n"     // 14
    "## 2. Lab 50: another\n"                            // 15
    "Nothing but `uninitialised-shared`.\n"              // 16
    "## 3. What the grader guarantees\n"                 // 17
    "### Step 1: of no lab, and `shared-race` again\n";  // 18

// "6 Wait"; empty for nothing.
std::string about(const std::string& lab, int step, const std::string& mistake) {
  const auto place = Handout(page).about(lab, step, mistake);
  return place ? std::to_string(place->line) + " " + place->title : "";
}

TEST(Handout, ASectionThatNamesTheMistakeComesFirst) {
  EXPECT_EQ(about("lab5-shared-int", 2, "divergent-barrier"), "6 Wait");
}

TEST(Handout, ThenThatOfTheStep) {
  EXPECT_EQ(about("lab5-shared-int", 2, "shared-race"), "11 Steps 2 and 3: larger");
  EXPECT_EQ(about("lab5-shared-int", 3, "unknown"), "11 Steps 2 and 3: larger");
}

TEST(Handout, ThenTheRowOfTheMistakeThenTheChapter) {
  EXPECT_EQ(about("lab5-shared-int", 1, "shared-race"), "13 When it is not right");
  EXPECT_EQ(about("lab5-shared-int", 1, "unknown"), "4 Lab 5: a tile");
  EXPECT_EQ(about("lab5-shared-int", 1, "uninitialised-shared"), "4 Lab 5: a tile")
      << "which only lab 50 names";
}

TEST(Handout, KnowsNothingOfOtherLabs) {
  EXPECT_EQ(about("lab6-shared-float", 1, "shared-race"), "");
  EXPECT_EQ(about("exercise", 1, "shared-race"), "");
  EXPECT_FALSE(Handout("").about("lab5-shared-int", 1, "shared-race"));
}

TEST(Handout, OfTheCourseHasAPlaceForEachStep) {
  const Handout handout(read_file(std::string(checkout::root) + "/handout.md"));
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
