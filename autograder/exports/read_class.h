// The results of a class that count.
#pragma once

#include <filesystem>

#include "autograder/classroom/pseudonyms.h"
#include "autograder/classroom/scores.h"
#include "autograder/exports/export.h"

namespace warplab {

// The sheet's students, labs and scores. A hand-in that could not be graded by our fault has no score,
// and each step of its lab GRADER_ERROR without gates. One that was graded without the sandbox has its
// result and no score. One that is not graded yet is left out, and so is a result that cannot be read, with a remark.
// `folder` is that of the class.
GradeBook read_class(const ScoreSheet& sheet, const std::filesystem::path& folder);

// The same book of students under their pseudonyms, in the order of those. Remarks of what is left out stay as they are.
GradeBook hidden(GradeBook book, const Pseudonyms& pseudonyms);

}  // namespace warplab
