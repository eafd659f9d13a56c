// EXPECT: device-pointer line 0
// The host reads a result straight from device memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void set(int* x) { *x = 42; }

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  set<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  printf("%d\n", *x);
  cudaFree(x);
}
