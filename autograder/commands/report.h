// warplab report: one page for the whole course, or the one of a lab.
#pragma once

#include <string>

#include "autograder/commands/context.h"

namespace warplab {

// Writes build/grades/course.html, of the runs of labs/ in the history, and says where it is. Throws
// HistoryError where the history cannot be read, FileError where the page cannot be written.
int report_command(const Context& context);

// Opens the page that the last grading of a lab left, and says where it is. Throws CourseError where
// there is none.
int open_report(const Context& context, const std::string& lab);

}  // namespace warplab
