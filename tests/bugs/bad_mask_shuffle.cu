// EXPECT: bad-warp-mask line 12
// A shuffle with the mask of all lanes in a branch that half of them take.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void shuffle(float* x) {
  int i = threadIdx.x;
  if (i < 16) x[i] = __shfl_down_sync(0xffffffff, x[i], 4);
  x[i] += 1;
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  number<<<(32 + 255) / 256, 256>>>(x, 32);
  shuffle<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
