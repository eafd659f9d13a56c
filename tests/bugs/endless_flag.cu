// EXPECT: endless-loop line 6
// A thread waits for a flag that nobody sets.
#include <cuda_runtime.h>

__global__ void wait(volatile int* flag, int* y) {
  while (*flag == 0) {
  }
  *y = 1;
}

int main() {
  int* x;
  cudaMalloc(&x, 2 * sizeof(int));
  cudaMemset(x, 0, 2 * sizeof(int));
  wait<<<1, 1>>>(x, x + 1);
  cudaDeviceSynchronize();
  cudaFree(x);
}
