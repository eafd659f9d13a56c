// EXPECT: endless-loop line 7
// A loop that stores nothing and never ends: the standard lets a compiler drop it, a GPU hangs in it.
#include <cuda_runtime.h>

__global__ void halve(int* x, int n) {
  int i = n;
  for (unsigned size = n; size != 0; size = size / 2 + size % 2) i += 3;
  *x = 1;
}

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  halve<<<1, 32>>>(x, 64);
  cudaDeviceSynchronize();
  cudaFree(x);
}
