// Occupancy and roofline of the kernels that simt ran, on the GPU that it models, for views.
#pragma once

#include "autograder/gpu/execution_report.h"
#include "autograder/judge/scorecard.h"
#include "simt/model/modelled_kernels.h"
#include "simt/model/target.h"

namespace warplab {

// The kernels of a report whose launches have facts and times (gpu/virtual_clock.h). Left out are
// launches that failed because no SM of the target has room for one of their blocks.
simt::model::ModelledKernels modelled_kernels(const gpu::ExecutionReport& report,
                                              const simt::model::Target& target);

// If the gate "speed" was missed, adds to its message which kernel takes most of the modelled time
// `total_s`, what limits it, and what helps against that. Nothing where no kernel takes half of it.
void explain_slow_kernel(Scorecard& card, double total_s);

}  // namespace warplab
