// The pictures of a step, as its lab's page shows them.
#pragma once

#include <string>
#include <string_view>

#include "autograder/report/result.h"

namespace warplab::page {

// Markup: the difference image, the numbers around the first wrong value, what a right result looks like, the timeline; with what they show in text.
// One that is not there, or too large for a page, is left out: its path is there instead.
std::string pictures_view(const StepResult& step);

// Whether there are two pictures in it that a slider moves between, by compare_script(). Without the
// script they are beside each other.
bool has_slider(const StepResult& step);

// The script, compare.js (put into the program by CMake).
std::string_view compare_script();

}  // namespace warplab::page
