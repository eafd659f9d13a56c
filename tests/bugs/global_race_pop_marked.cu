// EXPECT: global-race line 15 other 17
// The node is marked before it is certain that it was at the head.
#include <cuda_runtime.h>

__global__ void push(int* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, old;
  do {
    old = *head;
    next[i] = old;
    __threadfence();
  } while (atomicCAS(head, old, i) != old);
}

__global__ void pop(int* head, const int* next, int* owner) {
  while (int old = *head) {
    owner[old] = blockIdx.x;
    if (atomicCAS(head, old, next[old]) == old) break;
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  push<<<4, 64>>>(y, y + 256);
  pop<<<4, 64>>>(y, y + 256, y + 768);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
