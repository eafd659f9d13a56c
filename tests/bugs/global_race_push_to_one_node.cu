// EXPECT: global-race line 11 other 11
// All threads push the same node.
#include <cuda_runtime.h>

__global__ void push(const int* x, int* head) {
  int* next = head + 256;
  int node = x[0] + 1;
  int old;
  do {
    old = *head;
    next[node] = old;
    __threadfence();
  } while (atomicCAS(head, old, node) != old);
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
