// EXPECT: null-pointer line 6
// The allocation was forgotten.
#include <cuda_runtime.h>

__global__ void fill(int* x) {
  x[threadIdx.x] = 7;
}

int main() {
  int* x = nullptr;
  fill<<<1, 32>>>(x);
  cudaDeviceSynchronize();
}
