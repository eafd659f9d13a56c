// EXPECT: none
// Correct: an element of a local array that has no value is looked at ahead of the condition, and
// not chosen.
#include <cuda_runtime.h>

__global__ void pick(const int* x, int* y, int n) {
  int best[8];
  for (int i = 0; i < n; ++i) best[x[i] & 7] = i;
  const int at = x[threadIdx.x];
  const int value = best[at & 7];
  y[threadIdx.x] = at < 100 ? value : -1;
}

int main() {
  int *x, host[32], *y;
  for (int i = 0; i < 32; ++i) host[i] = i < 4 ? i : 100 + i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  pick<<<1, 32>>>(x, y, 4);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
