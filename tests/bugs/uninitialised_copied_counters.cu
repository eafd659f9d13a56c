// EXPECT: uninitialised-global line 19
// SAYS: of the 6400 bytes that are copied to the host, from byte 6144
// The grid is rounded down: the last counters are never written. What lies between counters is not meant.
#include <cuda_runtime.h>

struct alignas(64) Counter {
  int count;
};

__global__ void count(Counter* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i].count = i;
}

int main() {
  static Counter counters[100], *c;
  cudaMalloc(&c, sizeof counters);
  count<<<100 / 32, 32>>>(c, 100);
  cudaMemcpy(counters, c, sizeof counters, cudaMemcpyDeviceToHost);
  cudaFree(c);
}
