// EXPECT: shared-race line 10 other 10
// Bins of a histogram are counted without an atomic.
#include <cuda_runtime.h>

__global__ void histogram(int* out) {
  __shared__ int bins[8];
  int i = threadIdx.x;
  if (i < 8) bins[i] = 0;
  __syncthreads();
  if (i % 32 == 0) bins[i / 64]++;
  __syncthreads();
  if (i < 8) out[i] = bins[i];
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  histogram<<<1, 256>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
