// The stage of a CPU step's checkers: results earn points only if the threads do not race.
#pragma once

#include <cstddef>
#include <functional>

#include "autograder/judge/omp_races.h"
#include "autograder/judge/scorecard.h"
#include "autograder/judge/stages.h"
#include "autograder/judge/trial.h"

namespace warplab {

// `search` is called if the step's checkers are worth points. `outcome` is the outcome of the
// `cases` cases before. If a race may be the reason why they are wrong, the step has not failed
// yet. Outcome and card must outlive the stage.
StageRun race_stage(std::function<RaceSearch()> search, const Outcome& outcome, std::size_t cases,
                    Scorecard& card);

}  // namespace warplab
