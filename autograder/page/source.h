// The student's file on a page: counts beside its lines, one counter at a time, findings below them.
#pragma once

#include <cstddef>
#include <string>

#include "autograder/report/result.h"
#include "simt/events/finding.h"

namespace warplab::page {

// The id of a line of a step's source on the page: "step2-line14".
std::string line_id(const StepResult& step, std::size_t line);

// How many lines of it the page shows; the rest would make it too large.
std::size_t shown_lines(const StepResult& step);

// Whether a place is one of the first `shown` lines of it.
bool is_shown(const StepResult& step, const simt::events::Site& site, std::size_t shown);

// Markup; nothing where no file was read.
std::string source_view(const StepResult& step);

}  // namespace warplab::page
