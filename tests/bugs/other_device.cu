// EXPECT: other-device line 5
// The second device's kernel works on memory of the first.
#include <cuda_runtime.h>

__global__ void add_one(float* x) { x[threadIdx.x] += 1; }

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  cudaSetDevice(1);
  add_one<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaFree(x);
}
