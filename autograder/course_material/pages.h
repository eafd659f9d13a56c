// Checks the numbers that students' pages repeat from lab.json and the Makefile: a change there
// would leave them out of date.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

// A page of the course, and its name for messages.
struct Page {
  std::string file;  // "labs/lab7-bank-padding/README.md"
  std::string text;
};

// Compares a lab's README with its lab.json: the lab's number in the title, the steps' files, the
// compiler flags, and in the section "How it is graded (90 points)" the total and each step's
// points, limits, thresholds, baselines and sizes. Steps are rows of tables whose first column is
// called "step". A lab with one step may have a list instead, "- **10 speed**: ...". The page also
// has to name each size that is checked without being run (planned_sizes), as no student would try
// it. Returns the mistakes, as "labs/lab7-x/README.md:31: step 2, speed: expected full at 1.3, got
// 1.1".
std::vector<std::string> check_readme(const Lab& lab, const Page& readme);

// The number of a step's small cases (Problem::small_cases()).
using CaseCount = std::function<std::size_t(const Lab&, const Step&)>;

// Checks the output of make and of the grader that a page quotes. "Makefile:61: grade-lab1"
// must be a line among that target's commands. "3/3 ok 2.52x over lab11/4, full at 1.50x" must have
// the points and the threshold of a step. "divergence 6/6 ok 23.5 divergent branches per 1000
// elements, at most 30 (188 in lab8/1)" must have the points, the limit, the wording and the
// baseline of that counter in a step of the lab that the output, or the chapter that shows it, is
// of, and so must a counter that is shown without points. "22 awkward cases" and "in 20 of 22 cases"
// must be as many as there are. "step 1 c 16/30" and "16 / 30" below it must be the points of that
// step and of the steps that are quoted, and the sum of the rows between them. A chapter's line in
// the handout's list of contents has the lab's number.
std::vector<std::string> check_quotations(const Course& course, const Page& page,
                                          const Page& makefile, const CaseCount& count_cases);

// The same of a lab's chapter, whose title has to have the lab's number: "# Lab 7: banks".
std::vector<std::string> check_chapter(const Course& course, const Lab& lab, const Page& chapter,
                                       const Page& makefile, const CaseCount& count_cases);

// Compares a table of labs, whose first column is called "lab", with lab.json. Its columns are
// points, hours, "after" (the labs that come before) and plans such as "14 weeks": the week of each
// lab, "7 to 8" for several, empty for a lab that is left out. No lab may come before those in
// "after". The last row, "all", has the sums; for a plan, of its hours. Missing columns are not
// checked.
std::vector<std::string> check_plan(const Course& course, const Page& page);

}  // namespace warplab
