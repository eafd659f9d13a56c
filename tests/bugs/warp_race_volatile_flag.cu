// EXPECT: warp-race line 18 other 12
// A lane sets a flag for another one of its warp without a fence.
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
    flag = 1;
  }
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  pass_on<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
