// Points for counters of the hardware.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/gpu/play_report.h"
#include "autograder/judge/gpu_trial.h"
#include "autograder/judge/scorecard.h"
#include "autograder/report/result.h"

namespace warplab {

// What a counter was in the cases that it is asked for in; the usual one goes first.
struct CounterReadings {
  std::vector<CounterReading> in_cases;
  std::optional<CounterReading> worst;  // over small cases, where it has to hold in all of them
  std::optional<double> before;         // the baseline's, in the usual case
};

// The worst requests in a play on simt, of the lines of the step's file, and in the small cases that
// `readings` were worst in, where those took more wavefronts.
std::vector<BankConflict> bank_conflicts(const gpu::PlayReport& report, const Step& step,
                                         const std::vector<CounterReadings>& readings);

// Points for counters; `readings` are by Step::hardware, in its order. A gate that is missed shows
// the line of `source` that counts most. `unit` is Problem::unit().
void score_counters(Scorecard& card, const Step& step, const std::vector<CounterReadings>& readings,
                    const std::string& unit, const std::string& source);

}  // namespace warplab
