// EXPECT: none
// STRICT: global-race
// Correct: blocks that each do all of the work store one same value a place; the last one, told by
// its ticket, sets the counter back.
#include <cuda_runtime.h>

__device__ unsigned tickets = 0;
__device__ int found;

__global__ void everybody(const int* x, int* y, int* parts, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i] + 1;
  found = 1;
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&tickets, gridDim.x) != gridDim.x - 1) return;
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += parts[b];
  y[n] = sum;
  tickets = 0;
}

int main() {
  int* x;
  cudaMalloc(&x, 1024 * sizeof(int));
  cudaMemset(x, 0, 1024 * sizeof(int));
  for (int round = 0; round < 10; ++round) everybody<<<32, 64>>>(x, x + 256, x + 600, 256);
  cudaDeviceSynchronize();
  cudaFree(x);
}
