// Checks the numbers that a lab's README repeats from lab.json: a change there would leave them out
// of date.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/course_material/page_text.h"

namespace warplab {

// Compares a lab's README with its lab.json: the lab's number in the title, the steps' files, the
// compiler flags, and in the section "How it is graded (90 points)" the total and each step's
// points, limits, thresholds, baselines and sizes. Steps are rows of tables whose first column is
// called "step". A lab with one step may have a list instead, "- **10 speed**: ...". The page also
// has to name each size that is checked without being run (planned_sizes), as no student would try
// it. Returns the mistakes, as "labs/lab7-x/README.md:31: step 2, speed: expected full at 1.3, got
// 1.1".
std::vector<std::string> check_readme(const Lab& lab, const Page& readme);

}  // namespace warplab
