// The page of the whole course: best points, last runs, the way to each lab's page.
#include "autograder/page/course.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warplab::page {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

LabProgress begun_lab() {
  return {"lab2-openmp",
          "Threads",
          {{1, "outer", "which loop", 12.5, 20}, {2, "inner", "what it costs", {}, 10}},
          LabRun{"2026-01-31T12:34:56Z", "1,2", 12, 30},
          "lab2-openmp/page.html"};
}

LabProgress new_lab() { return {"lab3-sse", "Vectors", {{1, "sse", "registers", {}, 40}}, {}, ""}; }

TEST(CoursePage, AddsUpTheBestPointsOfSteps) {
  const std::string page = course_page({begun_lab(), new_lab()});
  EXPECT_TRUE(contains(page, "<p>12.5/70 points."));
  EXPECT_TRUE(contains(page, "<td class=\"number\">12.5/30</td>"));
  EXPECT_TRUE(contains(page, "<progress max=\"30\" value=\"12.5\" aria-label=\"lab2-openmp\">"));
  EXPECT_TRUE(contains(page, "<td class=\"number\">– of 40</td>")) << "not begun is not 0";
  EXPECT_TRUE(contains(page, "1: outer</th><td>which loop</td><td class=\"number\">12.5/20</td>"));
  EXPECT_TRUE(contains(page, "what it costs</td><td class=\"number\">– of 10</td>"));
}

TEST(CoursePage, LeadsToTheLabsThatHaveAPage) {
  const std::string page = course_page({begun_lab(), new_lab()});
  EXPECT_TRUE(contains(page, "<a href=\"lab2-openmp/page.html\">lab2-openmp</a>"));
  EXPECT_FALSE(contains(page, ">lab3-sse</a>"));
}

TEST(CoursePage, TellsOfTheLastRun) {
  LabProgress one_step = begun_lab();
  one_step.last->steps = "2";
  EXPECT_TRUE(contains(course_page({begun_lab()}),
                       "<time datetime=\"2026-01-31T12:34:56Z\">2026-01-31 12:34 UTC</time>, 12/30 "
                       "for steps 1,2</td>"));
  EXPECT_TRUE(contains(course_page({one_step}), "12/30 for step 2</td>"));
  EXPECT_TRUE(contains(course_page({new_lab()}), "<td class=\"lines\">never</td>"));
}

TEST(CoursePage, TakesTextForText) {
  const std::string hostile = "javascript:</table><img src=x onerror=alert(1)>\"";
  LabProgress lab = begun_lab();
  lab.lab = lab.title = lab.page = lab.last->at = lab.last->steps = hostile;
  lab.steps[0].name = lab.steps[0].teaches = hostile;
  const std::string page = course_page({lab});
  EXPECT_FALSE(contains(page, "<img"));
  EXPECT_FALSE(contains(page, " style="));
  EXPECT_FALSE(contains(page, "href=\"javascript:"));
  EXPECT_FALSE(contains(page, "alert(1)>\""));
}

}  // namespace
}  // namespace warplab::page
