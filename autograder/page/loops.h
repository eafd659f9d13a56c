// The machine code of a step's inner loops on a page, and whether it computes with vectors.
#pragma once

#include <cstddef>
#include <string>

#include "autograder/report/result.h"
#include "simt/page/listing.h"

namespace warplab::page {

// The id of a loop's machine code on the page: "step2-loop1". The first of a step is 1.
std::string loop_id(const StepResult& step, std::size_t loop);

// Markup: "<strong>128 bit</strong>: 50 instructions compute with several numbers, 2 with one".
std::string loop_summary(const LoopCode& loop);

// Markup: a table per loop, closed at first; nothing where the step has no loops. `listing` is of the
// step's file.
std::string loops_view(const StepResult& step, const simt::page::Listing& listing);

}  // namespace warplab::page
