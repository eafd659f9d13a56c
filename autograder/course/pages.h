// What pages for students repeat of lab.json and of the Makefile: numbers that a change of those
// would leave behind.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

// A text of the course, for messages about it.
struct Page {
  std::string file;  // "labs/lab7-bank-padding/README.md"
  std::string text;
};

// Compares a lab's README with its lab.json: the number of the lab in the title, the files of the
// steps, the compiler's flags, and in the section "How it is graded (90 points)" the total, each
// step's points, limits, thresholds, baselines and sizes. Steps are rows of tables whose first
// column is called "step"; a lab of one step may have a list in place of these, "- **10 speed**:
// ...". Somewhere the page has to name each size that code is asked about without being run
// (planned_sizes), which is beyond what students try. Returns what is wrong, as "labs/lab7-x/README.md:31: step 2, speed: expected full at 1.3,
// got 1.1".
std::vector<std::string> check_readme(const Lab& lab, const Page& readme);

// Compares what the handout shows of make and of grading: "Makefile:61: grade-lab1" is a line of a
// recipe, "3/3 ok 2.52x over lab11/4, full at 1.50x" are points and threshold of a step, and
// "divergence 6/6 ok 23.5 divergent branches per 1000 elements, at most 30 (188 in lab8/1)" points,
// limit and label of a counter, and the step before, of a step of the chapter's lab.
std::vector<std::string> check_handout(const Course& course, const Page& handout,
                                       const Page& makefile);

// Compares a table of labs, whose first column is called "lab", with lab.json: points, hours,
// "after" (what is done before), and plans, which are columns such as "14 weeks": the week in which
// a lab is done, "7 to 8" for several, nothing for one that is left out. No lab is done before what
// it comes after. A last row "all" has the sums, of a plan its hours. Columns that are not there
// are not compared.
std::vector<std::string> check_plan(const Course& course, const Page& page);

}  // namespace warplab
