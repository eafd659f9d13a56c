// Known mistakes in counting pairs, each as a way to count.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "autograder/problems/explanation.h"

namespace warplab {

// Pairs that are counted more often than once, or not at all. A pair is particles i and
// (i + d) % n, with d from 1 to n / 2; where d is half of an even n, i is below d.
struct PairTimes {
  template <typename Times>
  PairTimes(Times the_times, int the_selves = 0)
      : times(std::move(the_times)), selves(the_selves) {}

  std::function<int(int i, int d)> times;  // that the pair is counted
  int selves;                              // times that a particle is counted with itself
};
using Miscount = NamedMistake<PairTimes>;

// Those that are possible with `n` particles.
std::vector<Miscount> known_miscounts(int n);

// Distances that are computed wrongly, or put into a wrong bin: what is cut off to be the bin.
using Mismeasure = NamedMistake<double (*)(double dx, double dy, double dz, double dr, int bins)>;

std::vector<Mismeasure> known_mismeasures();

}  // namespace warplab
