// How long one warp takes when nothing else runs on its SM.
#pragma once

#include "simt/model/facts.h"
#include "simt/model/target.h"

namespace simt::model {

struct LoadLatencies {
  double global = 0, shared = 0, local = 0, constant = 0;  // cycles, on average
};

// Cycles along the dependencies of an average block's slowest warp, barriers included.
double warp_latency(const Target& target, const LaunchFacts& facts, const LoadLatencies& loads);

}  // namespace simt::model
