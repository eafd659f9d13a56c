// EXPECT: shared-race line 9 other 8
// No barrier between loading the tile and reading it.
#include <cuda_runtime.h>

__global__ void reverse(float* x) {
  __shared__ float tile[128];
  int i = threadIdx.x;
  tile[i] = x[i];
  x[i] = tile[127 - i];
}

int main() {
  float host[128];
  for (int i = 0; i < 128; ++i) host[i] = i;
  float* x;
  cudaMalloc(&x, sizeof(host));
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
  reverse<<<1, 128>>>(x);
  cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(x);
}
