// Variants of API functions for which the default stream is the calling thread's own.
#include "simt/runtime/context.h"

extern "C" cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                          void** arguments, size_t dynamic_shared,
                                          cudaStream_t stream);

namespace {

class PerThreadCall {
 public:
  explicit PerThreadCall(const void* caller) {
    auto& thread = simt::runtime::this_thread();
    thread.per_thread_default = true;
    thread.site.caller = caller;
  }
  ~PerThreadCall() { simt::runtime::this_thread().per_thread_default = false; }
  PerThreadCall(const PerThreadCall&) = delete;
};

}  // namespace

#define PER_THREAD(function, variant, parameters, arguments) \
  extern "C" cudaError_t variant parameters {                \
    const PerThreadCall call(__builtin_return_address(0));   \
    return function arguments;                               \
  }
#include "simt/runtime/per_thread.def"
#undef PER_THREAD
