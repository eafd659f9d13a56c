// EXPECT: bad-copy line 0
// cudaMemcpyDeviceToHost with a destination on the device.
#include <cuda_runtime.h>

int main() {
  static char host[1024];
  char* x;
  cudaMalloc(&x, 1024);
  cudaMemcpy(x, host, 1024, cudaMemcpyDeviceToHost);
  cudaFree(x);
}
