// Checks of a plan that is not executed because the case is too large: shapes of launches and
// sizes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "autograder/gpu/execution_report.h"
#include "autograder/gpu/plan.h"

namespace warplab::gpu {

// One of the case's buffers, which has only a size and no content.
struct PlannedBuffer {
  std::uint64_t bytes = 0;
  std::string name;  // "imgSrc"
};

// The report's error is the first command of the plan that a GPU would refuse, and its runs are the
// launches before it. `buffers_are_on_host`: see ExecutionRules.
ExecutionReport check_plan(const Plan& plan, std::span<const PlannedBuffer> buffers,
                           bool buffers_are_on_host);

// Why a copy of `bytes` bytes cannot begin at byte `offset` of a buffer of `size` bytes; empty if
// it can. An offset before the buffer is a wrapped, huge number.
std::string complain_about_copy(std::uint64_t bytes, std::uint64_t offset, const std::string& name,
                                std::uint64_t size);

}  // namespace warplab::gpu
