// EXPECT: global-race line 10 other 13
// The swap compares with a second look at the head: the first one, which the node has, may be older.
#include <cuda_runtime.h>

__global__ void push(const int* x, int* head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* next = head + 256;
  int seen;
  do {
    next[i] = *head;
    __threadfence();
    seen = atomicAdd(head, 0);
  } while (atomicCAS(head, seen, i) != seen);
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
