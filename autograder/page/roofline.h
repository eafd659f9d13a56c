// The roofline of the GPU that simt models, with the kernels of a step below it, on its page.
#pragma once

#include <string>

#include "autograder/report/result.h"

namespace warplab::page {

// Markup: a figure, and what is in it as a table. Nothing where no kernel has a point.
std::string roofline_view(const StepResult& step);

}  // namespace warplab::page
