#include "autograder/judge/gpu/gpu_workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include "autograder/gpu/device_driver.h"
#include "autograder/gpu/plan.h"
#include "autograder/gpu/virtual_clock.h"
#include "autograder/judge/workshop.h"
#include "common/cores.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

using gpu::DeviceParameters;

// The recorder is told the parameters, then the number of the buffers and their sizes
// (problems/gpu_call.h).
CaseLayout plan_layout(const CaseLayout& layout) {
  std::vector<std::uint64_t> sizes = {layout.input_bytes.size() + layout.output_bytes.size()};
  sizes.insert(sizes.end(), layout.input_bytes.begin(), layout.input_bytes.end());
  sizes.insert(sizes.end(), layout.output_bytes.begin(), layout.output_bytes.end());
  const auto bytes = std::as_bytes(std::span(sizes));
  CaseLayout plan{{}, {gpu::plan_capacity}, layout.parameters};
  plan.parameters.insert(plan.parameters.end(), bytes.begin(), bytes.end());
  return plan;
}

// Without the case's bytes, which nobody looks at.
CaseLayout layout_of_sizes(const CaseLayout& layout) {
  CaseLayout device;
  device.input_bytes.resize(1 + layout.input_bytes.size());
  device.input_bytes[0] = gpu::plan_capacity;
  device.output_bytes.resize(layout.output_bytes.size());
  device.output_bytes.push_back(gpu::report_capacity);
  return device;
}

CaseLayout device_layout(const CaseLayout& layout) {
  CaseLayout device;
  device.input_bytes = {gpu::plan_capacity};
  device.input_bytes.insert(device.input_bytes.end(), layout.input_bytes.begin(),
                            layout.input_bytes.end());
  device.output_bytes = layout.output_bytes;
  device.output_bytes.push_back(gpu::report_capacity);
  return device;
}

std::vector<std::byte> device_parameters(const CaseLayout& layout, const GpuNeeds& needs,
                                         const gpu::ExecutionOptions& options, unsigned threads,
                                         std::uint64_t sample_seed) {
  DeviceParameters parameters;
  static_assert(sizeof parameters <= max_parameters);
  parameters.input_count = static_cast<std::uint32_t>(layout.input_bytes.size());
  parameters.output_count = static_cast<std::uint32_t>(layout.output_bytes.size());
  parameters.checkers = options.checkers;
  parameters.counters = options.counters;
  parameters.time = options.time;
  parameters.trace = options.trace;
  parameters.twice = options.twice;
  parameters.plan_only = options.plan_only;
  parameters.accesses = options.accesses;
  parameters.threads = threads;
  parameters.sample_seed = sample_seed;
  parameters.output_bytes = options.output_bytes;
  if (options.traced) {
    parameters.traces = 1;
    parameters.traced_buffer = options.traced->buffer;
    parameters.traced_byte = options.traced->byte;
  }
  parameters.buffers_are_on_host = needs.buffers_on_host;
  parameters.device_bytes = needs.device_bytes;
  options.target.copy(parameters.target, sizeof parameters.target - 1);
  std::size_t buffer = 0;
  for (const std::size_t bytes : layout.input_bytes) parameters.bytes[buffer++] = bytes;
  for (const std::size_t bytes : layout.output_bytes) parameters.bytes[buffer++] = bytes;
  for (std::size_t b = 0; b < std::min(buffer, layout.names.size()); ++b)
    layout.names[b].copy(parameters.names[b], sizeof parameters.names[b] - 1);
  std::vector<std::byte> bytes(sizeof parameters);
  std::memcpy(bytes.data(), &parameters, sizeof parameters);
  return bytes;
}

// A plan's bytes behind their length, which may be anything: no plan is longer than its memory, and
// none takes the place of the one that was there before.
void copy_plan(std::span<const std::byte> plan, std::span<std::byte> to) {
  std::uint64_t length = 0;
  std::memcpy(&length, plan.data(), sizeof length);
  const std::uint64_t most = std::min(plan.size(), to.size()) - sizeof length;
  std::memcpy(to.data(), plan.data(), sizeof length + std::min(length, most));
}

const simt::model::Target& target_of(const gpu::ExecutionOptions& options) {
  const simt::model::Target* target = simt::model::find_target(options.target);
  if (target == nullptr) throw GraderError("no target is called " + options.target);
  return *target;
}

std::vector<CaseLayout> map_layouts(const std::vector<CaseLayout>& layouts,
                                    CaseLayout (*map)(const CaseLayout&)) {
  std::vector<CaseLayout> mapped;
  for (const CaseLayout& layout : layouts) mapped.push_back(map(layout));
  return mapped;
}

// The simulator of a large picture may take its time; a kernel without end is stopped by itself.
Limits device_limits(int call_s = 60) {
  constexpr int calls = 5;
  Limits limits = run_limits(usable_cores(), call_s);
  limits.session_wall_s = calls * limits.wall_s;
  limits.session_cpu_s = calls * limits.cpu_s;
  // Images of which a plan has nothing but their sizes.
  limits.untouched_bytes = std::uint64_t{64} << 30;
  return limits;
}

// What a recorder that ended wrote down last. The plan may be hostile.
void add_failed_call(std::span<const std::byte> bytes, WorkerDeath& death) {
  try {
    const gpu::Plan plan = gpu::read_plan(bytes);
    if (plan.commands.empty()) return;
    const auto* failure = std::get_if<gpu::Failure>(&plan.commands.back().what);
    if (failure == nullptr) return;
    death.cause = failure->cause;
    death.error_site = plan.commands.back().site;
  } catch (const gpu::PlanError&) {
  }
}

}  // namespace

DeviceProgram::DeviceProgram(const Sandbox& sandbox, const fs::path& worker_objects,
                             unsigned threads)
    : DeviceProgram(sandbox, worker_objects, "gpu_simt", {}) {
  threads_ = threads;
}

DeviceProgram DeviceProgram::for_real_gpu(const Sandbox& sandbox, const fs::path& worker_objects) {
  return {sandbox, worker_objects, "gpu_cuda", nvidia_device_files()};
}

DeviceProgram::DeviceProgram(const Sandbox& sandbox, const fs::path& worker_objects,
                             const std::string& name, std::vector<fs::path> files)
    : executable_(sandbox.staging().folder(name, false) / name), files_(std::move(files)) {
  std::error_code error;
  fs::copy_file(worker_objects / name, executable_, error);
  if (error)
    throw GraderError(
        fmt::format("{} is missing: run `make build`, which needs the packages that "
                    "`make simt` installs",
                    (worker_objects / name).string()));
}

DeviceWorker::DeviceWorker(const Sandbox& sandbox, const DeviceProgram& program,
                           const std::vector<CaseLayout>& layouts, const Limits& limits,
                           Seeds samples)
    : buffers_(map_layouts(layouts, device_layout), true),
      session_(sandbox, program.executable(), buffers_, limits, usable_cores(), program.files()),
      is_real_(program.is_for_real_gpu()),
      threads_(program.threads()),
      samples_(std::move(samples)) {}

std::optional<Execution> DeviceWorker::execute(std::span<const std::byte> plan,
                                               const CaseLayout& layout, const GpuNeeds& needs,
                                               const WriteInputs& write_inputs,
                                               const gpu::ExecutionOptions& options,
                                               std::uint32_t poison) {
  CaseLayout for_device = options.plan_only ? layout_of_sizes(layout) : device_layout(layout);
  for_device.parameters = device_parameters(layout, needs, options, threads_, samples_.next());
  const PlacedCase placed = place(for_device, false);
  session_.prepare(placed);
  const auto inputs = buffers_.inputs(placed);
  copy_plan(plan, inputs[0]);
  if (!options.plan_only) write_inputs(std::span(inputs).subspan(1));
  buffers_.poison(placed, poison);
  session_.call();
  if (session_.failed()) return std::nullopt;

  auto outputs = buffers_.read_outputs(placed);
  Execution execution;
  try {
    execution.report = gpu::read_report(outputs.back());
    if (options.time && !is_real_)
      gpu::model_times(execution.report, target_of(options), needs.buffers_on_host);
  } catch (const std::exception& error) {
    throw GraderError(fmt::format("the device worker's report cannot be read: {}", error.what()));
  }
  outputs.pop_back();
  execution.outputs = std::move(outputs);
  return execution;
}

std::vector<fs::path> nvidia_device_files() {
  std::vector<fs::path> files;  // dxg is what WSL has instead of the others
  for (const char* name : {"nvidia0", "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "dxg"})
    if (fs::exists(fs::path("/dev") / name)) files.push_back(fs::path("/dev") / name);
  return files;
}

GpuState look_at_gpu(const Sandbox& sandbox, const DeviceProgram& program) {
  if (!program.is_for_real_gpu()) return {"", "there is no NVIDIA GPU here", false};
  const CaseLayout nothing;
  std::vector<std::byte> plan(4096);
  gpu::write_plan({}, plan);
  DeviceWorker worker(sandbox, program, {nothing}, device_limits(), {Seed::fresh(), "look"});
  const auto execution = worker.execute(
      plan, nothing, {}, [](auto) {}, {}, 0);
  if (!execution)
    return {"", fmt::format("the NVIDIA driver does not start in the sandbox: {}",
                            verdict_text(worker.session().verdict()))};
  const gpu::ExecutionReport& report = execution->report;
  return {report.gpu, report.reason, report.error != gpu::CudaError::cudaErrorNoDevice};
}

GpuLimits gpu_limits(const Lab& lab) {
  constexpr int device_calls = 6;  // as many times as long as the recorder
  GpuLimits limits{limits_of(lab, 1), device_limits()};
  if (lab.call_s)
    limits.device =
        device_limits(std::max(device_calls * *lab.call_s, static_cast<int>(limits.device.wall_s)));
  limits.device.memory_bytes = std::max(limits.device.memory_bytes, limits.recorder.memory_bytes);
  return limits;
}

GpuWorkers::GpuWorkers(const Sandbox& sandbox, const fs::path& recorder,
                       const DeviceProgram& device, const std::vector<CaseLayout>& layouts,
                       const GpuLimits& limits, Seeds samples)
    : plan_buffers_(map_layouts(layouts, plan_layout), true),
      recorder_(sandbox, recorder, plan_buffers_, limits.recorder, 1),
      device_(sandbox, device, layouts, limits.device, std::move(samples)),
      is_on_real_gpu_(device.is_for_real_gpu()) {}

std::optional<Execution> GpuWorkers::execute(const Case& the_case,
                                             const gpu::ExecutionOptions& options,
                                             std::uint32_t poison) {
  const CaseLayout layout = the_case.layout();
  asked_ = place(plan_layout(layout), false);
  recorder_.prepare(asked_);
  // A plan of length 0 is none: the one before must not be executed again.
  std::ranges::fill(plan_buffers_.outputs(asked_)[0].first(sizeof(std::uint64_t)), std::byte{0});
  recorder_.call();
  if (recorder_.failed()) return std::nullopt;
  return device_.execute(
      plan_buffers_.read_outputs(asked_)[0], layout, the_case.gpu_needs(),
      [&](auto inputs) { the_case.write_inputs(inputs); }, options, poison);
}

// The recorder's, where it has failed: then the device worker had nothing to do.
WorkerDeath GpuWorkers::death() const {
  const bool is_recorder = recorder_.failed();
  const Session& session = is_recorder ? recorder_ : device_.session();
  WorkerDeath death{is_recorder, session.verdict(), session.fault(), session.limit_message(),
                    session.output()};
  if (is_recorder) add_failed_call(plan_buffers_.read_outputs(asked_)[0], death);
  return death;
}

}  // namespace warplab
