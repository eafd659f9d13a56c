// EXPECT: global-race line 7 other 7
// Who comes late counts as well, and whether it comes at all hangs on an outdated value.
#include <cuda_runtime.h>

__global__ void visit(const int* x, int* level, int* late) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (level[v] == 0 && atomicCAS(&level[v], 0, 5) != 0) atomicAdd(late, 1);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  visit<<<4, 64>>>(x, y, y + 64);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
