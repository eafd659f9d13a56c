// EXPECT: global-race line 18 other 22
// A node that has been popped is pushed again, while another thread that has seen it at the head reads what comes next.
#include <cuda_runtime.h>

__global__ void push(int* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, old;
  do {
    old = *head;
    next[i] = old;
    __threadfence();
  } while (atomicCAS(head, old, i) != old);
}

__global__ void move(int* head, int* next) {
  int mine;
  do {
    mine = *head;
  } while (atomicCAS(head, mine, next[mine]) != mine);
  int old;
  do {
    old = *head;
    next[mine] = old;
    __threadfence();
  } while (atomicCAS(head, old, mine) != old);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  push<<<4, 64>>>(y, y + 256);
  move<<<4, 32>>>(y, y + 256);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
