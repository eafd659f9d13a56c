// EXPECT: host-pointer line 7
// The host takes the address of the function that runs on the host.
#include <cuda_runtime.h>

typedef float (*Operation)(float, float);
__host__ __device__ float add(float a, float b) { return a + b; }
__global__ void apply(Operation f, float* x) { x[threadIdx.x] = f(x[threadIdx.x], 1); }

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  apply<<<1, 32>>>(add, x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
