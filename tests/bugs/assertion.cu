// EXPECT: assertion line 9
// An assertion that does not hold in one thread.
#include <cuda_runtime.h>

#include <cassert>

__global__ void check(const int* x) {
  int value = x[threadIdx.x];
  assert(value != 0);
}

int main() {
  int host[32];
  for (int i = 0; i < 32; ++i) host[i] = i - 5;
  int* x;
  cudaMalloc(&x, sizeof(host));
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
  check<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
