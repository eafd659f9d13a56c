// What pages quote of the output of make and of the grader, where lab.json or the Makefile has changed since.
#include "autograder/course_material/quotations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/problems/problem.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab::quotations_test {
namespace {

namespace fs = std::filesystem;
using Mistakes = std::vector<std::string>;

TEST(Quotations, ShowLinesOfRecipesAndThresholds) {
  Course course;
  Lab& lab = course.labs.emplace_back();
  lab.name = "lab7-x";
  Step& step = lab.steps.emplace_back();
  step.gates[GateKind::speed].points = 5;
  step.speed = SpeedGate{"lab7-x", 1, 1.0, 1.3};
  const Page makefile = {"Makefile",
                         "help:\n\t@echo\n\ngrade-lab% hint-lab%: X = 1\n\ngrade-lab%: b\n\t@g\n"};
  const auto check = [&](const std::string& line) {
    return check_quotations(course, {"handout.md", "\n" + line + "\n"}, makefile, {});
  };
  EXPECT_EQ(check("[Makefile:7: grade-lab1] Error 1"), Mistakes{});
  EXPECT_EQ(check("[Makefile:6: grade-lab1] Error 1"),
            Mistakes{"handout.md:2: grade-lab1: expected Makefile:7, got Makefile:6"});
  EXPECT_EQ(check("  speed  5/5  ok  2.5x over lab7/1, full at 1.30x"), Mistakes{});
  EXPECT_EQ(
      check("  speed  5/5  ok  2.5x over lab7/1, full at 1.50x"),
      Mistakes{"handout.md:2: speed over lab7/1: expected 5 points, full at 1.3, got 5 points, "
               "full at 1.5"});
}

TEST(Quotations, ChaptersHaveTheNumbersOfTheirLabs) {
  Lab lab;
  lab.name = "lab15-blur";
  const auto check = [&](const std::string& line) {
    return check_chapter({}, lab, {"chapter.md", line + "\n"}, {"Makefile", ""}, {});
  };
  EXPECT_EQ(check("# Lab 15: a blur"), Mistakes{});
  EXPECT_EQ(check("# Lab 16: a blur"),
            Mistakes{"chapter.md:1: title: expected Lab 15, got Lab 16"});
  EXPECT_EQ(check("A blur"), Mistakes{"chapter.md:1: title: expected Lab 15, got nothing"});
  EXPECT_EQ(check("# Lab 15: a blur\n[Makefile:6: grade-lab1] Error 1"),
            Mistakes{"chapter.md:2: grade-lab1: expected Makefile:, got Makefile:6"});
}

TEST(Quotations, ShowPointsLimitsAndLabelsOfCounters) {
  Course course;
  Lab& lab = course.labs.emplace_back();
  lab.name = "lab8-reduction";
  Step& step = lab.steps.emplace_back();
  step.gates[GateKind::correct].points = 6;
  step.timed_size = {640, 480};
  step.hardware = {{"divergence", 0, 30, 5}, {"in-flight", 2, HUGE_VAL, 4}};
  step.speed = SpeedGate{"lab8-reduction", 1, 1.0, 2.0};
  const auto check = [&](const std::string& rows) {
    return check_quotations(course, {"handout.md", "# Lab 8: adding up\n```\n" + rows + "```\n"},
                            {"Makefile", ""}, [](const Lab&, const Step&) { return 24; });
  };
  const std::string divergence =
      "  divergence 5/5     ok     23.5 divergent branches per 1000 elements, at most\n"
      "                            30 (188 in lab8/1)\n";
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string rows = divergence;
    return check(rows.replace(rows.find(from), from.size(), to));
  };
  EXPECT_EQ(check(divergence), Mistakes{});
  EXPECT_EQ(check("  divergence 0/5            not run\n"), Mistakes{});
  EXPECT_EQ(check("  divergence 0/6            not run\n"),
            Mistakes{"handout.md:3: lab8, divergence: expected 5 points, got 6 points"});
  EXPECT_EQ(changed("5/5", "6/6"),
            Mistakes{"handout.md:3: lab8, divergence: expected 5 points, at most 30, after lab8/1, "
                     "got 6 points, at most 30, after lab8/1"});
  EXPECT_EQ(changed(" 30 ", " 40 ").size(), 1u);
  EXPECT_EQ(changed("lab8/1", "lab8/2").size(), 1u);
  EXPECT_EQ(changed("at most", "at least").size(), 1u);
  EXPECT_EQ(changed("per 1000", "a thousand"),
            Mistakes{"handout.md:3: lab8, divergence: expected divergent branches per 1000 {}s, "
                     "got divergent branches a thousand elements"});
  EXPECT_EQ(changed("23.5 divergent branches", "1 divergent branch"), Mistakes{});
  EXPECT_EQ(changed("23.5 divergent", "1 divergent").size(), 1u);
  EXPECT_EQ(check("  in-flight  4/4     ok     3.72 global loads in flight together, at least 2\n"),
            Mistakes{});
  EXPECT_EQ(check("  correct    6/6     ok     24 awkward cases, photograph of 640x480\n"),
            Mistakes{});
  EXPECT_EQ(check("  correct    6/6     ok     24 awkward cases, photograph of 64x48\n").size(),
            1u);
  EXPECT_EQ(check("  correct    6/6     ok     22 awkward cases, photograph of 640x480\n"),
            Mistakes{"handout.md:3: lab8, correct: expected 6 points, 24 cases, photograph of "
                     "640x480, got 6 points, 22 cases, photograph of 640x480"});
  EXPECT_EQ(check("  correct    0/6     WRONG  5 % of the values, in 2 of 24 cases\n"), Mistakes{});
  EXPECT_EQ(check("  correct    0/6     WRONG  5 % of the values, in 2 of 22 cases\n"),
            Mistakes{"handout.md:3: lab8, correct: expected 6 points, 24 cases, got 6 points, 22 "
                     "cases"});
  const std::string shown =
      "  branches                  314 branches per 1000 elements, at least 400, shown\n"
      "                            for you to see, no points\n";
  EXPECT_EQ(check(shown).size(), 0u) << "of no gate of this lab";
  step.hardware.push_back({"branches", 400, HUGE_VAL, 0});
  EXPECT_EQ(check(shown), Mistakes{});
  step.hardware.back().at_least = 500;
  EXPECT_EQ(check(shown), Mistakes{"handout.md:3: lab8, branches: expected 0 points, at least 500, "
                                   "got 0 points, at least 400"});
  step.hardware.back().points = 2;
  EXPECT_EQ(check(shown).size(), 1u);
  EXPECT_EQ(check("  correct    0/8     WRONG  5 % of the values\n"),
            Mistakes{"handout.md:3: lab8, correct: expected 6 points, got 8 points"});
}

TEST(Quotations, ShowPointsOfStepsAndTheirSums) {
  Course course;
  Lab& lab = course.labs.emplace_back();
  lab.name = "lab8-reduction";
  for (int number : {1, 2}) {
    Step& step = lab.steps.emplace_back();
    step.number = number;
    step.gates[GateKind::correct].points = 6;
    step.gates[GateKind::checkers].points = 4;
  }
  const std::string sample =
      "lab8-reduction    Adding up    labs/lab8-reduction/sum.cu\n"          // 2
      "\n"                                                                   // 3
      "step 1  first                                                6/10\n"  // 4
      "  builds             ok     1.0 s, nvcc\n"                            // 5
      "  correct    6/6     ok\n"                                            // 6
      "  checkers   0/4     UNSAFE(shared-race)\n"                           // 7
      "step 2  second                                              10/10\n"  // 8
      "  correct    6/6     ok\n"                                            // 9
      "  checkers   4/4     ok\n"                                            // 10
      "  -----------------\n"                                                // 11
      "  16 / 20            best so far 16                    6.3 s\n";      // 12
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = sample;
    text.replace(text.find(from), from.size(), to);
    return check_quotations(course, {"handout.md", "```\n" + text + "```\n"}, {"Makefile", ""}, {});
  };
  EXPECT_EQ(changed("", ""), Mistakes{});
  EXPECT_EQ(changed("  10/10", "  10/12"),
            Mistakes{"handout.md:8: lab8 step 2, points: expected 10, got 12"});
  EXPECT_EQ(changed("step 2", "step 3").front(),
            "handout.md:8: lab8 step 3, points: expected 0, got 10");
  EXPECT_EQ(changed("checkers   4/4", "checkers   3/4"),
            Mistakes{"handout.md:8: lab8 step 2, points of its rows: expected 9, got 10"});
  EXPECT_EQ(changed("16 / 20", "15 / 20"),
            Mistakes{"handout.md:12: lab8, all points that are had: expected 16, got 15"});
  EXPECT_EQ(changed("16 / 20", "16 / 30"),
            Mistakes{"handout.md:12: lab8, all points: expected 20, got 30"});
  const std::string watched =
      "watching labs/lab8-reduction, grading step 2\n\nstep 2: +4 points (10/10), OK\nall steps: "
      "10/20\n";
  EXPECT_EQ(changed(sample, watched), Mistakes{});
  EXPECT_EQ(changed(sample, std::string(watched).replace(watched.find("(10/10"), 6, "(10/11")),
            Mistakes{"handout.md:4: lab8 step 2, points: expected 10, got 11"});
  EXPECT_EQ(changed(sample, std::string(watched).replace(watched.find("10/20"), 5, "10/21")),
            Mistakes{"handout.md:5: lab8, all points: expected 20, got 21"});
}

TEST(Quotations, OfTheCourseAreRight) {
  const fs::path root = checkout::root;
  const Course course = load_course(root);
  const Page makefile = {"Makefile", read_file(root / "Makefile")};
  const auto count_cases = [](const Lab& lab, const Step& step) {
    return find_problem(lab.problem, step.device)->small_cases(lab, step).size();
  };
  for (const Lab& lab : course.labs) {
    const Page chapter = {lab.name, read_file(lab.folder / "chapter.md")};
    EXPECT_EQ(check_chapter(course, lab, chapter, makefile, count_cases), Mistakes{});
  }
  for (const char* page : {"handout.md", "README.md"})
    EXPECT_EQ(check_quotations(course, {page, read_file(root / page)}, makefile, count_cases),
              Mistakes{});
}

}  // namespace
}  // namespace warplab::quotations_test
