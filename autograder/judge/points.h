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

// What follows what a gate without points has to say.
inline constexpr const char* no_points = ", shown for you to see, no points";

// "17 awkward cases, photograph of 4992x3744", where `input` is what the family times.
std::string cases_passed(const Step& step, std::size_t cases, const std::string& input);

// How long a step's times are measured, and which ratios decide about points.
TimingPlan timing_plan(const Step& step, double budget_s);

// Points for threads that shared the work; `at_work` is how many were at work in each timed call.
// Where they did not, the gate "speed" says so, and score_speed() gives no points.
void score_threads(Scorecard& card, const Step& step, const std::vector<double>& at_work);

// Notes the times and, against a baseline, gives points for their ratio by the rule. `origin` says
// where they come from: Timing's modelled, gpu and note. A time below `floor` is not believed: no
// points.
void score_speed(Scorecard& card, const Step& step, const Case& timed_case,
                 const std::vector<Pair>& pairs, SpeedRule rule, Timing origin,
                 const gpu::Floor& floor = {});

// Where the gate "speed" was missed by several threads that together took much more CPU time than
// the baseline, adds that to its message: sharing made work instead of saving time. Says nothing of
// a busy machine, where threads slow each other down without a mistake.
void explain_slow_threads(Scorecard& card, const std::vector<double>& at_work,
                          const std::vector<double>& work);

}  // namespace warplab
