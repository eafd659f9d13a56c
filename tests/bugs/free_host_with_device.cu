// EXPECT: invalid-free line 0
// Memory of cudaMallocHost is given to cudaFree.
#include <cuda_runtime.h>

int main() {
  float* x;
  cudaMallocHost(&x, 1024);
  cudaFree(x);
  cudaFreeHost(x);
}
