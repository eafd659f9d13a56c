// EXPECT: divergent-barrier line 16 other 15
// Some lanes leave a loop early, the others go on to the barrier.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void search(const float* x, float* y) {
  __shared__ float s[32];
  int i = threadIdx.x;
  for (int step = 0; step < 8; ++step) {
    s[i] = x[step * 32 + i];
    if (s[i] > 40 + 3 * i) break;
    __syncthreads();
  }
  y[i] = s[i];
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  number<<<(512 + 255) / 256, 256>>>(x, 512);
  search<<<1, 32>>>(x, x + 400);
  cudaDeviceSynchronize();
  cudaFree(x);
}
