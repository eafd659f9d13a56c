// What can be said of a plan that is not carried out, because the case is too large for that: its
// shapes of launches and its sizes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/play_report.h"

namespace warplab::gpu {

// One of the case's buffers, of which nothing but its size is there.
struct PlannedBuffer {
  std::uint64_t bytes = 0;
  std::string name;  // "imgSrc"
};

// The first command of the plan that a GPU would refuse is the report's error, and launches up to
// there are its runs. `buffers_are_on_host`: as PlayRules has it.
PlayReport check_plan(const Plan& plan, std::span<const PlannedBuffer> buffers,
                      bool buffers_are_on_host);

// Why a copy of `bytes` bytes cannot begin at byte `offset` of a buffer that has `size`; empty
// where it can. An offset before the buffer has wrapped.
std::string complain_about_copy(std::uint64_t bytes, std::uint64_t offset, const std::string& name,
                                std::uint64_t size);

}  // namespace warplab::gpu
