// Checks what the handout, its chapters and README.md quote of the output of make and of the grader: a
// change of lab.json or the Makefile would leave it out of date.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/course_material/page_text.h"

namespace warplab {

// The number of a step's small cases (Problem::small_cases()).
using CaseCount = std::function<std::size_t(const Lab&, const Step&)>;

// Checks the output of make and of the grader that a page quotes. "Makefile:61: grade-lab1"
// must be a line among that target's commands. "3/3 ok 2.52x over lab11/4, full at 1.50x" must have
// the points and the threshold of a step. "divergence 6/6 ok 23.5 divergent branches per 1000
// elements, at most 30 (188 in lab8/1)" must have the points, the limit, the wording and the
// baseline of that counter in a step of the lab that the output, or the chapter that shows it, is
// of, and so must a counter that is shown without points. "22 awkward cases" and "in 20 of 22 cases"
// must be as many as there are. "step 1 c 16/30" and "16 / 30" below it must be the points of that
// step and of the steps that are quoted, and the sum of the rows between them.
std::vector<std::string> check_quotations(const Course& course, const Page& page,
                                          const Page& makefile, const CaseCount& count_cases);

// The same of a lab's chapter, whose title has to have the lab's number: "# Lab 7: banks".
std::vector<std::string> check_chapter(const Course& course, const Lab& lab, const Page& chapter,
                                       const Page& makefile, const CaseCount& count_cases);

}  // namespace warplab
