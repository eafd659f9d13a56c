// Errors of calls: reported, kept for cudaGetLastError, and cleared by it.
// FINDINGS: launch-error
#include <cstring>

#include "check.h"

__global__ void nothing() {}

int main() {
  void* pointer = nullptr;
  EXPECT(cudaMemcpy(nullptr, &pointer, 8, static_cast<cudaMemcpyKind>(77)) ==
         cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaGetLastError() == cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(cudaMalloc(&pointer, ~size_t{0} / 2) == cudaErrorMemoryAllocation);
  EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
  EXPECT(cudaSetDevice(12345) == cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
  nothing<<<1, 2048>>>();
  EXPECT(cudaPeekAtLastError() != cudaSuccess);
  EXPECT(cudaGetLastError() != cudaSuccess && cudaGetLastError() == cudaSuccess);
  EXPECT(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
  EXPECT(std::strcmp(cudaGetErrorString(cudaSuccess), "no error") == 0);
  nothing<<<1, 32>>>();  // and everything works still
  FINISH_KERNEL();
  return ok();
}
