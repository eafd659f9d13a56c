// The kernels of a program as a target GPU would run them: how full they make it, and where they
// stand below its roof.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "simt/model/occupancy_advice.h"
#include "simt/model/roofline.h"
#include "simt/model/target.h"

namespace simt::model {

// One launch, and what was modelled of it.
struct ModelledLaunch {
  std::string kernel;  // demangled
  BlockNeeds block;
  double seconds = 0;
  RooflineCounts counts;
  std::string bound;  // what limits its time: "memory", "latency"
};

// Launches of one kernel with blocks that take the same of an SM.
struct KernelOnGpu {
  std::string kernel;  // demangled
  BlockNeeds block;
  std::size_t launches = 0;
  double seconds = 0;  // modelled, of all of them
  OccupancyAdvice occupancy;
  std::optional<RooflinePoint> point{};  // of all of them; absent where no byte moved
  std::string bound;                     // of the one that takes longest
};

// All of a program, those that take longest first.
struct ModelledKernels {
  std::string gpu;  // "NVIDIA H200"; empty where there are none
  Roofline roofline{};
  std::vector<KernelOnGpu> kernels;
};

// Adds launches up. Those whose blocks do not fit the target at all are left out.
ModelledKernels modelled_kernels(const std::vector<ModelledLaunch>& launches, const Target& target);

}  // namespace simt::model
