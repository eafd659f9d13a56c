// Makes times of the facts in a report of simt. Runs in the judge: the device worker, which a
// kernel shares, has no rate and no latency that a kernel could want to change.
#pragma once

#include <cstdint>

#include "autograder/gpu/floor.h"
#include "autograder/gpu/play_report.h"
#include "simt/model/target.h"

namespace warplab::gpu {

// Fills in the modelled seconds of every run and of the copies on the device and, with
// `is_elapsed`, those of the whole plan: what its steps would have taken on the target, in streams.
// Throws std::out_of_range where the report names what is not there.
void model_times(PlayReport& report, const simt::model::Target& target, bool is_elapsed);

// Of a play of a case with so many bytes of inputs and outputs, every one of which has to be read
// or written once: by the GPU or, where they lie on the host, across the bus. And all instructions
// that were counted have to be issued.
Floor floor_of(const PlayReport& report, const simt::model::Target& target, std::uint64_t in_bytes,
               std::uint64_t out_bytes, bool is_on_host);

}  // namespace warplab::gpu
