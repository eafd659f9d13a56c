// Functions of the API that simt does not have. They take whatever they are given.
#include <fmt/format.h>

#include "simt/runtime/context.h"

namespace {

constexpr const char* arrays =
    "textures and arrays are not simulated: a const __restrict__ pointer is read through the same "
    "cache";
constexpr const char* batches =
    "each copy is a call of its own: cudaMemcpyAsync(), cudaMemcpy2DAsync(), cudaMemcpy3DAsync()";
constexpr const char* callbacks = "nothing is called back: ask, or wait";
constexpr const char* clusters = "clusters of blocks are not simulated";
constexpr const char* graphs =
    "graphs are made of kernels, copies, fills, host functions, events, memory and other graphs, "
    "and each node's parameters are set by the function of its kind";
constexpr const char* libraries =
    "kernels and variables are those of the program: launch them with <<<grid, block>>>";
constexpr const char* managed = "the place of managed memory is not tracked: it moves by itself";
constexpr const char* no_use = "there is nothing here that it could tell or set";
constexpr const char* others = "the GPU is this program's alone: no other program or API shares it";
constexpr const char* pools =
    "pools are those of cudaMemPoolCreate() and of the device, and stay in this program";

cudaError_t refuse(const char* name, const char* reason, const void* caller) {
  using namespace simt::runtime;
  return api(
      name,
      [&](Context& context) {
        return context.backend().refuse(fmt::format("{}(): {}", name, reason));
      },
      On::working_device, caller);
}

}  // namespace

// Their declarations elsewhere have parameters, which do not matter to the caller: hence the names
// by which the linker alone knows them.
#define UNSUPPORTED(name, reason)                              \
  extern "C" cudaError_t simt_unsupported_##name() asm(#name); \
  cudaError_t simt_unsupported_##name() {                      \
    return refuse(#name, reason, __builtin_return_address(0)); \
  }
#include "simt/runtime/unsupported.def"
#undef UNSUPPORTED
