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

struct PlayRules {
  // The buffers are the plan's first host buffers, and the plan itself copies them; else they lie
  // on the device.
  bool buffers_are_on_host = false;
  bool looks_for_hazards = false;  // calls in streams that nothing orders
};

// The plan may be hostile. Nothing is thrown: what goes wrong is in the report.
PlayReport play(const Plan& plan, std::span<const CaseBuffer> buffers, const PlayRules& rules,
                Gpu& gpu);

}  // namespace warplab::gpu
