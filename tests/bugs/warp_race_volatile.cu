// EXPECT: warp-race line 18
// The last warp of a reduction relies on lock-step, as in old samples.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void reduce(const float* x, float* y) {
  __shared__ volatile float s[64];
  int i = threadIdx.x;
  s[i] = x[i];
  s[i + 32] = x[i + 32];
  __syncwarp();
  if (i < 16) {
    s[i] += s[i + 16];
    s[i] += s[i + 8];
    s[i] += s[i + 4];
    s[i] += s[i + 2];
    s[i] += s[i + 1];
  }
  if (i == 0) *y = s[0];
}

int main() {
  float* x;
  cudaMalloc(&x, 128 * sizeof(float));
  number<<<(128 + 255) / 256, 256>>>(x, 128);
  reduce<<<1, 32>>>(x, x + 64);
  cudaDeviceSynchronize();
  cudaFree(x);
}
