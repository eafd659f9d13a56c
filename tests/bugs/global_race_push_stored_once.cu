// EXPECT: global-race line 8 other 11
// After a swap that failed, the node still has what the head was before.
#include <cuda_runtime.h>

__global__ void push(const int* x, int* head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* next = head + 256;
  int seen, old = *head;
  next[i] = old;
  __threadfence();
  while ((seen = atomicCAS(head, old, i)) != old) old = seen;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  push<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
