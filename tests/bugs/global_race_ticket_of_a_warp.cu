// EXPECT: global-race line 10 other 17
// A lane takes a ticket for its warp without waiting for the other lanes, though all of them fence.
#include <cuda_runtime.h>

__device__ unsigned tickets = 0;

__global__ void sum(int* parts, int* y) {
  int lane = threadIdx.x;
  unsigned ticket = 0;
  parts[blockIdx.x * 32 + lane] = blockIdx.x + lane;
  __threadfence();
  if (lane == 0) {
    ticket = atomicAdd(&tickets, 1);
  }
  if (__shfl_sync(0xffffffff, ticket, 0) != gridDim.x - 1) return;
  int all = 0;
  for (int b = 0; b < gridDim.x; ++b) all += parts[b * 32 + lane];
  y[lane] = all;
}

int main() {
  int* x;
  cudaMalloc(&x, 512 * sizeof(int));
  sum<<<8, 32>>>(x, x + 256);
  cudaDeviceSynchronize();
  cudaFree(x);
}
