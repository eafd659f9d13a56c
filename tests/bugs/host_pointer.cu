// EXPECT: host-pointer line 9
// The kernel gets the array of the host.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void twice(float* x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  float* x = static_cast<float*>(malloc(64 * sizeof(float)));
  for (int i = 0; i < 64; ++i) x[i] = i;
  twice<<<1, 64>>>(x, 64);
  cudaDeviceSynchronize();
  free(x);
}
