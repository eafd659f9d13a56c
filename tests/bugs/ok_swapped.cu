// EXPECT: none
// STRICT: global-race
// Correct: values that a compare-and-swap has found there, and what is computed from them, used where it has swapped.
#include <cuda_runtime.h>

__global__ void next_numbers(unsigned* state, int* y) {
  unsigned old, next;
  do {
    old = *state;
    next = old * 1664525 + 1013904223;
  } while (atomicCAS(state, old, next) != old);
  y[blockIdx.x * blockDim.x + threadIdx.x] = next;
}

__global__ void collect(const int* x, int* count, int* buffer, int* kept) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int place = *count;
  while (place < 200) {
    int seen = atomicCAS(count, place, place + 1);
    if (seen == place) {
      buffer[place] = x[i];
      break;
    }
    place = seen;
  }
  int old = count[1];
  bool is_first = atomicCAS(&count[1], old, old + 1) == old;
  kept[i] = is_first ? old : -1;
  int latest = count[2];
  while (atomicCAS(&count[2], latest, latest + 1) != latest) latest = count[2];
}

__global__ void raise_pair(const int* x, int* pairs, int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int2 pair = ((const int2*)pairs)[i % 4];
  if (pair.x < x[i]) atomicMax(&pairs[i % 4 * 2], x[i]);
  y[i] = pair.y;
}

__global__ void mark(const int* x, unsigned* seen, unsigned* never, int* queue, int* count) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned both = 3u << value % 30, bit = 1u << value % 32;
  if ((*seen & both) != both) atomicOr(seen, both);
  if (*never & both) atomicAnd(never, ~both);
  if (!(seen[1] >> value % 32 & 1) && !(atomicOr(&seen[1], bit) & bit)) queue[atomicAdd(count, 1)] = value;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z, *counts;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 256 * sizeof(int));
  cudaMalloc(&z, 256 * sizeof(int));
  cudaMalloc(&counts, 64 * sizeof(int));
  cudaMemset(counts, 0, 32 * sizeof(int));
  cudaMemset(counts + 32, 0xff, 32 * sizeof(int));
  number<<<4, 64>>>(x);
  next_numbers<<<4, 64>>>((unsigned*)counts, y);
  collect<<<4, 64>>>(x, counts + 1, y, z);
  raise_pair<<<4, 64>>>(x, counts + 8, y);
  mark<<<4, 64>>>(x, (unsigned*)counts + 20, (unsigned*)counts + 32, y, counts + 24);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  cudaFree(counts);
}
