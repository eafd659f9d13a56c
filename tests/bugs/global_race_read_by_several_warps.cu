// EXPECT: global-race line 16 other 18
// All warps of a block read its sum, one of which goes on to replace it: whether the others have read it is chance. Their
// warp comes last or not, so the one that writes may be the last reader.
#include <cuda_runtime.h>

__global__ void shares(const float* x, float* sums, float* y, int writer) {
  __shared__ float total;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, x[i]);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
  __syncthreads();
  for (int turn = 0; turn < blockDim.x / 32; ++turn) {
    if (turn == threadIdx.x / 32) y[i] = x[i] / sums[blockIdx.x];
  }
  if (threadIdx.x == writer) sums[blockIdx.x] = 0;
}

int main() {
  float *x, *y, *sums;
  cudaMalloc(&x, 512 * sizeof(float));
  cudaMalloc(&y, 512 * sizeof(float));
  cudaMalloc(&sums, 4 * sizeof(float));
  cudaMemset(x, 0, 512 * sizeof(float));
  for (int writer = 0; writer < 128; writer += 127) shares<<<4, 128>>>(x, sums, y, writer);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(sums);
}
