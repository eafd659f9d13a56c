// CUDA_CHECK: for host code that calls the CUDA runtime, with nvcc and with clang.
#ifndef WARPLAB_COMMON_CUDA_CHECK_H
#define WARPLAB_COMMON_CUDA_CHECK_H

#include <cstdio>
#include <cstdlib>

// Makes a call of the CUDA runtime. If it fails, prints the place, the call, the error's name and
// what it means, and ends the program with exit code 1:
//
//   CUDA_CHECK(cudaMalloc(&tiles, bytes));
//
//   kernel<<<grid, block>>>(tiles);
//   CUDA_CHECK(cudaGetLastError());  // a launch returns nothing: its errors are asked for
//
//   lab.cu:31: cudaMalloc(&tiles, bytes): cudaErrorMemoryAllocation, out of memory
//
// An error inside a kernel is found when the host next waits: CUDA_CHECK(cudaDeviceSynchronize()).
#define CUDA_CHECK(...)                                                                       \
  do {                                                                                        \
    const cudaError_t cuda_check_error = (__VA_ARGS__);                                       \
    if (cuda_check_error != cudaSuccess) {                                                    \
      std::fprintf(stderr, "%s:%d: %s: %s, %s\n", __FILE__, __LINE__, #__VA_ARGS__,           \
                   cudaGetErrorName(cuda_check_error), cudaGetErrorString(cuda_check_error)); \
      std::exit(1);                                                                           \
    }                                                                                         \
  } while (0)

#endif
