// Computes times from the facts in simt's report. Runs in the judge: the device worker, whose
// process the kernels share, has no rates or latencies that a kernel could change.
#pragma once

#include <cstdint>

#include "autograder/gpu/execution_report.h"
#include "autograder/gpu/floor.h"
#include "simt/model/target.h"

namespace warplab::gpu {

// Fills in the modelled seconds of every run and of the copies on the device. With `is_elapsed`,
// also the time of the whole plan: what its steps, in their streams, would take on the target.
// Throws std::out_of_range if the report refers to something that does not exist.
void model_times(ExecutionReport& report, const simt::model::Target& target, bool is_elapsed);

// The floor for a case with these bytes of inputs and outputs. Each byte has to be read or written
// once: by the GPU, or across the bus if it is on the host. And all counted instructions have to be
// issued.
Floor floor_of(const ExecutionReport& report, const simt::model::Target& target,
               std::uint64_t in_bytes, std::uint64_t out_bytes, bool is_on_host);

}  // namespace warplab::gpu
