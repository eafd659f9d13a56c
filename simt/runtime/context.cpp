#include "simt/runtime/context.h"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

namespace simt::runtime {

ThreadState& this_thread() {
  thread_local ThreadState state;
  return state;
}

Context::Context() : backend_(make_backend(*this)) {}

// Never destroyed: the program's own static objects may call the API while they are.
Context& Context::get() {
  static auto* const context = new Context;
  return *context;
}

DeviceState& Context::device(int ordinal) {
  require(ordinal >= 0 && static_cast<unsigned>(ordinal) < backend_->device_count(),
          cudaErrorInvalidDevice);
  const auto found = devices_.find(ordinal);
  if (found != devices_.end()) return found->second;

  backend_->open(static_cast<uint32_t>(ordinal));
  DeviceState& state = devices_[ordinal];
  state.ordinal = static_cast<uint32_t>(ordinal);
  state.legacy = std::make_shared<Stream>();
  state.legacy->device = state.ordinal;
  state.default_pool = state.pool = std::make_shared<Pool>();
  state.pool->device = state.ordinal;
  state.pool->handle = pools.add(state.pool);
  return state;
}

void Context::reset(DeviceState& state) {
  backend_->reset(state.ordinal);
  state.fault = cudaSuccess;
  state.fault_seen = false;
  state.limits.clear();
  state.kernel_limits = {};
  state.has_printed = state.has_allocated = false;
  state.pool = state.default_pool;
  state.pool->used = 0;
  this_thread().last_error = cudaSuccess;
}

Stream& Context::stream(cudaStream_t handle) {
  ThreadState& thread = this_thread();
  const bool own =
      handle == cudaStreamPerThread || (handle == nullptr && thread.per_thread_default);
  if (own) {
    auto& stream = current().per_thread[std::this_thread::get_id()];
    if (!stream) stream = add_stream(current().ordinal, cudaStreamDefault, 0);
    return *stream;
  }
  if (handle == nullptr || handle == cudaStreamLegacy) return *current().legacy;
  const auto found = streams.find(handle);
  require(found != nullptr, cudaErrorInvalidResourceHandle,
          "a call in a stream that cudaStreamCreate() did not make, or that was destroyed before");
  return *found;
}

std::shared_ptr<Stream> Context::add_stream(uint32_t device, unsigned flags, int priority) {
  auto stream = std::make_shared<Stream>();
  stream->id = ++last_id;
  stream->device = device;
  stream->flags = flags;
  stream->priority = priority;
  backend_->add(*stream);
  return stream;
}

Event& Context::event(cudaEvent_t handle) {
  const auto found = events.find(handle);
  require(found != nullptr, cudaErrorInvalidResourceHandle);
  return *found;
}

void* Context::allocate(DeviceState& device, uint64_t bytes, memory::Kind kind,
                        AllocationRecord record) {
  void* const memory = backend_->allocate(device.ordinal, bytes, kind);
  require(memory != nullptr, cudaErrorMemoryAllocation);
  record.begin = reinterpret_cast<memory::Address>(memory);
  record.size = bytes;
  record.device = device.ordinal;
  record.site = program_site();
  allocations.add(record);
  return memory;
}

cudaError_t Context::fail(cudaError_t code, events::FindingKind kind, std::string what,
                          const memory::Allocation* allocation) {
  this_thread().explained = true;
  return backend_->fail(code, kind, std::move(what), allocation);
}

void Context::forget_work() {
  const auto release = [](Stream& stream) {
    stream.capture = nullptr;
    stream.frontier.clear();
  };
  for (const auto& [handle, stream] : streams.all()) release(*stream);
  for (const auto& [ordinal, device] : devices_)
    for (const auto& [thread, stream] : device.per_thread) release(*stream);
  for (const auto& [handle, event] : events.all()) {
    event->capture = nullptr;
    event->captured.clear();
  }
  for (auto& [ordinal, device] : devices_) device.has_printed = device.has_allocated = false;
  captures = 0;
  executables.clear();
  graphs.clear();
  nodes.clear();
  allocations.forget_graphs();
}

cudaError_t Context::sticky_error() {
  const auto found = devices_.find(this_thread().device);
  if (found == devices_.end() || found->second.fault == cudaSuccess) return cudaSuccess;
  found->second.fault_seen = true;
  return found->second.fault;
}

cudaError_t Context::remember(cudaError_t error) {
  if (error != cudaSuccess) this_thread().last_error = error;
  return error;
}

cudaError_t run_call(const char* name, const void* caller, On on,
                     cudaError_t (*body)(void*, Context&), void* argument) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  ThreadState& thread = this_thread();
  thread.site.function = name;
  thread.explained = false;
  if (!thread.per_thread_default) thread.site.caller = caller;  // else the variant has set it
  cudaError_t error = on == On::working_device ? context.sticky_error() : cudaSuccess;
  std::string why;
  try {
    require(!thread.in_host_function, cudaErrorNotPermitted,
            "a call of the CUDA runtime in a host function, which may make none");
    if (error == cudaSuccess) error = body(argument, context);
  } catch (const ApiError& failure) {
    error = failure.code;
    why = failure.why;
  } catch (const std::bad_alloc&) {
    error = cudaErrorMemoryAllocation;
  } catch (const std::exception& failure) {
    context.backend().say(fmt::format("simt: {}: {}", name, failure.what()));
    error = cudaErrorUnknown;
  }
  // A kernel's fault has been reported; and whoever polls is not told of an error.
  if (error != cudaSuccess && error != cudaErrorNotReady && error != context.sticky_error() &&
      !thread.explained)
    context.backend().failed(error, why);
  return context.remember(error);
}

}  // namespace simt::runtime
