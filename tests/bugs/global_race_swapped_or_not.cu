// EXPECT: global-race line 7 other 8
// The place is used whether or not the compare-and-swap has taken it.
#include <cuda_runtime.h>

__global__ void collect(const int* x, int* count, int* buffer) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  int place = *count;
  int seen = atomicCAS(count, place, place + 1);
  if (seen < 256) buffer[place] = value;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *count, *buffer;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&count, 16 * sizeof(int));
  cudaMalloc(&buffer, 256 * sizeof(int));
  cudaMemset(count, 0, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  collect<<<4, 64>>>(x, count, buffer);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(count);
  cudaFree(buffer);
}
