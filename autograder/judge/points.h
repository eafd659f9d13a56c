// Points for what was measured: speed, threads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/gpu/floor.h"
#include "autograder/judge/scorecard.h"
#include "autograder/judge/timing.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

// Ends the message of a gate without points.
inline constexpr const char* no_points = ", shown for you to see, no points";

// "17 awkward cases, photograph of 4992x3744"; `input` is what the family calls the timed input.
std::string cases_passed(const Step& step, std::size_t cases, const std::string& input);

// How long a step is measured, and which ratios decide about points.
TimingPlan timing_plan(const Step& step, double budget_s);

// Gives points for threads that shared the work; `at_work` has how many were at work in each timed
// call. If they did not, the gate "speed" says so, and score_speed() gives no points.
void score_threads(Scorecard& card, const Step& step, const std::vector<double>& at_work);

// Records the times and, if there is a baseline, gives points for the ratio by the rule. `origin`
// has where the times come from: Timing's modelled, gpu and note. A time below `floor` is not
// believed and earns no points.
void score_speed(Scorecard& card, const Step& step, const Case& timed_case,
                 const std::vector<Pair>& pairs, SpeedRule rule, Timing origin,
                 const gpu::Floor& floor = {});

// If several threads missed the gate "speed" and together took much more CPU time than the
// baseline, adds to its message that sharing made work instead of saving time. Adds nothing on a
// busy machine, where threads slow each other down without a mistake.
void explain_slow_threads(Scorecard& card, const std::vector<double>& at_work,
                          const std::vector<double>& work);

}  // namespace warplab
