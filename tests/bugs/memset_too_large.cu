// EXPECT: bad-copy line 0
// cudaMemset with elements times bytes times bytes.
#include <cuda_runtime.h>

int main() {
  int* x;
  cudaMalloc(&x, 100 * sizeof(int));
  cudaMemset(x, 0, 100 * sizeof(int) * sizeof(int));
  cudaFree(x);
}
