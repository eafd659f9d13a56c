// Known mistakes in counting pairs, each as a way to count.
#pragma once

#include <functional>
#include <vector>

#include "autograder/problems/explanation.h"

namespace warplab {

// Pairs that are counted more often than once, or not at all. A pair is particles i and
// (i + d) % n, with d from 1 to n / 2; where d is half of an even n, i is below d.
struct Miscount {
  Explanation explanation;
  std::function<int(int i, int d)> times;  // that the pair is counted
  int selves = 0;                          // times that a particle is counted with itself
};

// Those that are possible with `n` particles.
std::vector<Miscount> known_miscounts(int n);

// Distances that are computed wrongly, or put into a wrong bin.
struct Mismeasure {
  Explanation explanation;
  // What is cut off to be the bin.
  double (*quotient)(double dx, double dy, double dz, double dr, int bins);
};

std::vector<Mismeasure> known_mismeasures();

}  // namespace warplab
