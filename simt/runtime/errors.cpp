// The last error of a thread.
#include "simt/runtime/context.h"

using namespace simt::runtime;

namespace {

// The error that the thread's last failed call left; a broken device's own stays.
cudaError_t last_error(bool clear) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  context.backend().error_was_read();
  ThreadState& thread = this_thread();
  const auto found = context.devices().find(thread.device);
  const bool broken = found != context.devices().end() && found->second.fault_seen;
  const cudaError_t error = broken ? found->second.fault : thread.last_error;
  if (clear) thread.last_error = cudaSuccess;
  return error;
}

}  // namespace

extern "C" {

cudaError_t cudaGetLastError() { return last_error(true); }

cudaError_t cudaPeekAtLastError() { return last_error(false); }

}  // extern "C"
