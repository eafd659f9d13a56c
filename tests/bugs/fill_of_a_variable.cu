// EXPECT: bad-copy line 14
// SAYS: cudaGetSymbolAddress()
// A variable of the device by its name in the host code is no address of the device.
#include <cuda_runtime.h>

__device__ int counts[32];

__global__ void count(const int* x) { atomicAdd(&counts[x[threadIdx.x] % 32], 1); }

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 1, 32 * sizeof(int));
  cudaMemset(counts, 0, sizeof counts);
  count<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
