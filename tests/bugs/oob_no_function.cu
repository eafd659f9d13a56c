// EXPECT: out-of-bounds line 9
// SAYS: the call leads to an address that is not a function of the device
// SAYS: is the index below their number
// The table of functions has been overwritten.
#include <cuda_runtime.h>

typedef float (*Operation)(float);
__global__ void apply(const Operation* f, float* x) {
  x[threadIdx.x] = f[threadIdx.x](x[threadIdx.x]);
}

int main() {
  float* x;
  Operation* f;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMalloc(&f, 32 * sizeof(Operation));
  cudaMemset(x, 0, 32 * sizeof(float));
  cudaMemset(f, 0x41, 32 * sizeof(Operation));
  apply<<<1, 32>>>(f, x);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(f);
}
