// EXPECT: deadlock line 7
// Two warps wait for each other at two different barriers.
#include <cuda_runtime.h>

__global__ void cross(int* x) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  x[threadIdx.x] = 1;
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  cross<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
