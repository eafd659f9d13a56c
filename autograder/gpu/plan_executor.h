// Executes a plan on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "autograder/gpu/execution_report.h"
#include "autograder/gpu/gpu.h"
#include "autograder/gpu/plan.h"
#include "autograder/gpu/value_origin.h"

namespace warplab::gpu {

// One of the case's buffers: inputs are copied to the device before the plan, outputs are copied
// back after it. The previous content of outputs is copied to the device too, but counts as never
// written.
struct CaseBuffer {
  std::span<std::byte> bytes;
  bool is_output = false;
  std::string name;  // "imgSrc"
};

struct ExecutionRules {
  // The buffers are the plan's first host buffers, and the plan itself copies them. If not, they
  // are on the device.
  bool buffers_are_on_host = false;
  bool looks_for_hazards = false;  // calls in streams without an order
  bool looks_for_leaks = false;    // memory that the plan leaves and nobody can free
  // The most that the plan may have allocated at once, whatever the recorder told the launch
  // function; 0: all there is.
  std::uint64_t device_bytes = 0;
  // Execute the plan a second time, on fresh buffers. Variables of device code keep their values
  // from the first time, as in a program that calls the launch function twice.
  bool twice = false;
  // The buffers have only sizes: commands that move data are skipped, and there is no host memory.
  // For a GPU with ExecutionOptions::plan_only.
  bool without_data = false;
  // Find out what leaves this byte as it is, for the report.
  std::optional<CaseByte> traced = std::nullopt;
};

// The plan may be hostile. Never throws: errors are in the report.
ExecutionReport execute(const Plan& plan, std::span<const CaseBuffer> buffers,
                        const ExecutionRules& rules, Gpu& gpu);

}  // namespace warplab::gpu
