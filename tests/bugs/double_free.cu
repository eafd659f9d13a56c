// EXPECT: invalid-free line 0
// One buffer, freed twice.
#include <cuda_runtime.h>

int main() {
  float* x;
  cudaMalloc(&x, 1024);
  cudaFree(x);
  cudaFree(x);
}
