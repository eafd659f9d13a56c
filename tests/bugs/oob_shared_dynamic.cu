// EXPECT: out-of-bounds line 8
// The launch gives less dynamic shared memory than the kernel uses.
#include <cuda_runtime.h>

__global__ void copy(float* x) {
  extern __shared__ float tile[];
  int i = threadIdx.x;
  tile[i] = x[i];
  __syncthreads();
  x[i] = tile[i];
}

int main() {
  float* x;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  copy<<<1, 128, 64 * sizeof(float)>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
