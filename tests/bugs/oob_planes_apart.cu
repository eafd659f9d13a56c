// EXPECT: out-of-bounds line 7
// SAYS: in cudaMalloc #2
// Planes that were allocated one by one are taken for one array, and the second is hit by way of the first.
#include <cuda_runtime.h>

__global__ void scale(float* planes, size_t distance) {
  planes[blockIdx.x * distance + threadIdx.x] *= 2;
}

int main() {
  constexpr size_t bytes = 256 * sizeof(float);
  float *red, *green;
  cudaMalloc(&red, bytes);
  cudaMalloc(&green, bytes);
  cudaMemset(red, 0, bytes);
  cudaMemset(green, 0, bytes);
  scale<<<2, 256>>>(red, green - red);
  cudaDeviceSynchronize();
  cudaFree(red);
  cudaFree(green);
}
