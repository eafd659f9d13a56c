// What a student reads about a grade, for platforms whose feedback is HTML.
#pragma once

#include <string>

#include "autograder/graded/graded_lab.h"

namespace warplab {

// Points of the lab and of each step, what being late costs, and why steps failed. One line without
// quotes and backslashes, so that no reader of tables misses where its cell ends.
std::string html_feedback(const GradedLab& graded);

}  // namespace warplab
