// What the judge sends a device worker with a case.
//   inputs   the plan, then the case's inputs
//   outputs  the case's outputs, then the report
#pragma once

#include <cstdint>

namespace warplab::gpu {

struct DeviceParameters {
  std::uint32_t input_count = 0, output_count = 0;                // how many the case has
  std::uint32_t checkers = 0, counters = 0, time = 0, trace = 0;  // ExecutionOptions
  std::uint32_t twice = 0;
  std::uint32_t plan_only = 0;  // if so, the buffers have no bytes here
  std::uint32_t accesses = 0;
  std::uint32_t threads = 0;
  std::uint32_t buffers_are_on_host = 0;  // ExecutionRules
  char target[16] = {};
  std::uint64_t sample_seed = 0;  // ExecutionOptions
  std::uint64_t output_bytes = 0;
  std::uint64_t device_bytes = 0;  // ExecutionRules
  std::uint64_t bytes[6] = {};     // the sizes of the case's inputs, then outputs
  std::uint64_t traced_byte = 0;   // ExecutionOptions
  std::uint32_t traces = 0, traced_buffer = 0;
  char names[6][16] = {};  // what findings call the buffers; empty: "input 1", "output 2"
};

}  // namespace warplab::gpu
