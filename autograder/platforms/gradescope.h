// What Gradescope knows of its submissions.
#pragma once

#include <optional>
#include <string>

#include "autograder/classroom/moment.h"
#include "autograder/platforms/book.h"

namespace warplab {

// The submission_metadata.yml of an export: a row per student and submission. Throws CourseError.
Book read_gradescope_metadata(const std::string& text, const std::string& file);

// "2026-10-12 21:59:30 -0700" or "2026-10-12 21:59:30.123 Z". Nothing for any other text.
std::optional<Moment> gradescope_moment(std::string text);

}  // namespace warplab
