// EXPECT: invalid-free line 0
// A pointer into the middle of an allocation is freed.
#include <cuda_runtime.h>

int main() {
  float* x;
  cudaMalloc(&x, 1024);
  cudaFree(x + 16);
  cudaFree(x);
}
