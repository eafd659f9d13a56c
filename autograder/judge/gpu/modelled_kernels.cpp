#include "autograder/judge/gpu/modelled_kernels.h"

#include <vector>

#include "simt/model/facts.h"
#include "simt/model/roofline.h"
#include "simt/model/timing.h"

namespace warplab {

using simt::model::ModelledLaunch;
using simt::model::Target;

simt::model::ModelledKernels modelled_kernels(const gpu::PlayReport& report, const Target& target) {
  std::vector<ModelledLaunch> launches;
  for (const gpu::KernelRun& run : report.runs) {
    if (!run.facts) continue;
    const simt::model::LaunchFacts& facts = *run.facts;
    launches.push_back({run.kernel,
                        {facts.threads, facts.registers, facts.shared_bytes},
                        run.seconds,
                        simt::model::roofline_counts(target, facts),
                        simt::model::kernel_time(target, facts).bound});
  }
  return simt::model::modelled_kernels(launches, target);
}

}  // namespace warplab
