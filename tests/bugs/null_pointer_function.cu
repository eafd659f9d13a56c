// EXPECT: null-pointer line 7
// Nobody has set the function that the kernel calls.
#include <cuda_runtime.h>

typedef float (*Operation)(float);
__device__ Operation chosen;
__global__ void apply(float* x) { x[threadIdx.x] = chosen(x[threadIdx.x]); }

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  apply<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
