// EXPECT: global-race line 7 other 7
// Each block writes one element more than its own.
#include <cuda_runtime.h>

__global__ void fill(int* x, int size) {
  int begin = blockIdx.x * size;
  for (int i = threadIdx.x; i <= size; i += 32) x[begin + i] = blockIdx.x;
}

int main() {
  int* x;
  cudaMalloc(&x, (8 * 100 + 1) * sizeof(int));
  fill<<<8, 32>>>(x, 100);
  cudaDeviceSynchronize();
  cudaFree(x);
}
