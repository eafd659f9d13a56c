// EXPECT: uninitialised-global line 19
// SAYS: 3 of the 1003 bytes that are copied to the host, from byte 1000
// Four bytes at a time, and 1003 of them: the last three are nobody's.
#include <cuda_runtime.h>

__global__ void invert(const uchar4* x, uchar4* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) y[i] = make_uchar4(255 - x[i].x, 255 - x[i].y, 255 - x[i].z, 255 - x[i].w);
}

int main() {
  const int n = 1003;
  static unsigned char host[n];
  void *x, *y;
  cudaMalloc(&x, n);
  cudaMalloc(&y, n);
  cudaMemcpy(x, host, n, cudaMemcpyHostToDevice);
  invert<<<4, 64>>>((uchar4*)x, (uchar4*)y, n);
  cudaMemcpy(host, y, n, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
}
