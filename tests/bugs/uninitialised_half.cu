// EXPECT: uninitialised-global line 6
// The copy has the number of elements where the number of bytes belongs.
#include <cuda_runtime.h>

__global__ void twice(int* x) {
  x[threadIdx.x] *= 2;
}

int main() {
  int host[64] = {};
  int* x;
  cudaMalloc(&x, sizeof(host));
  cudaMemcpy(x, host, 64, cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
