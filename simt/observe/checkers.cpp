#include "simt/observe/checkers.h"

#include "simt/observe/barriers.h"
#include "simt/observe/race_checker.h"
#include "simt/observe/shared_bounds.h"
#include "simt/observe/uninitialised.h"

namespace simt::observe {

std::vector<std::unique_ptr<events::LaunchObserver>> make_checkers(events::Findings& findings,
                                                                   CheckerState& state) {
  std::vector<std::unique_ptr<events::LaunchObserver>> checkers;
  checkers.push_back(
      std::make_unique<RaceChecker>(findings, state.memory, state.global, state.is_strict));
  checkers.push_back(std::make_unique<UninitialisedChecker>(findings, state.memory, state.global));
  checkers.push_back(std::make_unique<BarrierChecker>(findings));
  checkers.push_back(std::make_unique<SharedBoundsChecker>(findings, state.memory));
  return checkers;
}

}  // namespace simt::observe
