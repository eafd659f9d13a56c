// EXPECT: uninitialised-global line 9
// Only the even rows of an array are written. It is copied to another one row by row, and that one is read whole.
#include <cuda_runtime.h>

__global__ void fill(float* x) { x[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; }

__global__ void twice(const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * 2;
}

int main() {
  const size_t row = 32 * sizeof(float);
  float *x, *copy, *y;
  cudaMalloc(&x, 8 * row);
  cudaMalloc(&copy, 8 * row);
  cudaMalloc(&y, 8 * row);
  cudaMemset(copy, 0, 8 * row);
  fill<<<4, 32>>>(x);
  cudaMemcpy2D(copy, row, x, row, row, 8, cudaMemcpyDeviceToDevice);
  twice<<<8, 32>>>(copy, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(copy);
  cudaFree(y);
}
