// Kernel launches.
#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "simt/exec/emitter.h"
#include "simt/model/occupancy.h"
#include "simt/runtime/error_names.h"
#include "simt/runtime/execute.h"

namespace simt::runtime {

std::string demangle(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

const KernelEntry& find_kernel(Context& context, const void* function) {
  const KernelEntry* kernel = context.modules.kernel(function);
  require(kernel != nullptr, cudaErrorInvalidDeviceFunction);
  return *kernel;
}

std::vector<std::byte> pack_parameters(const KernelInfo& info, void* const* arguments) {
  std::vector<std::byte> packed(info.parameter_bytes);
  if (!info.parameters.empty()) require(arguments);
  for (size_t i = 0; i < info.parameters.size(); ++i) {
    require(arguments[i]);
    std::memcpy(packed.data() + info.parameters[i].offset, arguments[i], info.parameters[i].size);
  }
  return packed;
}

namespace {

// Where the code that launches is: the <<< >>>, or the call of the API.
CallSite launch_site() {
  const ThreadState& thread = this_thread();
  if (thread.launch_site == nullptr) return thread.site;
  return {"the launch", thread.launch_site};
}

// Refused before it ran: says why, and remembers that nobody has asked yet.
cudaError_t refuse(Context& context, const KernelEntry& kernel, cudaError_t error,
                   const std::string& why) {
  const CallSite site = launch_site();
  context.reporter.report(observe::FindingKind::launch_error, site,
                          fmt::format("the launch of {} failed: {}", demangle(kernel.name), why));
  if (this_thread().launch_site != nullptr) context.failed_unread(error, site);
  return error;
}

observe::LaunchProfile profile_of(const observe::LaunchCounters& counters,
                                  const model::Target& target, const KernelInfo& info,
                                  const std::optional<model::KernelTime>& time) {
  const auto occupancy =
      model::occupancy(target, counters.info.threads(), info.registers, counters.info.shared_bytes);
  return observe::make_launch_profile(counters, &occupancy, time ? &*time : nullptr);
}

// The part of the device that the blocks fill.
double share_of(const model::Target& target, const KernelInfo& info, const Launch& launch) {
  const uint32_t threads = launch.block.x * launch.block.y * launch.block.z;
  const auto occupancy =
      model::occupancy(target, threads, info.registers, info.static_shared + launch.dynamic_shared);
  const double resident = static_cast<double>(occupancy.blocks_per_sm) * target.sms;
  const double blocks = static_cast<double>(launch.grid.x) * launch.grid.y * launch.grid.z;
  return resident == 0 ? 1 : std::min(1.0, blocks / resident);
}

}  // namespace

cudaError_t execute_kernel(Context& context, Stream& stream, const KernelOperation& operation) {
  const KernelEntry& entry = *operation.kernel;
  DeviceState& state = context.device(static_cast<int>(stream.device));
  const model::Target& target = state.target();
  try {
    const Kernel& kernel = context.modules.load(context, entry, stream.device);
    const KernelInfo& info = kernel.info();
    const auto& on_device = entry.devices.at(stream.device);
    const uint64_t most_dynamic = on_device.max_dynamic_shared.value_or(
        target.shared_per_block - std::min(target.shared_per_block, info.static_shared));
    if (operation.dynamic_shared > most_dynamic)
      return refuse(context, entry, cudaErrorInvalidValue,
                    fmt::format("{} bytes of dynamic shared memory a block; {} are allowed until "
                                "cudaFuncSetAttribute(kernel, "
                                "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) allows more "
                                "(at most {})",
                                operation.dynamic_shared, most_dynamic,
                                target.shared_per_block_optin - info.static_shared));

    Launch launch;
    launch.grid = operation.grid;
    launch.block = operation.block;
    launch.dynamic_shared = static_cast<uint32_t>(operation.dynamic_shared);
    launch.cooperative = operation.cooperative;
    LaunchResult result;
    {
      const GuardPause pause(context.guard);
      result = state.device->launch(kernel, launch, operation.parameters);
    }
    std::fwrite(result.output.data(), 1, result.output.size(), stdout);
    for (const auto& finding : result.findings) context.reporter.report(finding);

    const cudaError_t error = error_of(result.status);
    if (result.status == Status::invalid_configuration ||
        result.status == Status::too_many_resources ||
        result.status == Status::cooperative_too_large)
      return refuse(context, entry, error, result.message);
    const double seconds = result.time ? result.time->seconds : target.kernel_latency_s;
    LaunchRecord record{.kernel = demangle(entry.name),
                        .grid = launch.grid,
                        .block = launch.block,
                        .device = stream.device,
                        .begin = 0,
                        .end = 0,
                        .profile = std::nullopt};
    record.end = context.timeline.kernel(stream.device, stream.id, record.kernel, seconds,
                                         share_of(target, info, launch));
    record.begin = record.end - seconds;
    if (auto* session = context.reporter.session()) {
      if (result.counters) record.profile = profile_of(*result.counters, target, info, result.time);
      session->launch(record);
    }
    // As on a device, the launch itself succeeds: the calls that follow return the error.
    if (error != cudaSuccess) state.fault = error;
    return cudaSuccess;
  } catch (const exec::DecodeError& error) {
    context.reporter.report(observe::FindingKind::unsupported, launch_site(),
                            fmt::format("{}: PTX line {}", demangle(entry.name), error.what()));
    return cudaErrorNotSupported;
  }
}

namespace {

struct LaunchArguments {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
};

cudaError_t launch_kernel(Context& context, const void* function, const LaunchArguments& given,
                          void** arguments) {
  const KernelEntry& kernel = find_kernel(context, function);
  Stream& stream = context.stream(given.stream);
  require(stream.device == context.current().ordinal, cudaErrorInvalidResourceHandle);
  KernelOperation operation;
  operation.kernel = &kernel;
  operation.grid = {given.grid.x, given.grid.y, given.grid.z};
  operation.block = {given.block.x, given.block.y, given.block.z};
  operation.dynamic_shared = given.shared;
  operation.cooperative = given.cooperative;
  try {
    operation.parameters =
        pack_parameters(context.modules.load(context, kernel, stream.device).info(), arguments);
  } catch (const exec::DecodeError& error) {
    context.reporter.report(observe::FindingKind::unsupported, launch_site(),
                            fmt::format("{}: PTX line {}", demangle(kernel.name), error.what()));
    return cudaErrorNotSupported;
  }
  return context.submit(stream, std::move(operation));
}

// The stub of <<< >>> has taken the configuration: until it returns, errors belong to that line.
class StubCall {
 public:
  StubCall() = default;
  ~StubCall() { this_thread().launch_site = nullptr; }
  StubCall(const StubCall&) = delete;
};

}  // namespace

}  // namespace simt::runtime

using namespace simt::runtime;

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
  this_thread().configurations.push_back(
      {grid, block, shared, stream, __builtin_return_address(0)});
  return cudaSuccess;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  auto& configurations = this_thread().configurations;
  if (configurations.empty()) return cudaErrorMissingConfiguration;
  const CallConfiguration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared = last.shared;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  this_thread().launch_site = last.caller;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t dynamic_shared, cudaStream_t stream) {
  const StubCall stub;
  return api("cudaLaunchKernel", [&](Context& context) {
    return launch_kernel(context, function, {grid, block, dynamic_shared, stream, false},
                         arguments);
  });
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t dynamic_shared, cudaStream_t stream) {
  const StubCall stub;
  return api("cudaLaunchKernel", [&](Context& context) {
    return launch_kernel(context, kernel, {grid, block, dynamic_shared, stream, false}, arguments);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t dynamic_shared,
                                        cudaStream_t stream) {
  return api("cudaLaunchCooperativeKernel", [&](Context& context) {
    return launch_kernel(context, function, {grid, block, dynamic_shared, stream, true}, arguments);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  return api("cudaLaunchKernelExC", [&](Context& context) {
    require(config);
    require(config->numAttrs == 0 || config->attrs != nullptr, cudaErrorInvalidValue);
    LaunchArguments launch{config->gridDim, config->blockDim, config->dynamicSmemBytes,
                           config->stream, false};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      const cudaLaunchAttribute& attribute = config->attrs[i];
      if (attribute.id == cudaLaunchAttributeCooperative)
        launch.cooperative = attribute.val.cooperative != 0;
      const auto& cluster = attribute.val.clusterDim;
      if (attribute.id == cudaLaunchAttributeClusterDimension &&
          (cluster.x > 1 || cluster.y > 1 || cluster.z > 1))
        return context.fail(cudaErrorNotSupported, simt::observe::FindingKind::unsupported,
                            fmt::format("thread block clusters ({} x {} x {} blocks: "
                                        "cudaLaunchAttributeClusterDimension) are not simulated",
                                        cluster.x, cluster.y, cluster.z));
    }
    return launch_kernel(context, function, launch, arguments);
  });
}

}  // extern "C"
