// Measuring several programs against each other on a machine that is never quite idle.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warplab::bench {

// One of the programs compared. `prepare` runs before each timed run and is not timed.
struct Contestant {
  std::string name;
  std::function<void()> prepare;
  std::function<void()> run;
};

// Seconds of every run: times[contestant][round].
using Times = std::vector<std::vector<double>>;

// Runs the contestants in turn (A B C A B C ...), once to warm up and `rounds` times on the clock.
// Neighbours in time see the same state of the machine, so compare by ratios within a round.
Times interleave(const std::vector<Contestant>& contestants, int rounds);

// Median over the rounds of numerator / denominator.
double median_ratio(const std::vector<double>& numerator, const std::vector<double>& denominator);

}  // namespace warplab::bench
