// EXPECT: global-race line 8 other 8
// A loop along the edges of a graph looks at one end and raises the other.
#include <cuda_runtime.h>

__global__ void spread(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int from = value % 8, to = 8, step = 0; step < 4; ++step, from = from * 5 % 8, to = to * 3 % 8)
    if (best[from] < value) atomicMax(&best[to], value);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *best;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&best, 16 * sizeof(int));
  cudaMemset(best, 0, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  spread<<<4, 64>>>(x, best);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(best);
}
