// The pictures of a step, as its lab's page shows them.
#pragma once

#include <string>
#include <string_view>

#include "autograder/report/result.h"

namespace warplab::page {

// Markup: the difference image, the numbers around the first wrong value, what a right result looks like, the timeline; with what they show in text.
// One that is not there, or too large for a page, is left out: its path is there instead.
std::string pictures_view(const StepResult& step);

// Whether its sliders need pictures_script(): one moves between two pictures, which are beside each other
// without it; one makes the timeline larger.
bool has_sliders(const StepResult& step);

// The script, pictures.js (put into the program by CMake).
std::string_view pictures_script();

}  // namespace warplab::page
