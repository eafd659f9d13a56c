// EXPECT: none
// Correct: `if (*p < limit) *p = *p + 1` of volatile variables that one thread at a time carries out, and turns that are
// waited for by another comparison.
#include <cuda_runtime.h>

__global__ void one_thread_of_each_block(const int* x, int* counts) {
  volatile int* n = counts + blockIdx.x;
  if (threadIdx.x == 0 && *n < 40) *n = *n + 1;
  __syncthreads();
  if (threadIdx.x == 32 && *n < 40) *n = *n + 1;
}

__global__ void looked_at_twice(const int* x, int* lock, volatile int* n) {
  if (threadIdx.x != 0 || *n >= 3) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  if (*n < 3) *n = *n + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void turns(const int* x, volatile int* turn, int* total) {
  if (threadIdx.x != 0) return;
  while (*turn < blockIdx.x) {
  }
  __threadfence();
  *total += x[blockIdx.x];
  __threadfence();
  *turn = *turn + 1;
}

__global__ void turns_given_up(const int* x, volatile int* turn, int* total) {
  if (threadIdx.x != 0) return;
  int tries = 0;
  while (*turn < blockIdx.x)
    if (++tries > 100000) return;
  __threadfence();
  *total += x[blockIdx.x];
  __threadfence();
  *turn = *turn + 1;
}

__global__ void turns_of_warps(const int* x, int* y) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    int seen;
    do {
      seen = turn;
    } while (seen < threadIdx.x / 32);
    __threadfence_block();
    y[blockIdx.x] += x[threadIdx.x];
    __threadfence_block();
    turn = seen + 1;
  }
}

__global__ void its_own_turn(const int* x, volatile int* turn, int* total) {
  if (threadIdx.x == 0 && *turn == blockIdx.x) {
    __threadfence();
    *total += x[blockIdx.x];
    __threadfence();
    *turn = *turn + 1;
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  one_thread_of_each_block<<<4, 64>>>(x, y);
  looked_at_twice<<<4, 64>>>(x, y + 16, y + 17);
  turns<<<4, 64>>>(x, y + 20, y + 21);
  turns_given_up<<<4, 64>>>(x, y + 40, y + 41);
  turns_of_warps<<<4, 64>>>(x, y + 24);
  its_own_turn<<<4, 64>>>(x, y + 32, y + 33);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
