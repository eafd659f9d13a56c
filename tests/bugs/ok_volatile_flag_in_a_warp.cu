// EXPECT: none
// Correct: a lane waits for a flag that another lane of its warp sets behind a fence, and two lanes take
// turns.
#include <cuda_runtime.h>

__global__ void pass_on(const float* x, float* y) {
  __shared__ volatile int flag;
  __shared__ float box;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 3) {
    while (flag == 0) {
    }
    __threadfence_block();
    y[t] = box;
  } else if (t == 5) {
    box = x[t];
    __threadfence_block();
    flag = 1;
  }
}

__device__ void wait_for(volatile int& turn, int mine) {
  while (turn != mine) {
  }
  __threadfence_block();
}

__device__ void pass_turn(volatile int& turn) {
  __threadfence_block();
  turn = turn + 1;
}

__global__ void turns(float* y) {
  __shared__ volatile int turn;
  __shared__ float box;
  const int t = threadIdx.x;
  if (t == 0) turn = 0;
  __syncthreads();
  if (t == 1) {
    box = 1;
    pass_turn(turn);
    wait_for(turn, 2);
    y[1] = box;
  } else if (t == 2) {
    wait_for(turn, 1);
    box += 2;
    pass_turn(turn);
  }
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  pass_on<<<1, 32>>>(x, y);
  turns<<<1, 32>>>(y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
