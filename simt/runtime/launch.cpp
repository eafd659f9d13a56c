// Kernel launches.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "simt/runtime/calls.h"

namespace simt::runtime {

const KernelEntry& find_kernel(Context& context, const void* function) {
  const KernelEntry* kernel = context.modules.kernel(function);
  require(kernel != nullptr, cudaErrorInvalidDeviceFunction);
  return *kernel;
}

uint32_t max_dynamic_shared(Context& context, const KernelEntry& kernel, uint32_t device) {
  const uint32_t limit = context.target(static_cast<int>(device)).shared_per_block;
  const uint32_t taken = context.backend().info(kernel, device).static_shared;
  return kernel.settings[device].max_dynamic_shared.value_or(limit - std::min(limit, taken));
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

KernelOperation kernel_of(Context& context, const void* function, const dim3& grid,
                          const dim3& block, size_t shared, void** arguments) {
  KernelOperation operation;
  operation.kernel = &find_kernel(context, function);
  operation.grid = {grid.x, grid.y, grid.z};
  operation.block = {block.x, block.y, block.z};
  operation.dynamic_shared = shared;
  operation.parameters = pack_parameters(
      context.backend().info(*operation.kernel, context.current().ordinal), arguments);
  return operation;
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
  Stream& stream = context.stream(given.stream);
  require(stream.device == context.current().ordinal, cudaErrorInvalidResourceHandle);
  KernelOperation operation =
      kernel_of(context, function, given.grid, given.block, given.shared, arguments);
  operation.cooperative = given.cooperative;
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
        return context.fail(cudaErrorNotSupported, simt::events::FindingKind::unsupported,
                            fmt::format("thread block clusters ({} x {} x {} blocks: "
                                        "cudaLaunchAttributeClusterDimension) are not simulated",
                                        cluster.x, cluster.y, cluster.z));
    }
    return launch_kernel(context, function, launch, arguments);
  });
}

}  // extern "C"
