// EXPECT: none
// Correct: `*p = *p + 1` of volatile variables that one thread at a time carries out: whose turn it is, who has a lock, or
// the only one that does it at all.
#include <cuda_runtime.h>

__global__ void turns(const int* x, int* tickets, volatile int* turn, int* total) {
  if (threadIdx.x != 0) return;
  int mine = atomicAdd(tickets, 1);
  while (*turn != mine) {
  }
  __threadfence();
  *total += x[blockIdx.x];
  __threadfence();
  *turn = *turn + 1;
}

__global__ void in_order_of_blocks(const int* x, volatile int* turn, int* total) {
  if (threadIdx.x == 0) {
    while (*turn != blockIdx.x) {
    }
    __threadfence();
    *total += x[blockIdx.x];
    __threadfence();
    *turn += 1;
  }
}

__global__ void one_after_the_other(const int* x, volatile int* turn, int* total) {
  if (threadIdx.x != 0) return;
  for (bool done = false; !done;)
    if (*turn == blockIdx.x) {
      __threadfence();
      *total += x[blockIdx.x];
      __threadfence();
      *turn = *turn + 1;
      done = true;
    }
}

__global__ void passed_on(const int* x, volatile int* turn, int* total) {
  if (threadIdx.x != 0) return;
  int seen;
  do {
    seen = *turn;
  } while (seen != blockIdx.x);
  __threadfence();
  *total += x[blockIdx.x];
  __threadfence();
  *turn = seen + 1;
}

__global__ void under_lock(const int* x, int* lock, volatile int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *total = *total + x[blockIdx.x];
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void in_a_block(const int* x, int* y) {
  __shared__ volatile int turn, count;
  if (threadIdx.x == 0) turn = count = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (turn != threadIdx.x / 32) {
    }
    __threadfence_block();
    y[blockIdx.x] += x[threadIdx.x];
    __threadfence_block();
    turn = turn + 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) count = count + 1;
  __syncthreads();
  if (threadIdx.x == 40) count = count + 1;
}

__global__ void progress(const int* x, volatile int* done, int* y) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int k = 0; k < 4; ++k) *done = *done + x[k];
  if (blockIdx.x > 0 && *done > 20) y[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  turns<<<4, 64>>>(x, y, y + 1, y + 2);
  in_order_of_blocks<<<4, 64>>>(x, y + 4, y + 5);
  one_after_the_other<<<4, 64>>>(x, y + 8, y + 9);
  passed_on<<<4, 64>>>(x, y + 12, y + 13);
  under_lock<<<4, 64>>>(x, y + 16, y + 17);
  in_a_block<<<4, 64>>>(x, y + 20);
  progress<<<4, 64>>>(x, y + 30, y + 256);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
