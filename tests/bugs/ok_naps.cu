// EXPECT: none
// Correct: threads that sleep, wait for the clock, and wait for the one that works long.
#include <cuda_runtime.h>

__device__ volatile int ready = 0;

__global__ void wait_for_first(int* x) {
  for (int i = 0; i < 10; ++i) {
    __nanosleep(10);
    __nanosleep(10);
    __nanosleep(10);
  }
  const long long begin = clock64();
  while (clock64() - begin < 100000) {
  }
  if (blockIdx.x == 0) {
    int value = 1;
    for (int i = 0; i < 300000; ++i) value = value * 1103515245 + 12345;
    if (threadIdx.x == 0) *x = value;
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) ready = 1;
  } else {
    while (!ready) {
    }
    __threadfence();
    if (threadIdx.x == 0) x[blockIdx.x] = *x;
  }
}

int main() {
  int* x;
  cudaMalloc(&x, 16 * sizeof(int));
  wait_for_first<<<16, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
