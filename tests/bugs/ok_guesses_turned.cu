// EXPECT: none
// STRICT: global-race
// Correct: plain reads that an atomic checks, by comparisons that are the same of another number: of the one whose bits are
// turned over, less than 0, or more or less by some.
#include <cuda_runtime.h>

__global__ void keys(const int* x, unsigned* most, unsigned* least, unsigned long long* pair) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned key = x[i] + 5;
  if (key < ~*most) atomicMax(most, ~key);
  if (key > ~*least) atomicMin(least, ~key);
  unsigned long long wide = (unsigned long long)key << 32 | i;
  if (wide < ~*pair) atomicMax(pair, ~wide);
}

__global__ void numbers(const int* x, int* best) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (-best[0] < v) atomicMin(&best[0], -v);
  if (best[1] + 1 < v) atomicMax(&best[1], v - 1);
  if (best[2] - 3 < v) atomicMax(&best[2], v + 3);
  if (v - best[3] > 0) atomicMax(&best[3], v);
  if (10 - best[4] > v) atomicMax(&best[4], 10 - v);
}

__global__ void relax(const int* x, unsigned* best, int* raised) {
  unsigned key = x[blockIdx.x * blockDim.x + threadIdx.x] + 5;
  if (~*best > key && ~atomicMax(best, ~key) > key) atomicAdd(raised, 1);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  cudaMemset(y + 1, 0xff, sizeof(int));
  number<<<4, 64>>>(x);
  keys<<<4, 64>>>(x, (unsigned*)y, (unsigned*)y + 1, (unsigned long long*)y + 1);
  numbers<<<4, 64>>>(x, y + 8);
  relax<<<4, 64>>>(x, (unsigned*)y + 16, z);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
