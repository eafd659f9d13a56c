// EXPECT: stream-race line 25 other 24
// The kernel looks at a variable to which another stream brings the next value.
#include <cuda_runtime.h>

__device__ float bias;

__global__ void add(const float* x, float* y, int use) {
  float sum = x[threadIdx.x];
  if (use) sum += bias;
  y[threadIdx.x] = sum;
}

int main() {
  float *x, *y, *next;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMallocHost(&next, sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  *next = 3;
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  add<<<1, 64, 0, first>>>(x, y, 1);
  cudaMemcpyToSymbolAsync(bias, next, sizeof(float), 0, cudaMemcpyHostToDevice, second);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFreeHost(next);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
