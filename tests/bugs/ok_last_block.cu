// EXPECT: none
// Correct: the last block adds up the parts behind a __threadfence().
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__device__ unsigned done = 0;

__global__ void sum(const float* x, volatile float* parts, float* y) {
  __shared__ bool last;
  int i = threadIdx.x;
  float part = x[blockIdx.x * 32 + i];
  for (int d = 16; d; d /= 2) part += __shfl_down_sync(0xffffffff, part, d);
  if (i == 0) {
    parts[blockIdx.x] = part;
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && i == 0) {
    float all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += parts[b];
    *y = all;
    done = 0;
  }
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  number<<<(512 + 255) / 256, 256>>>(x, 512);
  sum<<<8, 32>>>(x, x + 256, x + 300);
  cudaDeviceSynchronize();
  cudaFree(x);
}
