// EXPECT: bad-warp-mask line 13
// A shuffle with the mask of all lanes in a branch that half of them take, and the others wait at the next barrier.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void shuffle(float* x) {
  int i = threadIdx.x;
  float y = x[i];
  if (i < 16) y += __shfl_down_sync(0xffffffff, y, 4);
  __syncthreads();
  x[i] = y;
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  number<<<(32 + 255) / 256, 256>>>(x, 32);
  shuffle<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
