// What compiled code calls before main() to make its device code known, and to find its kernels.
#include "simt/runtime/context.h"
#include "simt/runtime/fatbin.h"

using namespace simt::runtime;

namespace {

Binary* register_binary(const void* argument) {
  const auto* wrapper = static_cast<const FatbinWrapper*>(argument);
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  Binary& binary = context.modules.add(wrapper->data);
  if (wrapper->version == prelinked_version && wrapper->prelinked != nullptr)
    for (const void* const* part = wrapper->prelinked; *part != nullptr; ++part)
      binary.parts.push_back(&context.modules.add(*part));
  return &binary;
}

// Has what a binary registers added: register_in(modules, binary). What comes with a handle that no
// binary has stays unknown.
template <class Register>
void register_part(void** handle, Register&& register_in) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  if (Binary* const binary = context.modules.find(handle)) register_in(context.modules, *binary);
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  return reinterpret_cast<void**>(register_binary(wrapper));
}

void __cudaRegisterFatBinaryEnd(void**) {}

// The program ends: what it registered stays, for its static objects that still use it.
void __cudaUnregisterFatBinary(void**) {}

void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
  register_part(handle,
                [&](Modules& modules, Binary& binary) { modules.add_kernel(binary, stub, name); });
}

void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, size_t size, int,
                       int) {
  register_part(handle, [&](Modules& modules, Binary& binary) {
    modules.add_variable({host, name, &binary, size, nullptr});
  });
}

void __cudaRegisterManagedVar(void** handle, void** pointer, char*, const char* name, int,
                              size_t size, int, int) {
  register_part(handle, [&](Modules& modules, Binary& binary) {
    modules.add_variable({pointer, name, &binary, size, pointer});
  });
}

// Before the host first uses a managed variable of the binary.
char __cudaInitModule(void** handle) {
  return api("__cudaInitModule", [handle](Context& context) {
           Binary* const binary = context.modules.find(handle);
           require(binary != nullptr, cudaErrorInvalidResourceHandle);
           context.backend().load(*binary, context.current().ordinal);
           return cudaSuccess;
         }) == cudaSuccess;
}

// A file compiled with -rdc=true registers itself through a function whose name ends in the file's
// id, which CUDA's device linker would write. simtcc makes those names aliases of this one.
void __simt_register_linked_binary(void (*register_all)(void**), void* wrapper, void*,
                                   void (*)(void*)) {
  register_all(reinterpret_cast<void**>(register_binary(wrapper)));
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  return api_always("cudaGetKernel", [&](Context& context) {
    require(kernel);
    const KernelEntry* entry = context.modules.kernel(stub);
    require(entry != nullptr, cudaErrorInvalidDeviceFunction);
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<KernelEntry*>(entry));
    return cudaSuccess;
  });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  return __cudaGetKernel(kernel, stub);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* stub) {
  return __cudaGetKernel(reinterpret_cast<cudaKernel_t*>(function), stub);
}

}  // extern "C"
