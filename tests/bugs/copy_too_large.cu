// EXPECT: bad-copy line 0
// More bytes are copied than the device buffer has.
#include <cuda_runtime.h>

int main() {
  static char host[2048];
  char* x;
  cudaMalloc(&x, 1024);
  cudaMemcpy(x, host, 2048, cudaMemcpyHostToDevice);
  cudaFree(x);
}
