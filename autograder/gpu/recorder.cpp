// The functions of the CUDA runtime that a launch function of a lab may call. Each writes down what
// was asked for and answers as a GPU would that does all of it. Those that are not here are missing
// when a student's object is linked, and the grader says so.
#include "autograder/gpu/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "autograder/gpu/host_memory.h"
#include "autograder/gpu/plan.h"
#include "simt/frontend/include/cuda_runtime_api.h"
#include "simt/ptx/parser.h"
#include "simt/runtime/fatbin.h"

extern "C" const char __executable_start;

namespace warplab::gpu {
namespace {

// Between begin_plan() and end_plan(). Apart from the recorder, for memcpy is called before that is
// made.
constinit bool is_recording = false;

// Where the host code called from, as an offset in the program.
#define WARPLAB_SITE                                                                 \
  static_cast<std::uint64_t>(static_cast<const char*>(__builtin_return_address(0)) - \
                             &__executable_start - 1)

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
    allocated_ = 0;
    live_.assign(buffers.size(), true);
    stream_numbers_.clear();
    event_numbers_.clear();
    host_.begin(plan_.host_buffers);
    is_recording = true;
    for (auto& [stub, kernel] : kernels_) kernel.most_dynamic_shared = 0;
  }
  void end(std::span<std::byte> bytes) {
    is_recording = false;
    host_.end();
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

  cudaError_t allocate(void** pointer, std::size_t bytes, std::uint64_t site) {
    if (pointer == nullptr) return remember(cudaErrorInvalidValue);
    if (buffers_.size() == most_buffers)
      return refuse("the launch function allocates more than 250 times");
    if (bytes > memory_left() || bytes > window_bytes / 2)
      return remember(cudaErrorMemoryAllocation);
    allocated_ += bytes;
    *pointer = reinterpret_cast<void*>(address_of(buffers_.size()));
    buffers_.push_back(bytes);
    live_.push_back(true);
    return ask({Allocate{static_cast<std::uint32_t>(buffers_.size() - 1), bytes}, 0, false, site});
  }
  std::size_t memory_left() const { return figures_.memory_bytes - allocated_; }

  cudaError_t free(const void* pointer, std::uint64_t site) {
    if (pointer == nullptr) return cudaSuccess;
    for (std::size_t b = given_; b < buffers_.size(); ++b) {
      if (reinterpret_cast<const void*>(address_of(b)) != pointer || !live_[b]) continue;
      live_[b] = false;
      allocated_ -= buffers_[b];
      return ask({Free{static_cast<std::uint32_t>(b)}, 0, true, site});
    }
    return remember(cudaErrorInvalidValue);
  }

  static bool is_device(const void* pointer) {
    return is_symbolic(reinterpret_cast<std::uint64_t>(pointer));
  }

  // How a call is to be carried out.
  struct Call {
    cudaStream_t stream = nullptr;
    bool host_waits = false;
    std::uint64_t site = 0;
  };

  cudaError_t fill(void* to, int value, std::size_t bytes, const Call& call) {
    if (!is_device(to)) return remember(cudaErrorInvalidValue);
    return ask(call, Fill{number(to), static_cast<std::uint8_t>(value), bytes});
  }

  cudaError_t copy(void* to, const void* from, std::size_t bytes, const Call& call) {
    if (bytes == 0) return cudaSuccess;
    if (to == nullptr || from == nullptr) return remember(cudaErrorInvalidValue);
    if (is_device(to) && is_device(from)) return ask(call, Copy{number(to), number(from), bytes});
    if (is_device(to)) {
      if (const auto place = host_.place(from)) return ask(call, CopyIn{number(to), *place, bytes});
      if (bytes > plan_capacity - uploaded_)
        return refuse("the launch function copies too much from the host");
      uploaded_ += bytes;
      const auto* data = static_cast<const std::uint8_t*>(from);
      return ask(call, Upload{number(to), {data, data + bytes}});
    }
    if (!is_device(from)) {
      if (!copy_on_host(to, from, bytes, call.site)) std::memmove(to, from, bytes);
      return cudaSuccess;
    }
    if (plan_.host_buffers.empty())
      return refuse(
          "the launch function copies from the device to the host: here it only launches, and the "
          "GPU does the work");
    if (const auto place = host_.make_place(to, bytes))
      return ask(call, CopyOut{*place, number(from), bytes});
    return remember(cudaErrorInvalidValue);
  }

  // memcpy and memset of memory that images, or parts of them, are in. False for other memory.
  bool copy_on_host(void* to, const void* from, std::size_t bytes, std::uint64_t site) {
    if (bytes == 0) return false;
    const auto source = host_.place(from);
    const bool to_image = host_.place(to).has_value();
    if (!source && !to_image) return false;
    if (!source) {
      refuse("the host code itself computes a part of the result: that is for the GPU");
      return true;
    }
    if (const auto place = host_.make_place(to, bytes))
      ask({HostCopy{*place, *source, bytes}, 0, true, site});
    return true;
  }
  bool fill_on_host(void* to, int value, std::size_t bytes, std::uint64_t site) {
    if (bytes == 0) return false;
    const auto place = host_.place(to);
    if (!place) return false;
    ask({HostFill{*place, static_cast<std::uint8_t>(value), bytes}, 0, true, site});
    return true;
  }

  cudaError_t allocate_host(void** pointer, std::size_t bytes) {
    if (pointer == nullptr) return remember(cudaErrorInvalidValue);
    *pointer = host_.allocate(bytes);
    return remember(*pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
  }
  cudaError_t free_host(void* pointer) {
    if (pointer == nullptr || host_.free(pointer)) return cudaSuccess;
    return remember(cudaErrorInvalidValue);
  }
  // No error of a call: those that follow are not to blame for a refusal.
  void take_image(void* memory, std::size_t bytes) {
    const std::string why_not = host_.take(memory, bytes);
    if (plan_.refused.empty()) plan_.refused = why_not;
  }
  void store(std::size_t buffer, std::span<const std::byte> bytes) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    ask({Upload{address_of(buffer), {data, data + bytes.size()}}, 0, true, 0});
  }

  // Streams and events last longer than a plan, which has numbers for those that it uses.
  cudaError_t create_stream(cudaStream_t* stream, unsigned flags) {
    if (stream == nullptr) return remember(cudaErrorInvalidValue);
    if (streams_.size() == most_handles)
      return refuse(fmt::format("the host code creates more than {} streams", most_handles));
    streams_.push_back((flags & cudaStreamNonBlocking) != 0);
    *stream = reinterpret_cast<cudaStream_t>(first_stream + streams_.size() - 1);
    return cudaSuccess;
  }
  cudaError_t create_event(cudaEvent_t* event) {
    if (event == nullptr) return remember(cudaErrorInvalidValue);
    if (events_ == most_handles)
      return refuse(fmt::format("the host code creates more than {} events", most_handles));
    *event = reinterpret_cast<cudaEvent_t>(++events_);
    return cudaSuccess;
  }
  // Its number in the plan; nothing for what create_event() did not make.
  std::optional<std::uint32_t> event_number(cudaEvent_t event) {
    const auto handle = reinterpret_cast<std::uintptr_t>(event);
    if (handle == 0 || handle > events_) return std::nullopt;
    const auto next = static_cast<std::uint32_t>(event_numbers_.size());
    if (next == most_events && !event_numbers_.contains(handle)) {
      refuse(fmt::format("the launch function uses more than {} events", most_events));
      return std::nullopt;
    }
    return event_numbers_.try_emplace(handle, next).first->second;
  }
  template <class What>
  cudaError_t ask(const Call& call, What what) {
    std::uint32_t number = 0;
    if (call.stream != nullptr && call.stream != cudaStreamLegacy) {
      const auto handle = reinterpret_cast<std::uintptr_t>(call.stream);
      if (handle < first_stream || handle - first_stream >= streams_.size())
        return remember(cudaErrorInvalidResourceHandle);
      const auto next = static_cast<std::uint32_t>(stream_numbers_.size() + 1);
      const auto [entry, is_new] = stream_numbers_.try_emplace(handle, next);
      number = entry->second;
      if (number >= most_streams)
        return refuse(
            fmt::format("the launch function uses more than {} streams", most_streams - 1));
      if (is_new)
        if (const cudaError_t error =
                ask({CreateStream{streams_[handle - first_stream]}, number, false, call.site}))
          return error;
    }
    return ask({std::move(what), number, call.host_waits, call.site});
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
                     void* const* arguments, std::uint64_t site) {
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
    const Call call{configuration.stream, false, site};
    if (const cudaError_t error = ask(call, std::move(launch)); error != cudaSuccess) return error;
    const dim3& grid = configuration.grid;
    const bool is_empty = threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0;
    return remember(is_empty || threads > 1024 ? cudaErrorInvalidConfiguration : cudaSuccess);
  }

 private:
  // Adds a command, while there is room for one: a plan is a list, not a program.
  cudaError_t ask(Command command) {
    if (plan_.commands.size() == most_commands)
      return refuse(
          fmt::format("the launch function asks the GPU for more than {} things", most_commands));
    plan_.commands.push_back(std::move(command));
    return cudaSuccess;
  }

  static std::uint64_t number(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
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
  std::size_t given_ = 0;      // of the case
  std::size_t uploaded_ = 0;   // bytes, from the host
  std::size_t allocated_ = 0;  // bytes, on the device
  HostMemory host_;
  // Handles of streams that were created begin behind those that mean default streams.
  static constexpr std::uintptr_t first_stream = 16;
  static constexpr std::size_t most_handles = std::size_t{1} << 16;
  std::vector<bool> streams_;  // that were created: whether it is non-blocking
  std::uintptr_t events_ = 0;  // how many were created
  std::map<std::uintptr_t, std::uint32_t> stream_numbers_,
      event_numbers_;  // in the plan, by handle
  cudaError_t last_error_ = cudaSuccess;
};

Recorder& recorder() { return Recorder::get(); }

// Handles of __cudaRegisterFatBinary(): 1, 2, 3, ...
std::uint32_t binary_of(void** handle) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle) - 1);
}

}  // namespace

void begin_plan(std::span<const std::size_t> buffers, const DeviceFigures& figures) {
  recorder().begin(buffers, figures);
}
void* buffer_address(std::size_t buffer) { return reinterpret_cast<void*>(address_of(buffer)); }
void end_plan(std::span<std::byte> plan) { recorder().end(plan); }
void take_host_buffer(void* memory, std::size_t bytes) { recorder().take_image(memory, bytes); }
void store(std::size_t buffer, std::span<const std::byte> bytes) {
  recorder().store(buffer, bytes);
}

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
  return recorder().launch(function, {grid, block, shared, stream}, false, arguments, WARPLAB_SITE);
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared, cudaStream_t stream) {
  return recorder().launch(kernel, {grid, block, shared, stream}, false, arguments, WARPLAB_SITE);
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared, cudaStream_t stream) {
  return recorder().launch(function, {grid, block, shared, stream}, true, arguments, WARPLAB_SITE);
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

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return recorder().allocate(pointer, bytes, WARPLAB_SITE);
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  return recorder().allocate(pointer, bytes, WARPLAB_SITE);
}
cudaError_t cudaFree(void* pointer) { return recorder().free(pointer, WARPLAB_SITE); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  return recorder().free(pointer, WARPLAB_SITE);
}
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total) {
  *free_bytes = recorder().memory_left();
  *total = recorder().figures().memory_bytes;
  return cudaSuccess;
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return recorder().allocate_host(pointer, bytes);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return recorder().allocate_host(pointer, bytes);
}
cudaError_t cudaFreeHost(void* pointer) { return recorder().free_host(pointer); }
cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return recorder().fill(to, value, bytes, {nullptr, false, WARPLAB_SITE});
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return recorder().fill(to, value, bytes, {stream, false, WARPLAB_SITE});
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  return recorder().copy(to, from, bytes, {nullptr, true, WARPLAB_SITE});
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  return recorder().copy(to, from, bytes, {stream, false, WARPLAB_SITE});
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  *pointer = recorder().symbol(symbol);
  return *pointer == nullptr ? recorder().remember(cudaErrorInvalidSymbol) : cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind) {
  auto* to = static_cast<char*>(recorder().symbol(symbol));
  if (to == nullptr) return recorder().remember(cudaErrorInvalidSymbol);
  return recorder().copy(to + offset, from, bytes, {nullptr, true, WARPLAB_SITE});
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind, cudaStream_t stream) {
  auto* to = static_cast<char*>(recorder().symbol(symbol));
  if (to == nullptr) return recorder().remember(cudaErrorInvalidSymbol);
  return recorder().copy(to + offset, from, bytes, {stream, false, WARPLAB_SITE});
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return recorder().create_stream(stream, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return recorder().create_stream(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return recorder().ask({stream, false, WARPLAB_SITE}, warplab::gpu::DestroyStream{});
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return recorder().ask({stream, true, WARPLAB_SITE}, warplab::gpu::SynchronizeStream{});
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const auto number = recorder().event_number(event);
  if (!number) return recorder().remember(cudaErrorInvalidResourceHandle);
  return recorder().ask({stream, false, WARPLAB_SITE}, warplab::gpu::WaitEvent{*number});
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return recorder().create_event(event); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return recorder().create_event(event);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const auto number = recorder().event_number(event);
  if (!number) return recorder().remember(cudaErrorInvalidResourceHandle);
  return recorder().ask({stream, false, WARPLAB_SITE}, warplab::gpu::Record{*number});
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const auto number = recorder().event_number(event);
  if (!number) return recorder().remember(cudaErrorInvalidResourceHandle);
  return recorder().ask({nullptr, true, WARPLAB_SITE}, warplab::gpu::SynchronizeEvent{*number});
}
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() {
  return recorder().ask({nullptr, true, WARPLAB_SITE}, warplab::gpu::SynchronizeDevice{});
}

cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : recorder().remember(cudaErrorInvalidDevice);
}
cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return recorder().remember(cudaErrorInvalidDevice);
  const auto& figures = recorder().figures();
  *properties = {};
  std::strcpy(properties->name, "the GPU of the grader");
  properties->totalGlobalMem = figures.memory_bytes;
  properties->sharedMemPerBlock = static_cast<std::size_t>(figures.shared_per_block);
  properties->sharedMemPerBlockOptin = static_cast<std::size_t>(figures.shared_per_block_optin);
  properties->sharedMemPerMultiprocessor =
      static_cast<std::size_t>(figures.shared_per_multiprocessor);
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = figures.threads_per_block;
  properties->maxThreadsPerMultiProcessor = figures.threads_per_multiprocessor;
  properties->multiProcessorCount = figures.multiprocessors;
  properties->totalConstMem = static_cast<std::size_t>(figures.constant_bytes);
  properties->l2CacheSize = figures.l2_bytes;
  properties->asyncEngineCount = figures.copy_engines;
  properties->major = figures.major;
  properties->minor = figures.minor;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  const auto& figures = recorder().figures();
  switch (attribute) {
    case cudaDevAttrMultiProcessorCount:
      return *value = figures.multiprocessors, cudaSuccess;
    case cudaDevAttrMaxThreadsPerBlock:
      return *value = figures.threads_per_block, cudaSuccess;
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
    case cudaDevAttrTotalConstantMemory:
      return *value = figures.constant_bytes, cudaSuccess;
    case cudaDevAttrL2CacheSize:
      return *value = figures.l2_bytes, cudaSuccess;
    case cudaDevAttrAsyncEngineCount:
      return *value = figures.copy_engines, cudaSuccess;
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

// The linker gives these the calls of the host code: what images go through is copied by the plan.
void* __real_memcpy(void* to, const void* from, size_t bytes);
void* __real_memmove(void* to, const void* from, size_t bytes);
void* __real_memset(void* to, int value, size_t bytes);
void* __wrap_memcpy(void* to, const void* from, size_t bytes) {
  if (warplab::gpu::is_recording && recorder().copy_on_host(to, from, bytes, WARPLAB_SITE))
    return to;
  return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, size_t bytes) {
  if (warplab::gpu::is_recording && recorder().copy_on_host(to, from, bytes, WARPLAB_SITE))
    return to;
  return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, size_t bytes) {
  if (warplab::gpu::is_recording && recorder().fill_on_host(to, value, bytes, WARPLAB_SITE))
    return to;
  return __real_memset(to, value, bytes);
}

}  // extern "C"
