// Runs inside a device worker: executes the plan of a launch function on the GPU. No code of a
// student is in this process but kernels, which the GPU runs.
#include "autograder/gpu/device_driver.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "autograder/gpu/plan_check.h"
#include "autograder/gpu/plan_executor.h"
#include "autograder/worker/protocol.h"

using namespace warplab::gpu;

namespace {

ExecutionOptions options_of(const DeviceParameters& given) {
  ExecutionOptions options;
  options.target = given.target;
  options.checkers = given.checkers != 0;
  options.counters = given.counters != 0;
  options.time = given.time != 0;
  options.trace = given.trace != 0;
  options.plan_only = given.plan_only != 0;
  options.accesses = given.accesses != 0;
  options.threads = given.threads;
  options.sample_seed = given.sample_seed;
  options.output_bytes = given.output_bytes;
  options.elapsed = given.buffers_are_on_host != 0;
  if (given.traces != 0) options.traced = {given.traced_buffer, given.traced_byte};
  return options;
}

// The case's buffers, by the names that findings call them.
std::vector<CaseBuffer> buffers_of(const DeviceParameters& given, void* const* inputs,
                                   void* const* outputs) {
  std::vector<CaseBuffer> buffers;
  for (std::uint32_t b = 0; b < given.input_count + given.output_count; ++b) {
    const bool is_output = b >= given.input_count;
    void* const data = is_output ? outputs[b - given.input_count] : inputs[1 + b];
    std::string name(given.names[b], strnlen(given.names[b], sizeof given.names[b]));
    if (name.empty())
      name = is_output ? "output " + std::to_string(b - given.input_count + 1)
                       : "input " + std::to_string(b + 1);
    buffers.push_back(
        {{static_cast<std::byte*>(data), given.bytes[b]}, is_output, std::move(name)});
  }
  return buffers;
}

// The same where nothing of them but their sizes is there.
std::vector<PlannedBuffer> planned_of(const std::vector<CaseBuffer>& buffers) {
  std::vector<PlannedBuffer> planned;
  for (const CaseBuffer& buffer : buffers) planned.push_back({buffer.bytes.size(), buffer.name});
  return planned;
}

// How many backward branches of a warp are taken for an endless loop.
std::uint64_t loop_limit(const ExecutionOptions& options, const std::vector<CaseBuffer>& buffers) {
  // A block of the few that run may do the work of many.
  if (options.plan_only) return 1 << 12;
  if (!options.checkers) return options.loop_limit;
  // Checked loops run slowly, and a student waits for the verdict on an endless one; yet a single
  // thread may go over all of the input, and over all of the output with several branches a
  // value.
  std::uint64_t limit = 1 << 15;
  for (const CaseBuffer& buffer : buffers)
    limit += (buffer.is_output ? 32 : 1) * buffer.bytes.size();
  return limit;
}

}  // namespace

extern "C" void warplab_run_case(const void* parameters, void* const* inputs,
                                 void* const* outputs) {
  DeviceParameters given;
  std::memcpy(&given, parameters, sizeof given);
  const std::vector<CaseBuffer> buffers = buffers_of(given, inputs, outputs);
  ExecutionOptions options = options_of(given);
  options.loop_limit = loop_limit(options, buffers);
  const ExecutionRules rules = {options.elapsed,  options.checkers && options.elapsed,
                                options.checkers, given.device_bytes,
                                given.twice != 0, options.plan_only,
                                options.traced};

  ExecutionReport report;
  try {
    const Plan plan = read_plan({static_cast<const std::byte*>(inputs[0]), plan_capacity});
    if (options.plan_only)
      report = check_plan(plan, planned_of(buffers), rules.buffers_are_on_host);
    // Errors there may come of data that is not there.
    if (options.plan_only && !report.failed()) {
      ExecutionReport sampled = execute(plan, buffers, rules, *make_gpu(options));
      report.findings = std::move(sampled.findings);
      report.error_site = sampled.error_site;
    } else if (!options.plan_only) {
      report = execute(plan, buffers, rules, *make_gpu(options));
    }
  } catch (const GpuError& error) {
    report.error = error.error;
    report.reason = error.what();
    report.cause = error.cause;
  } catch (const std::exception& error) {
    report.error = CudaError::cudaErrorUnknown;
    report.reason = error.what();
  }
  write_report(std::move(report),
               {static_cast<std::byte*>(outputs[given.output_count]), report_capacity});
}
