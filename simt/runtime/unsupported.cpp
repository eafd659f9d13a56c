// Functions of the API that simt does not have. They take whatever they are given.
#include <fmt/format.h>

#include "simt/runtime/context.h"

namespace {

cudaError_t refuse(const char* name, const void* caller) {
  using namespace simt::runtime;
  return api(
      name,
      [name](Context& context) {
        context.reporter.say_once(fmt::format("simt: {} is not simulated", name));
        return cudaErrorNotSupported;
      },
      On::working_device, caller);
}

}  // namespace

// Their declarations elsewhere have parameters, which do not matter to the caller: hence the names
// by which the linker alone knows them.
#define UNSUPPORTED(name)                                      \
  extern "C" cudaError_t simt_unsupported_##name() asm(#name); \
  cudaError_t simt_unsupported_##name() { return refuse(#name, __builtin_return_address(0)); }
#include "simt/runtime/unsupported.def"
#undef UNSUPPORTED
