// EXPECT: global-race line 9 other 12
// Others read how many have failed while nodes still have what they may not keep.
#include <cuda_runtime.h>

__global__ void push(const int* x, int* head, int* failures) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* next = head + 256;
  while (true) {
    int old = *head;
    next[i] = old;
    __threadfence();
    if (atomicCAS(head, old, i) == old) break;
    if (atomicAdd(failures, 1) > 1000) return;
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  push<<<4, 64>>>(x, y, z);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
