// Points for hardware counters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/gpu/execution_report.h"
#include "autograder/judge/gpu/gpu_trial.h"
#include "autograder/judge/scorecard.h"
#include "simt/observe/bank_conflict.h"
#include "simt/observe/line_counts.h"

namespace warplab {

// The readings of a counter in the cases it is checked in, the usual case first.
struct CounterReadings {
  std::vector<CounterReading> in_cases;
  std::optional<CounterReading> worst;  // over small cases, if the limit has to hold in all of them
  std::optional<double> before;         // the baseline's, in the usual case
};

bool meets(const CounterReading& reading, const CounterGate& asked);

// The worst request of each line of the step's file in an execution on simt, or in the small cases where
// `readings` were worst, if it took more wavefronts there.
std::vector<simt::observe::BankConflict> bank_conflicts(
    const gpu::ExecutionReport& report, const Step& step,
    const std::vector<CounterReadings>& readings);

// What lines of the step's file add to each counter that simt knows, over all launches.
std::vector<simt::observe::CountedLines> counted_lines(const std::vector<gpu::KernelRun>& runs,
                                                       const Step& step);

// Gives points for counters. `readings` are in the order of Step::hardware. A missed gate shows the
// line of `source` that adds most to the counter. `unit` is Problem::unit().
void score_counters(Scorecard& card, const Step& step, const std::vector<CounterReadings>& readings,
                    const std::string& unit, const std::string& source);

}  // namespace warplab
