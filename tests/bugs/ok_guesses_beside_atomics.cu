// EXPECT: none
// Correct: plain reads that an atomic of the same address checks: of numbers, which compilers write as their neighbours, of
// bits, and before something that is decided again by what the atomic returns.
#include <cuda_runtime.h>

__global__ void raise(const int* x, int* level, unsigned* unsigned_level) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (value > 30 && level[0] < 5) atomicMax(&level[0], 5);
  if (value > 40 && level[1] > -3) atomicMin(&level[1], -3);
  if (value > 30 && unsigned_level[0] < 5) atomicMax(&unsigned_level[0], 5u);
  if (value > 40 && unsigned_level[1] < 1) atomicMax(&unsigned_level[1], 1u);
}

__global__ void mark(const int* x, unsigned* seen, unsigned* never) {
  unsigned bit = 1u << x[blockIdx.x * blockDim.x + threadIdx.x] % 32;
  if (!(*seen & bit)) atomicOr(seen, bit);
  if (*never & bit) atomicAnd(never, ~bit);
}

__global__ void relax(const int* x, int* distance, int* changed) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (distance[value % 8] > value && atomicMin(&distance[value % 8], value) > value) atomicAdd(changed, 1);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 32 * sizeof(int));
  cudaMemset(y, 0x40, 32 * sizeof(int));
  number<<<4, 64>>>(x);
  raise<<<4, 64>>>(x, y, (unsigned*)y + 4);
  mark<<<4, 64>>>(x, (unsigned*)y + 8, (unsigned*)y + 9);
  relax<<<4, 64>>>(x, y + 16, y + 24);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
