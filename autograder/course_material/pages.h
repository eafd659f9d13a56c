// Checks tables of labs, which repeat lab.json.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/course_material/page_text.h"

namespace warplab {

// Compares a table of labs, whose first column is called "lab", with lab.json. Its columns are
// points, hours, "after" (the labs that come before) and plans such as "14 weeks": the week of each
// lab, "7 to 8" for several, empty for a lab that is left out. No lab may come before those in
// "after". The last row, "all", has the sums; for a plan, of its hours. Missing columns are not
// checked.
std::vector<std::string> check_plan(const Course& course, const Page& page);

}  // namespace warplab
