// The state of the runtime that every backend has, and what every call of the API goes through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "simt/events/finding.h"
#include "simt/frontend/include/cuda_runtime_api.h"
#include "simt/limits.h"
#include "simt/memory/address_space.h"
#include "simt/model/target.h"
#include "simt/runtime/allocations.h"
#include "simt/runtime/backend.h"
#include "simt/runtime/call_site.h"
#include "simt/runtime/graph.h"
#include "simt/runtime/handles.h"
#include "simt/runtime/modules.h"
#include "simt/runtime/operation.h"
#include "simt/runtime/stream.h"

namespace simt::runtime {

// Ends a call of the API with an error.
struct ApiError {
  cudaError_t code;
  std::string why = {};  // a sentence, where nobody makes the mistake on purpose
};

struct Pool {
  cudaMemPool_t handle = nullptr;
  uint32_t device = 0;
  uint64_t release_threshold = 0, used = 0, used_high = 0, limit = 0;
  int reuse[3] = {1, 1, 1};  // cudaMemPoolReuse*: kept, without effect
};

struct DeviceState {
  uint32_t ordinal = 0;
  cudaError_t fault = cudaSuccess;  // sticky: every call fails with it until cudaDeviceReset()
  bool fault_seen = false;          // some call has returned it
  std::shared_ptr<Stream> legacy;
  std::map<std::thread::id, std::shared_ptr<Stream>> per_thread;
  std::map<int, size_t> limits;  // cudaLimit: what was set, of those that no kernel is held to
  Limits kernel_limits;
  // A kernel that calls printf, or malloc or free, was launched.
  bool has_printed = false, has_allocated = false;
  unsigned flags = cudaDeviceScheduleAuto;
  cudaFuncCache cache = cudaFuncCachePreferNone;
  std::shared_ptr<Pool> default_pool, pool;
};

// A launch between <<< >>> and the stub's call.
struct CallConfiguration {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  const void* caller;
};

// What belongs to one host thread.
struct ThreadState {
  int device = 0;
  cudaError_t last_error = cudaSuccess;
  CallSite site;                    // the call that it is in
  bool explained = false;           // why the call fails has been reported
  bool in_host_function = false;    // the thread runs a host function of a stream
  bool per_thread_default = false;  // it is in a _ptsz or _ptds call: stream 0 is the thread's own
  std::vector<CallConfiguration> configurations;
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
  const void* launch_site = nullptr;  // where the <<< >>> is whose stub runs
};
ThreadState& this_thread();

class Context {
 public:
  static Context& get();

  std::mutex mutex;
  Modules modules;
  Allocations allocations;
  HandleTable<cudaStream_t, Stream> streams{0x51};
  HandleTable<cudaEvent_t, Event> events{0x52};
  HandleTable<cudaGraph_t, Graph> graphs{0x53};
  HandleTable<cudaGraphNode_t, GraphNode> nodes{0x54};
  HandleTable<cudaGraphExec_t, GraphExec> executables{0x55};
  HandleTable<cudaMemPool_t, Pool> pools{0x56};
  unsigned captures = 0;  // how many are under way
  uint64_t last_id = 0;   // the last of streams, events and captures

  Backend& backend() { return *backend_; }
  // Made ready at first use. Throws ApiError where there is no such device.
  DeviceState& device(int ordinal);
  DeviceState& current() { return device(this_thread().device); }
  const std::map<int, DeviceState>& devices() const { return devices_; }
  const model::Target& target(int ordinal) { return backend_->target(device(ordinal).ordinal); }
  const model::Target& target() { return target(this_thread().device); }
  void reset(DeviceState& device);

  // Throws ApiError (cudaErrorInvalidResourceHandle) where the handle is no stream, no event, ...
  Stream& stream(cudaStream_t handle);
  std::shared_ptr<Stream> add_stream(uint32_t device, unsigned flags, int priority);
  Event& event(cudaEvent_t handle);

  // Device, pinned or managed memory, of which a record is kept. Throws ApiError where there is no
  // room.
  void* allocate(DeviceState& device, uint64_t bytes, memory::Kind kind, AllocationRecord record);
  // Where the program makes the present call: to be kept for later, where checkers want it.
  CallSite program_site() { return backend_->program_site(this_thread().site); }

  // The call that this thread is in is a mistake; gives back what it returns.
  cudaError_t fail(cudaError_t code, events::FindingKind kind, std::string what,
                   const memory::Allocation* allocation = nullptr);

  // Puts the operation into the stream: has it executed, or adds it to the capture.
  cudaError_t submit(Stream& stream, Operation operation, bool blocking = false);
  cudaError_t execute(Stream& stream, const Operation& operation, bool blocking = false);
  // Calls a function of the program for a stream. What it asks of the API is refused.
  template <class Function>
  void call_unlocked(Function&& function) {
    mutex.unlock();
    const ThreadState outer = this_thread();
    this_thread().per_thread_default = false;
    this_thread().in_host_function = true;
    function();
    this_thread().in_host_function = false;
    this_thread().per_thread_default = outer.per_thread_default;
    this_thread().site = outer.site;
    this_thread().last_error = outer.last_error;  // as if it were another thread
    mutex.lock();
  }

  // Forgets graphs, captures that are under way, and memory of devices: for a backend that begins
  // anew.
  void forget_work();

  // The error that calls on the present device return, if it is broken.
  cudaError_t sticky_error();
  cudaError_t remember(cudaError_t error);

 private:
  Context();

  std::unique_ptr<Backend> backend_;
  std::map<int, DeviceState> devices_;
};

// Every function of the API is the call of one of these two with its body, a function of the
// context that returns a cudaError_t or throws ApiError. `always` is for those that work on a
// broken device.
enum class On : bool { working_device, any_device };

cudaError_t run_call(const char* name, const void* caller, On on,
                     cudaError_t (*body)(void*, Context&), void* argument);

template <class Body>
cudaError_t api(const char* name, Body&& body, On on = On::working_device,
                const void* caller = __builtin_return_address(0)) {
  return run_call(
      name, caller, on,
      [](void* argument, Context& context) {
        return (*static_cast<std::remove_reference_t<Body>*>(argument))(context);
      },
      &body);
}

template <class Body>
cudaError_t api_always(const char* name, Body&& body,
                       const void* caller = __builtin_return_address(0)) {
  return api(name, std::forward<Body>(body), On::any_device, caller);
}

// Ends a call where a pointer argument is null.
inline void require(const void* pointer) {
  if (pointer == nullptr) throw ApiError{cudaErrorInvalidValue};
}
inline void require(bool condition, cudaError_t otherwise, const char* why = "") {
  if (!condition) throw ApiError{otherwise, why};
}

}  // namespace simt::runtime
