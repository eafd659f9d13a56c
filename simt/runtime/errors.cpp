// Error codes: their names and texts, and the last error of a thread.
#include "simt/runtime/context.h"

using namespace simt::runtime;

namespace {

struct Row {
  const char *name, *text;
};

const Row* find_row(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(name, value, text)      \
  case name: {                             \
    static constexpr Row row{#name, text}; \
    return &row;                           \
  }
#include "simt/frontend/include/crt/errors.def"
#undef CUDA_ERROR
  }
  return nullptr;
}

// The error that the thread's last failed call left; a broken device's own stays.
cudaError_t last_error(bool clear) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  context.error_was_read();
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

const char* cudaGetErrorName(cudaError_t error) {
  const Row* row = find_row(error);
  return row == nullptr ? "unrecognized error code" : row->name;
}

const char* cudaGetErrorString(cudaError_t error) {
  const Row* row = find_row(error);
  return row == nullptr ? "unrecognized error code" : row->text;
}

}  // extern "C"
