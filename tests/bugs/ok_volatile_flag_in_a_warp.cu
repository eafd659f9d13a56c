// EXPECT: none
// Correct: a lane waits for a flag that another lane of its warp sets behind a fence, and lanes take back
// and forth in turns.
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

__global__ void turns(float* y, int rounds) {
  __shared__ volatile int turn;
  __shared__ float box;
  const int t = threadIdx.x;
  if (t == 0) turn = 0, box = 0;
  __syncthreads();
  if (t != 1 && t != 2) return;
  for (int r = 0; r < rounds; ++r) {
    while (turn % 2 != t - 1) {
    }
    __threadfence_block();
    box += t;
    __threadfence_block();
    turn = turn + 1;
  }
  if (t == 2) y[0] = box;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  pass_on<<<1, 32>>>(x, y);
  turns<<<1, 32>>>(y, 3);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
