// EXPECT: leak line 0
// A buffer is never freed.
#include <cuda_runtime.h>

int main() {
  float *x, *y;
  cudaMalloc(&x, 4096);
  cudaMalloc(&y, 1000);
  cudaFree(x);
}
