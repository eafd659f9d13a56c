// EXPECT: endless-loop line 8
// The blocks wait for a lock that whoever has it never gives back.
#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void add(int* x) {
  while (threadIdx.x == 0 && atomicCAS(&lock, 0, 1) != 0) __nanosleep(20);
  if (threadIdx.x == 0) *x = 1;
}

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  add<<<8, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
