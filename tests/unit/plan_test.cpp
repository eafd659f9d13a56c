// The plan of a course: the order of labs, and the tables that pages have of them.
#include "autograder/course_material/plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warplab::plan_test {
namespace {

using Sentences = std::vector<std::string>;

Course two_labs() {
  Course course;
  for (const char* name : {"lab1-a", "lab2-b"}) {
    Lab& lab = course.labs.emplace_back();
    lab.name = name;
    lab.hours = 4;
    lab.steps.emplace_back().gates[GateKind::correct].points = 30;
  }
  course.labs[0].teaches = "loops";
  course.labs[0].weeks = {{7, {1, 1}}, {14, {1, 2}}};
  course.labs[1].teaches = "threads";
  course.labs[1].after = {"lab1-a"};
  course.labs[1].weeks = {{7, {1, 1}}};
  return course;
}

TEST(Plan, TablesAreOfWhatLabsSay) {
  EXPECT_EQ(table_of_labs(two_labs()),
            "| lab | hours | what it teaches |\n|---|---|---|\n"
            "| [lab1-a](labs/lab1-a/README.md) | 4 | loops |\n"
            "| [lab2-b](labs/lab2-b/README.md) | 4 | threads |\n");
  EXPECT_EQ(table_of_weeks(two_labs()),
            "| lab | points | hours | after | 14 weeks | 7 weeks |\n|---|---|---|---|---|---|\n"
            "| lab1-a | 30 | 4 |  | 1 to 2 | 1 |\n"
            "| lab2-b | 30 | 4 | lab1 |  | 1 |\n"
            "| all | 60 | 8 |  | 4 | 8 |\n");
  EXPECT_EQ(plan_mistakes(two_labs()), Sentences{}) << "labs may share a week";
}

TEST(Plan, NoLabComesBeforeThoseThatItBuildsUpon) {
  Course course = two_labs();
  course.labs[0].weeks[7] = {2, 2};
  course.labs[1].weeks[14] = {1, 1};
  EXPECT_EQ(
      plan_mistakes(course),
      (Sentences{"labs/lab2-b/lab.json: weeks.14: it comes after lab1-a, which is in week 1 to 2",
                 "labs/lab2-b/lab.json: weeks.7: it comes after lab1-a, which is in week 2"}));
  course.labs[0].weeks = {{7, {1, 1}}};
  EXPECT_EQ(plan_mistakes(course),
            Sentences{"labs/lab2-b/lab.json: weeks.14: it comes after lab1-a, which is not in a "
                      "course of 14 weeks"});
  course.labs[1].after = {"lab3-c"};
  EXPECT_EQ(plan_mistakes(course),
            Sentences{"labs/lab2-b/lab.json: after[0]: there is no lab \"lab3-c\""});
}

}  // namespace
}  // namespace warplab::plan_test
