// What a class got wrong, as a page.
#include "autograder/items/items_page.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "simt/page/html.h"
#include "tests/whole_page.h"

namespace warplab::page {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++times;
  return times;
}

SpeedItem speed_of(std::vector<double> ratios) {
  SpeedItem speed;
  speed.baseline = "lab1-convolution-c/1";
  speed.lower = speed.median = speed.upper = ratios.front();
  speed.best = ratios.back();
  speed.ratios = std::move(ratios);
  return speed;
}

LabItems a_lab() {
  StepItems step;
  step.step = 3;
  step.name = "both-loops";
  step.gates = {{"builds", 3, 0, 0, 0, 0}, {"correct", 2, 1, 0, 4, 6}, {"speed", 1, 1, 1, 2, 8}};
  step.mistakes = {{"omp-race", 2, HandoutPlace{"labs/lab2-openmp/chapter.md", 12, "Races & more"}},
                   {"TIME_LIMIT(wall)", 1, {}},
                   {"sign-reversed", 1, {}}};
  step.speeds = {speed_of({1, 1.04, 1.2})};
  return {"lab2-openmp", "OpenMP", 3, 6, 14, {"ada", "bob"}, {step}};
}

std::string page_of(const LabItems& lab) {
  return items_page({{.class_name = "2026", .labs = {lab}}}, "/course");
}

TEST(ItemsPage, HasTheShareOfStudentsWhoPassEachGate) {
  const std::string page = page_of(a_lab());
  expect_whole_page(page);
  EXPECT_TRUE(contains(page, "<h3>Step 3: both-loops</h3>"));
  EXPECT_TRUE(contains(page, "<th scope=\"row\">correct</th><td class=\"number\">67 % <progress"));
  EXPECT_TRUE(
      contains(page, "2 of 3</td><td class=\"number\">0</td><td class=\"number\">4/6</td>"));
  EXPECT_TRUE(
      contains(page, "1 of 3</td><td class=\"number\">1</td><td class=\"number\">2/8</td>"));
  EXPECT_TRUE(contains(page, "<td class=\"number\">–</td>")) << "of a gate without points";
  EXPECT_TRUE(contains(page, "and not counted: ada, bob."));
}

TEST(ItemsPage, HasSectionsBesideEachOtherAndDiscriminationWhereItIsKnown) {
  LabItems lab = a_lab();
  EXPECT_FALSE(contains(page_of(lab), "By class and section"));
  EXPECT_FALSE(contains(page_of(lab), "discrimination"));
  lab.steps[0].gates[1].discrimination = 0.456;
  EXPECT_TRUE(
      contains(page_of(lab), "<td class=\"number\">4/6</td><td class=\"number\">0.46</td></tr>"));
  lab.score = {3, 6, 2, 5, 11.25};
  lab.attempts.mean = 1.5;
  const std::string page = items_page({{.class_name = "2026", .labs = {lab}},
                                       {.class_name = "2026", .section = "A", .labs = {lab}}},
                                      "/course");
  expect_whole_page(page);
  EXPECT_TRUE(contains(page, "<h2>By class and section</h2>"));
  EXPECT_TRUE(contains(
      page,
      "<th scope=\"row\">lab2-openmp</th><td>2026, section A</td><td class=\"number\">3</td>"));
  EXPECT_TRUE(contains(
      page,
      "<td class=\"number\">11.3</td><td class=\"number\">14</td><td class=\"number\">1.5</td>"));
  EXPECT_TRUE(contains(page,
                       "<th scope=\"row\">lab2/3 correct</th><td>2026, section A</td><td "
                       "class=\"number\">67 %</td>"));
}

TEST(ItemsPage, LeadsToTheSectionOfTheChapterForEachMistake) {
  setenv("TERM_PROGRAM", "vscode", 1);  // an editor, which opens links
  const std::string page = page_of(a_lab());
  EXPECT_TRUE(contains(page,
                       "<code>omp-race</code></th><td class=\"number\">2</td><td><a "
                       "href=\"vscode://file/course/labs/lab2-openmp/chapter.md:12\">"
                       "labs/lab2-openmp/chapter.md:12</a> Races &amp; more</td>"));
  EXPECT_TRUE(contains(page, "<code>TIME_LIMIT(wall)</code></th><td class=\"number\">1</td><td>–"));
  EXPECT_TRUE(contains(page, "<code>sign-reversed</code>: results have the wrong sign</th>"));
}

TEST(ItemsPage, DrawsSpeedsAndHasThemAsATable) {
  const std::string page = page_of(a_lab());
  EXPECT_TRUE(contains(page, "Speed of lab2/3 over lab1/1"));
  EXPECT_TRUE(contains(page, "from 1.00x, below 1.05x</th><td class=\"number\">2</td>"));
  EXPECT_TRUE(contains(page, "from 1.05x, below 1.10x</th><td class=\"number\">0</td>"));
  EXPECT_TRUE(contains(page, "from 1.20x, below 1.25x</th><td class=\"number\">1</td>"));
  EXPECT_EQ(count(page, "<rect class=\"range\""), 2u) << "a range of nobody has no bar";
  EXPECT_TRUE(contains(page, "best 1.20x"));
}

// Each student is in one range, of which there are few, whatever the ratios.
TEST(ItemsPage, HasAtMostTenRangesOfSpeed) {
  for (const std::vector<double>& ratios : std::vector<std::vector<double>>{
           {2}, {0}, {0.3, 0.3}, {0.1, 0.2, 0.3, 0.7, 0.9}, {0.001, 250}, {1, 1.005, 1.01}}) {
    LabItems lab = a_lab();
    lab.steps[0].speeds = {speed_of(ratios)};
    const std::string page = page_of(lab);
    const std::size_t ranges = count(page, "x, below ");
    EXPECT_GE(ranges, 1u) << ratios.back();
    EXPECT_LE(ranges, 10u) << ratios.back();
  }
  LabItems lab = a_lab();
  lab.steps[0].speeds = {speed_of({0.3})};
  EXPECT_TRUE(contains(page_of(lab), "from 0.30x, below 0.31x</th><td class=\"number\">1</td>"));
}

TEST(ItemsPage, SaysWhereNothingIsGraded) {
  const std::string page = items_page({{.class_name = "2026"}}, "/course");
  expect_whole_page(page);
  EXPECT_TRUE(contains(page, "Nothing is graded yet."));
  EXPECT_FALSE(contains(page, "<table"));
}

TEST(ItemsPage, TakesTextForText) {
  const std::string hostile = "javascript:</table></style><script>alert(1)</script>\"\u202e";
  LabItems lab = a_lab();
  lab.lab = lab.title = hostile;
  lab.not_graded = {hostile};
  StepItems& step = lab.steps[0];
  step.name = step.gates[0].gate = step.mistakes[0].name = step.mistakes[0].place->title = hostile;
  step.speeds[0].baseline = step.speeds[0].modelled = hostile;
  const std::string page = items_page({{.class_name = hostile, .labs = {lab, lab}},
                                       {.class_name = hostile, .section = hostile, .labs = {lab}}},
                                      hostile);
  expect_whole_page(page);
  EXPECT_EQ(count(page, "</table>"), count(page, "<table"));
  EXPECT_FALSE(contains(page, "href=\"javascript:"));
  EXPECT_FALSE(contains(page, "\u202e"));
}

}  // namespace
}  // namespace warplab::page
