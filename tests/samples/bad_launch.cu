// Launches that cannot be: empty grids, too many threads, too much shared memory, more threads than
// the launch bounds say.
// FINDINGS: launch-error
#include "check.h"

// Versions of CUDA differ in which of the two they give.
bool refused() {
  const cudaError_t error = cudaGetLastError();
  return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

__global__ void set(int* flag) { *flag = 1; }
__global__ void __launch_bounds__(128) set_bounded(int* flag) { *flag = 1; }

int main() {
  DeviceArray<int> flag(1, 0);
  set<<<0, 32>>>(flag);
  EXPECT(refused());
  set<<<1, 0>>>(flag);
  EXPECT(refused());
  set<<<1, dim3(32, 32, 2)>>>(flag);
  EXPECT(refused());
  set<<<dim3(1, 70000), 1>>>(flag);
  EXPECT(refused());
  set<<<1, 1, 100 << 20>>>(flag);
  EXPECT(refused());
  set_bounded<<<1, 256>>>(flag);
  EXPECT(cudaGetLastError() != cudaSuccess);
  CUDA_CHECK(cudaDeviceSynchronize());
  return compare(flag.host(), {0});
}
