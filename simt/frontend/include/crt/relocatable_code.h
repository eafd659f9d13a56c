// simtcc includes this in front of files whose device code others call (-rdc=true), with clang. SIMT_FILE tells them apart.
#pragma once

// Without a kernel or a variable, clang would leave the file's device code out of the object.
static __device__ __attribute__((used)) char __simt_relocatable_code;

#if !defined(__CUDA_ARCH__)
#define __SIMT_JOINED(a, b) a##b
#define __SIMT_NAME(file) __SIMT_JOINED(__fatbinwrap_simt_, file)
// By this name, as by the ones of nvcc's files, a link takes the object out of a library.
extern "C" {
extern const char __SIMT_NAME(SIMT_FILE);
const char __SIMT_NAME(SIMT_FILE) __attribute__((weak)) = 0;
}
#undef __SIMT_NAME
#undef __SIMT_JOINED
#endif
