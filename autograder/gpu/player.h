// Carries a plan out on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "autograder/gpu/gpu.h"
#include "autograder/gpu/plan.h"
#include "autograder/gpu/play_report.h"

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
  bool looks_for_leaks = false;    // memory that the plan leaves and nobody can free
  // What the plan may allocate at a time, whatever the recorder told the launch function; 0: all
  // that there is.
  std::uint64_t device_bytes = 0;
  // Carry the plan out again, on buffers as they were placed: variables of device code keep what
  // the first time has left in them, as in a program that calls the launch function twice.
  bool twice = false;
  // Nothing of the buffers but their sizes is there: what moves data is left out, and memory of the
  // host too. For a GPU with PlayOptions::plan_only.
  bool without_data = false;
};

// How findings call memory that an earlier call has allocated (Allocate::is_kept).
inline constexpr std::string_view of_earlier_call = "an earlier call of ";

// The plan may be hostile. Nothing is thrown: what goes wrong is in the report.
PlayReport play(const Plan& plan, std::span<const CaseBuffer> buffers, const PlayRules& rules,
                Gpu& gpu);

}  // namespace warplab::gpu
