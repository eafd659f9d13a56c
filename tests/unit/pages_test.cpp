// Tables of labs that lab.json has changed since.
#include "autograder/course_material/pages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;
using Mistakes = std::vector<std::string>;

Course two_labs() {
  Course course;
  for (const char* name : {"lab1-a", "lab2-b"}) {
    Lab& lab = course.labs.emplace_back();
    lab.name = name;
    lab.hours = 4;
    lab.steps.emplace_back().correct_points = 30;
  }
  course.labs[1].after = {"lab1-a"};
  return course;
}

const std::string plan_page =
    "| lab | points | hours | after | 7 weeks | 14 weeks |\n|---|---|---|---|---|---|\n"
    "| [lab1-a](labs/lab1-a/README.md) | 30 | 4 | | 1 | 1 to 2 |\n"
    "| lab2-b | 30 | 4 | lab1 | 1 | |\n"
    "| all | 60 | 8 | | 8 | 4 |\n";

// After `from` has become `to` in the page.
Mistakes of_plan(const std::string& from, const std::string& to) {
  std::string page = plan_page;
  page.replace(page.find(from), from.size(), to);
  return check_plan(two_labs(), {"guide.md", page});
}

TEST(Pages, PlanThatIsRight) { EXPECT_EQ(of_plan("", ""), Mistakes{}); }

TEST(Pages, EveryNumberOfAPlanCounts) {
  EXPECT_EQ(of_plan("| 30 | 4 | |", "| 31 | 4 | |"),
            Mistakes{"guide.md:3: lab1-a, points: expected 30, got 31"});
  EXPECT_EQ(of_plan("| 30 | 4 | |", "| 30 | 5 | |"),
            Mistakes{"guide.md:3: lab1-a, hours: expected 4, got 5"});
  EXPECT_EQ(of_plan("| lab1 |", "| |"),
            Mistakes{"guide.md:4: lab2-b, after: expected lab1, got nothing"});
  EXPECT_EQ(of_plan("| 60 |", "| 61 |"), Mistakes{"guide.md:5: all, points: expected 60, got 61"});
  EXPECT_EQ(of_plan("| 8 | | 8", "| 9 | | 8"),
            Mistakes{"guide.md:5: all, hours: expected 8, got 9"});
  EXPECT_EQ(of_plan("| 8 | 4 |\n", "| 8 | 8 |\n"),
            Mistakes{"guide.md:5: all, 14 weeks: expected 4, got 8"});
  EXPECT_EQ(of_plan("| [lab1-a](labs/lab1-a/README.md) |", "| [another](x) |").front(),
            "guide.md:4: lab2-b, 7 weeks: expected lab1-a before it, got week 1");
}

TEST(Pages, PlanKeepsToItsWeeksAndTheOrderOfLabs) {
  EXPECT_EQ(of_plan("| 1 | 1 to 2 |", "| 2 | 1 to 2 |"),
            Mistakes{"guide.md:4: lab2-b, 7 weeks: expected lab1-a before it, got week 1"});
  EXPECT_EQ(of_plan("| 1 to 2 |", "| 14 to 15 |"),
            (Mistakes{"guide.md:3: lab1-a, 14 weeks: expected weeks from 1 to 14, got 14 to 15",
                      "guide.md:5: all, 14 weeks: expected 0, got 4"}));
}

TEST(Pages, OfTheCourseAreRight) {
  const fs::path root = checkout::root;
  const Course course = load_course(root);
  for (const char* page : {"README.md", "docs/instructor-guide.md"})
    EXPECT_EQ(check_plan(course, {page, read_file(root / page)}), Mistakes{});
}

}  // namespace
}  // namespace warplab
