// EXPECT: launch-error line 0
// More dynamic shared memory than a block can have.
#include <cuda_runtime.h>

__global__ void fill(int* x) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  x[threadIdx.x] = s[threadIdx.x];
}

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  fill<<<1, 32, 1 << 20>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
