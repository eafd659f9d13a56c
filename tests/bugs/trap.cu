// EXPECT: trap line 6
// The kernel stops itself.
#include <cuda_runtime.h>

__global__ void stop(const int* x) {
  if (x[threadIdx.x] == 0) __trap();
}

int main() {
  int* x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  stop<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
