// What device code asks of the system: printf, malloc, assertions; and the launch configuration
// that clang's <<<>>> pushes.
#pragma once

extern "C" {
// simt answers these: exec/intrinsics_system.cpp. clang turns printf into vprintf.
__device__ int vprintf(const char*, const char*);
__device__ int printf(const char*, ...);
__device__ void free(void*) __attribute__((nothrow));
__device__ void* malloc(size_t) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char* message, const char* file, unsigned line,
                             const char* function, size_t character_bytes);

// What <assert.h> of the host calls.
__device__ static inline void __assert_fail(const char* message, const char* file, unsigned line,
                                            const char* function) {
  __assertfail(message, file, line, function, 1);
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void* stream = 0);
}

// Beside the host's, which <cstdlib> has put there already. <stdlib.h> takes both back.
namespace std {
using ::free;
using ::malloc;
}  // namespace std

// clang declares these conversions of the built-in variables and leaves them to whoever has the
// types.
#pragma push_macro("CONVERSIONS")
#define CONVERSIONS(variable)                                                                      \
  __device__ inline __cuda_builtin_##variable##_t::operator dim3() const { return dim3(x, y, z); } \
  __device__ inline __cuda_builtin_##variable##_t::operator uint3() const { return {x, y, z}; }
CONVERSIONS(threadIdx)
CONVERSIONS(blockIdx)
CONVERSIONS(blockDim)
CONVERSIONS(gridDim)
#pragma pop_macro("CONVERSIONS")
