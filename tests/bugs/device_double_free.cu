// EXPECT: invalid-free line 12
// A kernel frees its memory twice.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void twice(int* x) {
  int* mine = static_cast<int*>(malloc(64));
  mine[0] = x[threadIdx.x];
  x[threadIdx.x] = mine[0] + 1;
  free(mine);
  if (x[threadIdx.x] > 0) free(mine);
}

int main() {
  int* x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  twice<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
