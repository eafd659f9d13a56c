// EXPECT: unchecked-error line 0
// A device that does not exist is chosen, and nobody looks.
#include <cuda_runtime.h>

int main() {
  int* x;
  cudaSetDevice(99);
  cudaMalloc(&x, 64);
  cudaFree(x);
}
