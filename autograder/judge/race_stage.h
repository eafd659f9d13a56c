// The stage of a CPU step's checkers: whether its threads race decides what its results are worth.
#pragma once

#include <cstddef>
#include <functional>

#include "autograder/judge/omp_races.h"
#include "autograder/judge/scorecard.h"
#include "autograder/judge/stages.h"
#include "autograder/judge/trial.h"

namespace warplab {

// `search` is asked in a step whose checkers are worth points. `outcome` is that of the cases
// before, `cases` of them: where a race may be why they are wrong, the step has not failed by them
// yet. Outcome and card have to outlive the stage.
StageRun race_stage(std::function<RaceSearch()> search, const Outcome& outcome, std::size_t cases,
                    Scorecard& card);

}  // namespace warplab
