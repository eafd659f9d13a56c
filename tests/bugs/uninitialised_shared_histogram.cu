// EXPECT: uninitialised-shared line 7
// The bins in shared memory are not set to zero.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char* x, int* bins) {
  __shared__ int mine[256];
  atomicAdd(&mine[x[threadIdx.x]], 1);
  __syncthreads();
  bins[threadIdx.x] = mine[threadIdx.x];
}

int main() {
  unsigned char* x;
  int* bins;
  cudaMalloc(&x, 256);
  cudaMalloc(&bins, 256 * sizeof(int));
  cudaMemset(x, 9, 256);
  histogram<<<1, 256>>>(x, bins);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(bins);
}
