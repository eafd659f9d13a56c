// warplab report: one page for the whole course.
#pragma once

#include "autograder/commands/context.h"

namespace warplab {

// Writes build/grades/course.html, of the runs of labs/ in the history, and says where it is. Throws
// HistoryError where the history cannot be read, FileError where the page cannot be written.
int report_command(const Context& context);

}  // namespace warplab
