// EXPECT: shared-race line 9 other 10
// Thread 0 writes a shared variable and thread 40, of another warp, reads it without a barrier. The
// compiler loads it in all threads and selects: those do not read it.
#include <cuda_runtime.h>

__global__ void pass_on(const float* x, float* y) {
  __shared__ float box;
  float sum = x[threadIdx.x];
  if (threadIdx.x == 0) box = sum;
  if (threadIdx.x == 40) sum += box;
  y[threadIdx.x] = sum;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  pass_on<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
