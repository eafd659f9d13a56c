// What views show of the kernels that simt ran: occupancy and roofline of the GPU that it
// models.
#pragma once

#include "autograder/gpu/play_report.h"
#include "autograder/report/result.h"
#include "simt/model/target.h"

namespace warplab {

// Of the launches in a report whose facts and times there are (gpu/virtual_clock.h). One whose block
// fits into no SM of the target was never made, and is left out.
ModelledKernels modelled_kernels(const gpu::PlayReport& report, const simt::model::Target& target);

}  // namespace warplab
