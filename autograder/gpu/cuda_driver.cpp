#include "autograder/gpu/cuda_driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "autograder/gpu/gpu.h"
#include "simt/runtime/error_names.h"

namespace warplab::gpu {
namespace {

constexpr int oldest_capability = 80;  // of a GPU: what simtcc compiles for

template <typename Function>
void find(void* library, Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw GpuError(CudaError::cudaErrorInsufficientDriver,
                   fmt::format("the NVIDIA driver is too old: it has no {}", name));
}

CudaDriver functions_of(void* library) {
  CudaDriver driver;
  find(library, driver.init, "cuInit");
  find(library, driver.driver_version, "cuDriverGetVersion");
  find(library, driver.device_count, "cuDeviceGetCount");
  find(library, driver.device, "cuDeviceGet");
  find(library, driver.device_name, "cuDeviceGetName");
  find(library, driver.device_attribute, "cuDeviceGetAttribute");
  find(library, driver.retain_primary_context, "cuDevicePrimaryCtxRetain");
  find(library, driver.reset_primary_context, "cuDevicePrimaryCtxReset_v2");
  find(library, driver.set_current, "cuCtxSetCurrent");
  find(library, driver.set_limit, "cuCtxSetLimit");
  find(library, driver.synchronize, "cuCtxSynchronize");
  find(library, driver.allocate, "cuMemAlloc_v2");
  find(library, driver.free, "cuMemFree_v2");
  find(library, driver.memory_info, "cuMemGetInfo_v2");
  find(library, driver.to_device, "cuMemcpyHtoD_v2");
  find(library, driver.to_host, "cuMemcpyDtoH_v2");
  find(library, driver.copy, "cuMemcpyDtoD_v2");
  find(library, driver.fill, "cuMemsetD8_v2");
  find(library, driver.create_linker, "cuLinkCreate_v2");
  find(library, driver.add_to_linker, "cuLinkAddData_v2");
  find(library, driver.finish_linker, "cuLinkComplete");
  find(library, driver.destroy_linker, "cuLinkDestroy");
  find(library, driver.load, "cuModuleLoadData");
  find(library, driver.unload, "cuModuleUnload");
  find(library, driver.function, "cuModuleGetFunction");
  find(library, driver.variable, "cuModuleGetGlobal_v2");
  find(library, driver.function_attribute, "cuFuncGetAttribute");
  find(library, driver.set_function_attribute, "cuFuncSetAttribute");
  find(library, driver.launch, "cuLaunchKernel");
  find(library, driver.launch_cooperative, "cuLaunchCooperativeKernel");
  find(library, driver.allocate_host, "cuMemAllocHost_v2");
  find(library, driver.free_host, "cuMemFreeHost");
  find(library, driver.to_device_in, "cuMemcpyHtoDAsync_v2");
  find(library, driver.to_host_in, "cuMemcpyDtoHAsync_v2");
  find(library, driver.copy_in, "cuMemcpyDtoDAsync_v2");
  find(library, driver.fill_in, "cuMemsetD8Async");
  find(library, driver.create_stream, "cuStreamCreate");
  find(library, driver.destroy_stream, "cuStreamDestroy_v2");
  find(library, driver.synchronize_stream, "cuStreamSynchronize");
  find(library, driver.wait_event, "cuStreamWaitEvent");
  find(library, driver.create_event, "cuEventCreate");
  find(library, driver.destroy_event, "cuEventDestroy_v2");
  find(library, driver.synchronize_event, "cuEventSynchronize");
  find(library, driver.record, "cuEventRecord");
  find(library, driver.elapsed_ms, "cuEventElapsedTime");
  return driver;
}

// Starts the driver. Throws GpuError where there is no GPU that labs can be graded on.
void start(const CudaDriver& driver) {
  const auto require = [](CudaDriver::Result result) {
    const auto error = static_cast<cudaError_t>(result);
    if (error != cudaSuccess)
      throw GpuError(
          static_cast<CudaError>(error),
          fmt::format("the NVIDIA driver does not start: {}", cudaGetErrorString(error)));
  };
  require(driver.init(0));
  int count = 0, major = 0, minor = 0;
  require(driver.device_count(&count));
  if (count == 0) throw GpuError(CudaError::cudaErrorNoDevice, "the NVIDIA driver sees no GPU");
  CudaDriver::Device device = 0;
  require(driver.device(&device, 0));
  require(driver.device_attribute(&major, CudaDriver::capability_major, device));
  require(driver.device_attribute(&minor, CudaDriver::capability_minor, device));
  if (10 * major + minor < oldest_capability)
    throw GpuError(
        CudaError::cudaErrorNoKernelImageForDevice,
        fmt::format("the GPU has compute capability {}.{}, and the labs are compiled for "
                    "{}.{} and newer",
                    major, minor, oldest_capability / 10, oldest_capability % 10));
}

CudaDriver load() {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw GpuError(CudaError::cudaErrorNoDevice, "there is no NVIDIA driver here (libcuda.so.1)");
  const CudaDriver driver = functions_of(library);
  start(driver);
  return driver;
}

}  // namespace

const CudaDriver& cuda_driver() {
  static const CudaDriver driver = load();
  return driver;
}

}  // namespace warplab::gpu
