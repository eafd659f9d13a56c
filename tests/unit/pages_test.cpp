// Numbers of pages that lab.json has changed since.
#include "autograder/course_material/pages.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/problems/problem.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;
using Mistakes = std::vector<std::string>;

const std::string steps_json = R"({
  "title": "t", "problem": "convolution", "device": "gpu", "threads": 0, "sizes": ["1x1", "321x239"],
  "compiler_flags": ["-O3", "-fopenmp"], "timed_size": "4992x3744", "profiled_size": "2496x1872",
  "steps": [
    {"number": 1, "name": "c", "file": "serial.c", "entry": "f", "teaches": "t",
     "points": {"correct": 7, "speed": 3},
     "threads": {"at_least": 1.2, "points": 2},
     "speed": {"baseline": "lab3-sse/2", "zero_at": 1.0, "full_at": 1.4}},
    {"number": 2, "name": "s", "file": "tile.cu", "entry": "f", "teaches": "t",
     "points": {"correct": 10, "checkers": 5, "speed": 5},
     "hardware": [{"counter": "load-bytes", "at_least": 4.6, "at_most": 4.8, "points": 3},
                  {"counter": "divergence", "at_most": 30, "points": 4},
                  {"counter": "read-banks", "at_most": 0, "points": 8}],
     "speed": {"baseline": "lab7-x/1", "zero_at": 1.0, "full_at": 1.3}}
  ]
})";

const std::string steps_page =
    "# Lab 7: a tile\n"
    "\n"
    "| step | file | what to do |\n"
    "|---|---|---|\n"
    "| 1 | `serial.c` | something |\n"
    "| 2 | `tile.cu` | something |\n"
    "\n"
    "Flags: `-O3 -fopenmp`, and no other.\n"
    "\n"
    "## How it is graded (47 points)\n"
    "| step | correct | checkers | threads | hardware | load-bytes | speed |\n"
    "|---|---|---|---|---|---|---|\n"
    "| 1 | 7 | | 2: at least 1.2 at work | | | 3: over lab 3, full points at 1.4 times, none at "
    "1.0 |\n"
    "| 2 | 10 | 5 | | 4: divergence at most 30 (ours 6); 8 if read-banks is 0 | 3: from 4.6 to 4.8 "
    "| "
    "5: over step 1, full at 1.3x |\n"
    "\n"
    "Counters are those of 2496x1872 pixels; *correct* is pictures from 1x1 to 321x239, then the\n"
    "photograph of 4992x3744.\n"
    "\n"
    "## How to run\n"
    "2 points are here too.\n";

const std::string list_json = R"({
  "title": "t", "problem": "convolution", "device": "gpu", "sizes": ["1x1"],
  "timed_size": "4992x3744", "profiled_size": "2496x1872",
  "steps": [
    {"number": 1, "name": "s", "file": "s.cu", "entry": "f", "teaches": "t",
     "points": {"correct": 20, "checkers": 10, "speed": 6},
     "hardware": [{"counter": "sectors", "at_most": 5, "points": 4},
                  {"counter": "conversions", "at_least": 70, "at_most": 80, "points": 2}],
     "speed": {"baseline": "lab3-sse/2", "zero_at": 1.0, "full_at": 1.2}}
  ]
})";

const std::string list_page =
    "# Lab 4: a list\n"
    "## How it is graded (42 points)\n"
    "- **20 correct** and **10 checkers**, as in lab 3.\n"
    "- **6 hardware**, counted on 2496x1872 pixels: 4 for at most 5 sectors per load request,\n"
    "  2 for 70 to 80 conversions per pixel.\n"
    "- **6 speed**: full points at 1.2 times, none at 1.0.\n";

// What is said of a page, with its first `from` replaced.
Mistakes mistakes_in(const std::string& json, const std::string& lab, std::string page,
                     const std::string& from = "", const std::string& to = "") {
  const std::size_t at = page.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  page.replace(at, from.size(), to);
  return check_readme(parse_lab(json, "labs/" + lab + "/lab.json"), {"README.md", page});
}

Mistakes of_steps(const std::string& from, const std::string& to) {
  return mistakes_in(steps_json, "lab7-x", steps_page, from, to);
}

Mistakes of_list(const std::string& from, const std::string& to) {
  return mistakes_in(list_json, "lab4-y", list_page, from, to);
}

TEST(Pages, AreRightAsTheyAre) {
  EXPECT_EQ(of_steps("", ""), Mistakes{});
  EXPECT_EQ(of_list("", ""), Mistakes{});
}

TEST(Pages, EveryNumberOfATableCounts) {
  const auto only = [](const std::string& mistake) { return Mistakes{"README.md:" + mistake}; };
  EXPECT_EQ(of_steps("# Lab 7", "# Lab 1"), only("1: title: expected Lab 7, got Lab 1"));
  EXPECT_EQ(of_steps("tile.cu", "tile.c"), only("6: step 2, file: expected tile.cu, got tile.c"));
  EXPECT_EQ(of_steps("-O3 -f", "-O2 -f"),
            only("8: flags: expected -O3 -fopenmp, got -O2 -fopenmp"));
  EXPECT_EQ(of_steps("(47 points)", "(90 points)"), only("10: total points: expected 47, got 90"));
  EXPECT_EQ(of_steps("| 1 | 7 |", "| 1 | 8 |"),
            only("13: step 1, correct: expected 7 points, got 8 points"));
  EXPECT_EQ(of_steps("least 1.2", "least 1.5"),
            only("13: step 1, hardware and threads: expected 2 for threads at work, at least 1.2, "
                 "got 2: at least 1.5 at work"));
  EXPECT_EQ(of_steps("over lab 3", "over lab 2"),
            only("13: step 1, speed, over: expected lab 3, got lab 2"));
  EXPECT_EQ(of_steps("points at 1.4", "points at 1.6"),
            only("13: step 1, speed, full at: expected 1.4, got 1.6"));
  EXPECT_EQ(of_steps("none at 1.0", "none at 0.5"),
            only("13: step 1, speed, none at: expected 1, got 0.5"));
  EXPECT_EQ(of_steps("most 30", "most 20"),
            only("14: step 2, hardware and threads: expected 4 for divergence, at most 30, got 4: "
                 "divergence at most 20"));
  EXPECT_EQ(
      of_steps("to 4.8", "to 4.9"),
      only("14: step 2, hardware and threads: expected 3 for load-bytes, at least 4.6, at most "
           "4.8, got 3: from 4.6 to 4.9"));
  EXPECT_EQ(of_steps("over step 1", "over step 2"),
            only("14: step 2, speed, over: expected step 1, got step 2"));
  EXPECT_EQ(of_steps("1.3x", "1.1x"), only("14: step 2, speed, full at: expected 1.3, got 1.1"));
  EXPECT_EQ(of_steps("2496x1872", "1248x936"),
            only("16: counted on: expected 2496x1872, got 1248x936"));
  EXPECT_EQ(of_steps("321x239", "641x479"),
            only("16: largest case: expected 321x239, got 641x479"));
}

TEST(Pages, NothingMayBeMissing) {
  EXPECT_EQ(
      of_steps("| 3: from 4.6 to 4.8 |", "| |"),
      Mistakes{"README.md:14: step 2, hardware and threads: expected 15 points, got 12 points"});
  EXPECT_EQ(of_steps("| 1 | 7 | | 2: at least 1.2 at work | | | 3: over lab 3, full points at 1.4 "
                     "times, none at 1.0 |\n",
                     ""),
            Mistakes{"README.md:10: step 1, points: expected 12, got nothing"});
  EXPECT_EQ(of_list("- **6 speed**: full points at 1.2 times, none at 1.0.\n", ""),
            Mistakes{"README.md:2: step 1, speed: expected 6, got nothing"});
  EXPECT_EQ(of_list("## How it is graded (42 points)\n", ""),
            (Mistakes{"README.md:1: section: expected \"## How it is graded (... points)\", got "
                      "nothing",
                      "README.md:1: step 1, points: expected 42, got nothing"}));
}

TEST(Pages, ASizeThatIsPlannedForIsSaid) {
  std::string json = steps_json;
  json.replace(json.find("\"compiler_flags\""), 0, "\"planned_sizes\": [\"12000x70000\"], ");
  const auto with = [&](const std::string& said) {
    return mistakes_in(json, "lab7-x", steps_page, "Flags:", said + "Flags:");
  };
  EXPECT_EQ(with("Any size up to 12000x70000.\n\n"), Mistakes{});
  for (const std::string other : {"", "Up to 12000x700000.\n\n", "Up to 70000.\n\n"})
    EXPECT_EQ(with(other),
              Mistakes{"README.md:1: a size that is planned for: expected 12000x70000, "
                       "got nothing"})
        << other;
}

TEST(Pages, EveryNumberOfAListCounts) {
  EXPECT_EQ(of_list("**20 c", "**30 c"),
            Mistakes{"README.md:3: step 1, correct: expected 20 points, got 30 points"});
  EXPECT_EQ(
      of_list("most 5 s", "most 6 s"),
      Mistakes{"README.md:4: step 1, hardware and threads: expected 4 for sectors, at most 5, "
               "got 4 for at most 6 sectors per load request"});
  EXPECT_EQ(of_list("2 for 70", "2 for 60"),
            Mistakes{"README.md:4: step 1, hardware and threads: expected 2 for conversions, at "
                     "least 70, at most 80, got 2 for 60 to 80 conversions per pixel."});
  EXPECT_EQ(of_list("1.2 times", "1.5 times"),
            Mistakes{"README.md:6: step 1, speed, full at: expected 1.2, got 1.5"});
}

TEST(Pages, QuotationsShowLinesOfRecipesAndThresholds) {
  Course course;
  course.labs.push_back(parse_lab(steps_json, "labs/lab7-x/lab.json"));
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

TEST(Pages, ChaptersHaveTheNumbersOfTheirLabs) {
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

TEST(Pages, ContentsOfTheHandoutHaveTheNumbersOfLabs) {
  const auto check = [](const std::string& line) {
    return check_quotations({}, {"handout.md", line + "\n"}, {"Makefile", ""}, {});
  };
  EXPECT_EQ(check("- [15. A blur](labs/lab15-blur/chapter.md) (lab 15)"), Mistakes{});
  EXPECT_EQ(check("- [16. A blur](labs/lab15-blur/chapter.md) (lab 15)"),
            Mistakes{"handout.md:1: the number of lab 15's chapter: expected 15, got 16"});
}

TEST(Pages, QuotationsShowPointsLimitsAndLabelsOfCounters) {
  Course course;
  Lab& lab = course.labs.emplace_back();
  lab.name = "lab8-reduction";
  Step& step = lab.steps.emplace_back();
  step.correct_points = 6;
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

TEST(Pages, QuotationsShowPointsOfStepsAndTheirSums) {
  Course course;
  Lab& lab = course.labs.emplace_back();
  lab.name = "lab8-reduction";
  for (int number : {1, 2}) {
    Step& step = lab.steps.emplace_back();
    step.number = number;
    step.correct_points = 6;
    step.checkers_points = 4;
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
  const Page makefile = {"Makefile", read_file(root / "Makefile")};
  const auto count_cases = [](const Lab& lab, const Step& step) {
    return find_problem(lab.problem, step.device)->small_cases(lab, step).size();
  };
  for (const Lab& lab : course.labs) {
    EXPECT_EQ(check_readme(lab, {lab.name, read_file(lab.folder / "README.md")}), Mistakes{});
    const Page chapter = {lab.name, read_file(lab.folder / "chapter.md")};
    EXPECT_EQ(check_chapter(course, lab, chapter, makefile, count_cases), Mistakes{});
  }
  for (const char* page : {"handout.md", "README.md"})
    EXPECT_EQ(check_quotations(course, {page, read_file(root / page)}, makefile, count_cases),
              Mistakes{});
  for (const char* page : {"README.md", "docs/instructor-guide.md"})
    EXPECT_EQ(check_plan(course, {page, read_file(root / page)}), Mistakes{});
}

}  // namespace
}  // namespace warplab
