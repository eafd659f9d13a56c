// The pictures of a step, as its lab's page shows them.
#pragma once

#include <string>

#include "autograder/report/result.h"

namespace warplab::page {

// Markup: the difference image, the numbers around the first wrong value, what a right result looks like, the timeline; with what they show in text.
// One that is not there, or too large for a page, is left out: its path is there instead.
std::string pictures_view(const StepResult& step);

}  // namespace warplab::page
