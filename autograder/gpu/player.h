// Carries a plan out on a GPU.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "autograder/gpu/gpu.h"

namespace warplab::gpu {

// One of the case's buffers: inputs are copied to the device ahead of the plan, outputs are copied
// back behind it. What an output holds before lies on the device too, as if never written.
struct CaseBuffer {
  std::span<std::byte> bytes;
  bool is_output = false;
  std::string name;  // "imgSrc"
};

// The plan may be hostile. Nothing is thrown: what goes wrong is in the report.
PlayReport play(const Plan& plan, std::span<const CaseBuffer> buffers, Gpu& gpu);

}  // namespace warplab::gpu
