// Bank conflicts of a step on its page: which lanes met where.
#pragma once

#include <string>

#include "autograder/report/result.h"

namespace warplab::page {

// Markup: for the lines with most wavefronts a table each, with the 32 banks across, a row per
// wavefront, and in it the lanes that are served. Nothing where no lanes met.
std::string banks_view(const StepResult& step);

}  // namespace warplab::page
