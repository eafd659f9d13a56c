// What a run has changed next to the run before it, in words.
#pragma once

#include <string>
#include <vector>

#include "autograder/report/result.h"

namespace warplab {

// A line for each step of `after` that is in `before` and has another verdict, or other points at a
// gate: "step 1: +13 points (33/60), OK, was WRONG: correct +20, requests -7". Nothing is said of
// points where none changed: "step 2: BUILD_ERROR(compile), was WRONG". Where no step has, one that
// says so; none where there is no step to compare.
std::vector<std::string> gains(const LabResult& before, const LabResult& after);

// Puts the steps of `newer` into `known`, in place of those with the same numbers, in order of
// these, and adds up.
void take_over(LabResult& known, const LabResult& newer);

}  // namespace warplab
