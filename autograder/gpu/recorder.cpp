// The functions of the CUDA runtime that a launch function of a lab may call. Each writes down what
// was asked for and answers as a GPU would that does all of it. Those that are not here are missing
// when a student's object is linked, and the grader says so.
#include "autograder/gpu/recorder.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "autograder/gpu/plan.h"
#include "simt/frontend/include/cuda_runtime_api.h"
#include "simt/ptx/parser.h"
#include "simt/runtime/fatbin.h"

namespace warplab::gpu {
namespace {

// Device code that the program registered before main().
struct Binary {
  const void* data = nullptr;
  std::optional<std::string> ptx;
  simt::ptx::Module module;  // parsed, where the PTX is there
};

struct Kernel {
  std::uint32_t binary = 0;
  std::string name;
  std::uint64_t most_dynamic_shared = 0;
};

struct HostVariable {
  std::uint32_t binary = 0;
  std::string name;
  std::size_t bytes = 0;
};

struct Configuration {
  dim3 grid, block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
};

class Recorder {
 public:
  static Recorder& get() {
    static auto* const recorder = new Recorder;  // static objects of the program may still call
    return *recorder;
  }

  // Registration, before main().
  std::uint32_t add_binary(const void* data) {
    binaries_.push_back({data, {}, {}});
    return static_cast<std::uint32_t>(binaries_.size() - 1);
  }
  void add_kernel(std::uint32_t binary, const void* stub, const char* name) {
    if (binary < binaries_.size()) kernels_[stub] = {binary, name, 0};
  }
  void add_variable(std::uint32_t binary, const void* host, const char* name, std::size_t bytes) {
    if (binary < binaries_.size()) variables_[host] = {binary, name, bytes};
  }

  void begin(std::span<const std::size_t> buffers, const DeviceFigures& figures) {
    plan_ = {};
    module_of_.clear();
    figures_ = figures;
    last_error_ = cudaSuccess;
    buffers_.assign(buffers.begin(), buffers.end());
    given_ = buffers.size();
    uploaded_ = 0;
    live_.assign(buffers.size(), true);
    for (auto& [stub, kernel] : kernels_) kernel.most_dynamic_shared = 0;
  }
  void end(std::span<std::byte> bytes) {
    if (write_plan(plan_, bytes)) return;
    Plan too_large;
    too_large.refused =
        "the launch function asks for more than can be written down: too much device "
        "code, too many launches, or copies of too many bytes from the host";
    write_plan(too_large, bytes);
  }

  const DeviceFigures& figures() const { return figures_; }
  cudaError_t remember(cudaError_t error) {
    if (error != cudaSuccess) last_error_ = error;
    return error;
  }
  cudaError_t last_error(bool clear) {
    const cudaError_t error = last_error_;
    if (clear) last_error_ = cudaSuccess;
    return error;
  }
  cudaError_t refuse(std::string why) {
    if (plan_.refused.empty()) plan_.refused = std::move(why);
    return remember(cudaErrorNotSupported);
  }

  void push(const Configuration& configuration) { configurations_.push_back(configuration); }
  std::optional<Configuration> pop() {
    if (configurations_.empty()) return std::nullopt;
    const Configuration last = configurations_.back();
    configurations_.pop_back();
    return last;
  }

  Kernel* kernel(const void* stub) {
    const auto found = kernels_.find(stub);
    return found == kernels_.end() ? nullptr : &found->second;
  }

  cudaError_t allocate(void** pointer, std::size_t bytes) {
    if (pointer == nullptr) return remember(cudaErrorInvalidValue);
    if (buffers_.size() == most_buffers)
      return refuse("the launch function allocates more than 250 times");
    constexpr std::size_t most = std::size_t{4} << 30;
    if (bytes > most) return remember(cudaErrorMemoryAllocation);
    *pointer = reinterpret_cast<void*>(address_of(buffers_.size()));
    buffers_.push_back(bytes);
    live_.push_back(true);
    return ask(Allocate{static_cast<std::uint32_t>(buffers_.size() - 1), bytes});
  }

  cudaError_t free(const void* pointer) {
    if (pointer == nullptr) return cudaSuccess;
    for (std::size_t b = given_; b < buffers_.size(); ++b) {
      if (reinterpret_cast<const void*>(address_of(b)) != pointer || !live_[b]) continue;
      live_[b] = false;
      return ask(Free{static_cast<std::uint32_t>(b)});
    }
    return remember(cudaErrorInvalidValue);
  }

  static bool is_device(const void* pointer) {
    return is_symbolic(reinterpret_cast<std::uint64_t>(pointer));
  }

  cudaError_t fill(void* to, int value, std::size_t bytes) {
    if (!is_device(to)) return remember(cudaErrorInvalidValue);
    return ask(Fill{reinterpret_cast<std::uint64_t>(to), static_cast<std::uint8_t>(value), bytes});
  }

  cudaError_t copy(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return cudaSuccess;
    if (to == nullptr || from == nullptr) return remember(cudaErrorInvalidValue);
    if (!is_device(to))
      return refuse(
          "the launch function copies from the device to the host: here it only launches, and the "
          "GPU does the work");
    if (is_device(from))
      return ask(
          Copy{reinterpret_cast<std::uint64_t>(to), reinterpret_cast<std::uint64_t>(from), bytes});
    if (bytes > plan_capacity - uploaded_)
      return refuse("the launch function copies too much from the host");
    uploaded_ += bytes;
    const auto* data = static_cast<const std::uint8_t*>(from);
    return ask(Upload{reinterpret_cast<std::uint64_t>(to), {data, data + bytes}});
  }

  // The symbolic address of a variable of device code; null where it is not known.
  void* symbol(const void* host) {
    const auto found = variables_.find(host);
    if (found == variables_.end()) return nullptr;
    const std::uint32_t module = use(found->second.binary);
    for (std::size_t v = 0; v < plan_.variables.size(); ++v)
      if (plan_.variables[v].module == module && plan_.variables[v].name == found->second.name)
        return reinterpret_cast<void*>(address_of(most_buffers + v));
    if (plan_.variables.size() == most_variables) return nullptr;
    plan_.variables.push_back({module, found->second.name});
    return reinterpret_cast<void*>(address_of(most_buffers + plan_.variables.size() - 1));
  }

  cudaError_t launch(const void* stub, const Configuration& configuration, bool cooperative,
                     void* const* arguments) {
    const Kernel* known = kernel(stub);
    if (known == nullptr) return remember(cudaErrorInvalidDeviceFunction);
    Launch launch;
    launch.module = use(known->binary);
    launch.kernel = known->name;
    launch.grid = {configuration.grid.x, configuration.grid.y, configuration.grid.z};
    launch.block = {configuration.block.x, configuration.block.y, configuration.block.z};
    launch.dynamic_shared = configuration.shared;
    launch.most_dynamic_shared = known->most_dynamic_shared;
    launch.cooperative = cooperative;
    for (const auto& function : binaries_[known->binary].module.functions) {
      if (!function.kernel || function.name != known->name) continue;
      for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const auto* bytes = static_cast<const std::uint8_t*>(arguments[p]);
        launch.parameters.emplace_back(bytes, bytes + function.parameters[p].size);
      }
    }
    const std::uint64_t threads =
        std::uint64_t{configuration.block.x} * configuration.block.y * configuration.block.z;
    if (const cudaError_t error = ask(std::move(launch)); error != cudaSuccess) return error;
    const dim3& grid = configuration.grid;
    const bool is_empty = threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0;
    return remember(is_empty || threads > 1024 ? cudaErrorInvalidConfiguration : cudaSuccess);
  }

 private:
  // Adds a command, while there is room for one: a plan is a list, not a program.
  template <class OneCommand>
  cudaError_t ask(OneCommand&& command) {
    if (plan_.commands.size() == most_commands)
      return refuse(
          fmt::format("the launch function asks the GPU for more than {} things", most_commands));
    plan_.commands.emplace_back(std::forward<OneCommand>(command));
    return cudaSuccess;
  }

  // The binary's place among the plan's modules.
  std::uint32_t use(std::uint32_t binary) {
    if (const auto found = module_of_.find(binary); found != module_of_.end()) return found->second;
    Binary& used = binaries_[binary];
    if (!used.ptx) {
      try {
        used.ptx = simt::runtime::choose_ptx(simt::runtime::fatbin_bytes(used.data));
        used.module = simt::ptx::parse(*used.ptx);
      } catch (const std::exception& error) {
        used.ptx.emplace();
        refuse(fmt::format("the device code cannot be read: {}", error.what()));
      }
    }
    plan_.modules.push_back({*used.ptx});
    return module_of_[binary] = static_cast<std::uint32_t>(plan_.modules.size() - 1);
  }

  std::vector<Binary> binaries_;
  std::map<const void*, Kernel> kernels_;
  std::map<const void*, HostVariable> variables_;
  std::vector<Configuration> configurations_;

  Plan plan_;
  std::map<std::uint32_t, std::uint32_t> module_of_;  // by binary
  DeviceFigures figures_;
  std::vector<std::size_t> buffers_;  // bytes; the case's, then the launch function's own
  std::vector<bool> live_;
  std::size_t given_ = 0;     // of the case
  std::size_t uploaded_ = 0;  // bytes, from the host
  cudaError_t last_error_ = cudaSuccess;
};

Recorder& recorder() { return Recorder::get(); }

// Handles of __cudaRegisterFatBinary(): 1, 2, 3, ...
std::uint32_t binary_of(void** handle) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle) - 1);
}

// Streams and events have an order only: the plan keeps it by being a list.
template <class Handle>
cudaError_t make_handle(Handle* handle) {
  static std::uintptr_t last = 0;
  if (handle == nullptr) return recorder().remember(cudaErrorInvalidValue);
  *handle = reinterpret_cast<Handle>(++last);
  return cudaSuccess;
}

}  // namespace

void begin_plan(std::span<const std::size_t> buffers, const DeviceFigures& figures) {
  recorder().begin(buffers, figures);
}
void* buffer_address(std::size_t buffer) { return reinterpret_cast<void*>(address_of(buffer)); }
void end_plan(std::span<std::byte> plan) { recorder().end(plan); }

}  // namespace warplab::gpu

using warplab::gpu::recorder;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  const auto* fatbin = static_cast<const simt::runtime::FatbinWrapper*>(wrapper);
  return reinterpret_cast<void**>(std::uintptr_t{recorder().add_binary(fatbin->data)} + 1);
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
  recorder().add_kernel(warplab::gpu::binary_of(handle), stub, name);
}
void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, size_t size, int,
                       int) {
  recorder().add_variable(warplab::gpu::binary_of(handle), host, name, size);
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
  recorder().push({grid, block, shared, stream});
  return cudaSuccess;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  const auto last = recorder().pop();
  if (!last) return cudaErrorMissingConfiguration;
  *grid = last->grid;
  *block = last->block;
  *shared = last->shared;
  *static_cast<cudaStream_t*>(stream) = last->stream;
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(stub));
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared, cudaStream_t stream) {
  return recorder().launch(function, {grid, block, shared, stream}, false, arguments);
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared, cudaStream_t stream) {
  return recorder().launch(kernel, {grid, block, shared, stream}, false, arguments);
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared, cudaStream_t stream) {
  return recorder().launch(function, {grid, block, shared, stream}, true, arguments);
}
cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  auto* kernel = recorder().kernel(function);
  if (kernel == nullptr) return recorder().remember(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (value < 0 || value > recorder().figures().shared_per_block_optin)
      return recorder().remember(cudaErrorInvalidValue);
    kernel->most_dynamic_shared = static_cast<std::uint64_t>(value);
  }
  return cudaSuccess;
}
cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return cudaSuccess; }

cudaError_t cudaMalloc(void** pointer, size_t bytes) { return recorder().allocate(pointer, bytes); }
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  return recorder().allocate(pointer, bytes);
}
cudaError_t cudaFree(void* pointer) { return recorder().free(pointer); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return recorder().free(pointer); }
cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return recorder().fill(to, value, bytes);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t) {
  return recorder().fill(to, value, bytes);
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  return recorder().copy(to, from, bytes);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind,
                            cudaStream_t) {
  return recorder().copy(to, from, bytes);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  *pointer = recorder().symbol(symbol);
  return *pointer == nullptr ? recorder().remember(cudaErrorInvalidSymbol) : cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind) {
  auto* to = static_cast<char*>(recorder().symbol(symbol));
  if (to == nullptr) return recorder().remember(cudaErrorInvalidSymbol);
  return recorder().copy(to + offset, from, bytes);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return warplab::gpu::make_handle(stream); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return warplab::gpu::make_handle(stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaEventCreate(cudaEvent_t* event) { return warplab::gpu::make_handle(event); }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : recorder().remember(cudaErrorInvalidDevice);
}
cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  const auto& figures = recorder().figures();
  switch (attribute) {
    case cudaDevAttrMultiProcessorCount:
      return *value = figures.multiprocessors, cudaSuccess;
    case cudaDevAttrMaxThreadsPerBlock:
      return *value = 1024, cudaSuccess;
    case cudaDevAttrWarpSize:
      return *value = 32, cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return *value = figures.shared_per_block, cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return *value = figures.shared_per_block_optin, cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return *value = figures.shared_per_multiprocessor, cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return *value = figures.threads_per_multiprocessor, cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
      return *value = figures.major, cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
      return *value = figures.minor, cudaSuccess;
    default:
      return recorder().refuse("cudaDeviceGetAttribute: the grader does not know this attribute");
  }
}

cudaError_t cudaGetLastError() { return recorder().last_error(true); }
cudaError_t cudaPeekAtLastError() { return recorder().last_error(false); }

}  // extern "C"
