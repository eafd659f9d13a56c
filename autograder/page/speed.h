// The speed of a step on its page.
#pragma once

#include <string>
#include <vector>

#include "autograder/report/history.h"
#include "autograder/report/result.h"

namespace warplab::page {

// Markup: the time, and the interval of its ratio to the baseline's beside the threshold, drawn and in
// numbers; and times of runs before, the oldest first. Nothing where nothing was timed.
std::string speed_view(const StepResult& step, const std::vector<PastTime>& before = {});

}  // namespace warplab::page
