// Runs inside a device worker: carries out the plan of a launch function on the GPU. No code of a
// student is in this process but kernels, which the GPU runs.
#include "autograder/gpu/device_driver.h"

#include <cstring>
#include <string>

#include "autograder/gpu/player.h"
#include "autograder/judge/protocol.h"

using namespace warplab::gpu;

extern "C" void warplab_run_case(const void* parameters, void* const* inputs,
                                 void* const* outputs) {
  DeviceParameters given;
  std::memcpy(&given, parameters, sizeof given);
  PlayOptions options;
  options.target = given.target;
  options.checkers = given.checkers != 0;
  options.counters = given.counters != 0;
  options.time = given.time != 0;
  options.trace = given.trace != 0;
  options.workers = given.workers;
  options.elapsed = given.buffers_are_on_host != 0;
  const PlayRules rules = {options.elapsed, options.checkers && options.elapsed};

  std::vector<CaseBuffer> buffers;
  for (std::uint32_t b = 0; b < given.input_count + given.output_count; ++b) {
    const bool is_output = b >= given.input_count;
    void* const data = is_output ? outputs[b - given.input_count] : inputs[1 + b];
    buffers.push_back({{static_cast<std::byte*>(data), given.bytes[b]},
                       is_output,
                       (is_output ? "output " : "input ") +
                           std::to_string(is_output ? b - given.input_count + 1 : b + 1)});
  }

  if (options.checkers) {
    // Checked loops run slowly, and a student waits for the verdict on an endless one; yet a single
    // thread may go over all of the output, several branches a value.
    std::uint64_t output_bytes = 0;
    for (const CaseBuffer& buffer : buffers)
      if (buffer.is_output) output_bytes += buffer.bytes.size();
    options.loop_limit = (1 << 14) + 32 * output_bytes;
  }

  PlayReport report;
  try {
    const Plan plan = read_plan({static_cast<const std::byte*>(inputs[0]), plan_capacity});
    const auto gpu = make_gpu(options);
    report = play(plan, buffers, rules, *gpu);
  } catch (const GpuError& error) {
    report.error = error.name;
    report.reason = error.what();
  } catch (const std::exception& error) {
    report.error = "cudaErrorUnknown";
    report.reason = error.what();
  }
  write_report(std::move(report),
               {static_cast<std::byte*>(outputs[given.output_count]), report_capacity});
}
