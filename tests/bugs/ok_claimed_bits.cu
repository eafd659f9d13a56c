// EXPECT: none
// STRICT: global-race
// Correct: plain reads of maps of bits. A bit that is free is claimed by the atomic that sets or clears it, and only whoever
// finds that it was free has it. That none is left stays so.
#include <cuda_runtime.h>

__global__ void any_word(const int* x, unsigned* map, int* slots) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  for (int w = v % 16;; w = (w + 1) % 16) {
    unsigned word = map[w];
    if (word == ~0u) continue;
    int bit = __ffs(~word) - 1;
    if (atomicOr(&map[w], 1u << bit) & 1u << bit) continue;
    slots[i] = w * 32 + bit;
    break;
  }
}

__global__ void word_by_word(const int* x, unsigned* map, int* slots) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int w = 0; w < 16; ++w) {
    for (unsigned word = map[w]; word != ~0u;) {
      unsigned bit = ~word & (word + 1), old = atomicOr(&map[w], bit);
      if (!(old & bit)) {
        slots[i] = w * 32 + __ffs(bit) - 1;
        return;
      }
      word = old;
    }
  }
}

__global__ void of_those_left(const int* x, unsigned* left, int* slots) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int w = 0; w < 16; ++w) {
    unsigned word;
    while ((word = left[w]) != 0) {
      unsigned bit = word & -word;
      if (atomicAnd(&left[w], ~bit) & bit) {
        slots[i] = w * 32 + __ffs(bit) - 1;
        return;
      }
    }
  }
}

__global__ void tried_once(const int* x, unsigned* map, int* owners) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int w = v % 16, slot = -1;
  unsigned word = map[w];
  if (word != ~0u) {
    int bit = __ffs(~word) - 1;
    unsigned old = atomicOr(&map[w], 1u << bit);
    if (!(old >> bit & 1)) slot = w * 32 + bit;
  }
  if (slot >= 0) owners[slot] = i;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  cudaMemset(y + 32, 0xff, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  any_word<<<4, 64>>>(x, (unsigned*)y, z);
  word_by_word<<<4, 64>>>(x, (unsigned*)y + 16, z + 256);
  of_those_left<<<4, 64>>>(x, (unsigned*)y + 32, z + 512);
  tried_once<<<4, 64>>>(x, (unsigned*)y + 48, z + 1024);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
