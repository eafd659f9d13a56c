// EXPECT: global-race line 11 other 14
// Who has tried twice leaves a node that may be wrong.
#include <cuda_runtime.h>

__global__ void push(const int* x, int* head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* next = head + 256;
  int old;
  int tries = 0;
  do {
    old = *head;
    next[i] = old;
    __threadfence();
  } while (atomicCAS(head, old, i) != old && ++tries < 2);
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
