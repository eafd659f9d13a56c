// EXPECT: deadlock line 6
// A barrier of 96 threads in a block where only 64 come to it.
#include <cuda_runtime.h>

__global__ void wait(int* x) {
  if (threadIdx.x < 64) asm volatile("bar.sync 1, 96;" ::: "memory");
  x[threadIdx.x] = 1;
}

int main() {
  int* x;
  cudaMalloc(&x, 96 * sizeof(int));
  wait<<<1, 96>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
