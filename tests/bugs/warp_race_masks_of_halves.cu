// EXPECT: warp-race line 15 other 9
// The upper half of a warp reads what the lower half stores, and each half waits for itself only.
#include <cuda_runtime.h>

__global__ void hand_over(int* x) {
  __shared__ int box[16];
  int i = threadIdx.x;
  if (i < 16) {
    box[i] = i * i;
    __syncwarp(0x0000ffff);
    x[i] = box[15 - i];
  }
  if (i >= 16) {
    __syncwarp(0xffff0000);
    x[i] = box[i - 16];
  }
}

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  hand_over<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
