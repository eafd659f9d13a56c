// EXPECT: global-race line 8 other 8
// SAYS: act by what the atomic returns
// The count is read before the ticket is drawn: others draw theirs in between, and the buffer runs over.
#include <cuda_runtime.h>

__global__ void collect(const int* x, int* buffer, int* count, int capacity) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*count < capacity) buffer[atomicAdd(count, 1)] = value;
}

int main() {
  int *x, *buffer, *count;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&buffer, 256 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(x, 0, 256 * sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  collect<<<8, 32>>>(x, buffer, count, 200);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(buffer);
  cudaFree(count);
}
