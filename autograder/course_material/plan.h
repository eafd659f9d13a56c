// The plan of a course: what its labs teach, the hours they take, and in which weeks they come. All of it is in lab.json;
// pages have it as tables.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

// What does not fit together, with file, line and field: a lab "after" one that the course does not have, or in a week in which
// those that it comes after are not over.
std::vector<std::string> plan_mistakes(const Course& course);

// For students, as Markdown: lab, hours, what it teaches. Links are relative to the course's root.
std::string table_of_labs(const Course& course);

// For instructors, as Markdown: lab, points, hours, the labs before it, and a column for each number of weeks that labs have
// "weeks" for, the longest course first. The last row has the sums, of a plan the hours of its labs.
std::string table_of_weeks(const Course& course);

}  // namespace warplab
