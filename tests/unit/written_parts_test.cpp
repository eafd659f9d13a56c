// The parts of the course's own pages that follow from its labs.
#include "autograder/course_commands/written_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "autograder/course_material/plan.h"
#include "autograder/problems/problem.h"
#include "tests/checkout.h"

namespace warplab::written_parts_test {
namespace {

TEST(WrittenParts, OfTheCourseAreAsItsLabsMakeThem) {
  const Course course = load_course(checkout::root, complain_about);
  EXPECT_EQ(check_written_parts(course), std::vector<std::string>{});
  EXPECT_EQ(plan_mistakes(course), std::vector<std::string>{});
}

TEST(WrittenParts, ThatDifferAreNamedWithTheirFirstLine) {
  Course course = load_course(checkout::root, complain_about);
  course.labs[0].teaches = "something else";
  const std::vector<std::string> mistakes = check_written_parts(course);
  ASSERT_EQ(mistakes.size(), 1u);
  EXPECT_TRUE(mistakes[0].starts_with("README.md:")) << mistakes[0];
  EXPECT_NE(mistakes[0].find("something else"), std::string::npos) << mistakes[0];
  EXPECT_TRUE(mistakes[0].ends_with("it is not what the labs make it: run `make stubs`"))
      << mistakes[0];
}

}  // namespace
}  // namespace warplab::written_parts_test
