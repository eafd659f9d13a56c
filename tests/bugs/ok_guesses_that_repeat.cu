// EXPECT: none
// STRICT: global-race
// Correct: plain reads beside atomics that change nothing when they are repeated: in a loop, of a number that all threads
// store, of two addresses at once, and beside more of the same kind.
#include <cuda_runtime.h>

__global__ void raise(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  while (*best < value) atomicMax(best, value);
}

__global__ void lower(const int* x, int* least) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  while (least[1] > value) atomicMin(&least[1], value);
}

__global__ void mark(const int* x, int* marks) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  while (!(marks[2] & 1 << value % 32)) atomicOr(&marks[2], 1 << value % 32);
}

__global__ void one_after_the_other(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  while (best[0] < value) atomicMax(&best[0], value);
  while (best[2] < value) atomicMax(&best[2], value);
  for (int least = -value; best[3] > least;) atomicMin(&best[3], least);
}

__global__ void next_numbers(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  while (best[0] < value + 1) atomicMax(&best[0], value + 1);
  for (int k = 0; k < 4; ++k)
    if (best[k + 1] < value + k) atomicMax(&best[k + 1], value + k);
}

__global__ void of_two_groups(const int* x, int* least) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x], group = value / 3 % 2;
  if (least[group] > -value) atomicMin(&least[group], -value);
  if (least[1 - group] > 3 - value) atomicMin(&least[1 - group], 3 - value);
}

__global__ void flags(const int* x, int* seen, int* first) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (seen[0] == 0) atomicOr(&seen[0], 1);
  if (seen[1] == 0) atomicMax(&seen[1], 1);
  if (value > 3 && seen[2] == 0) atomicOr(&seen[2], 1);
  if (value > 3 && seen[3] != 7) atomicAnd(&seen[3], 7);
  if (value > 3 && seen[4] < value) atomicMax(&seen[4], 70);
  if (seen[5] == 0 && atomicMax(&seen[5], 1) == 0) *first = value;
}

__global__ void extremes(const int* x, int* range, int* least, int* most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, value = x[i];
  if (range[0] > value || range[1] < value) {
    atomicMin(&range[0], value);
    atomicMax(&range[1], value);
  }
  int part = value % 4;
  if (value < least[part] || value > most[part]) {
    atomicMin(&least[part], value);
    atomicMax(&most[part], value);
  }
  unsigned* words = (unsigned*)range + 2;
  unsigned bit = 1u << value % 32, other = 1u << value % 31;
  if (!(words[0] & bit) || !(words[1] & other)) {
    atomicOr(&words[0], bit);
    atomicOr(&words[1], other);
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 64 * sizeof(int));
  cudaMemset(y, 0, 64 * sizeof(int));
  cudaMemset(y + 1, 127, sizeof(int));
  cudaMemset(y + 11, 15, sizeof(int));
  number<<<4, 64>>>(x);
  raise<<<4, 64>>>(x, y);
  lower<<<4, 64>>>(x, y);
  mark<<<4, 64>>>(x, y);
  one_after_the_other<<<4, 64>>>(x, y + 32);
  next_numbers<<<4, 64>>>(x, y + 40);
  of_two_groups<<<4, 64>>>(x, y + 48);
  flags<<<4, 64>>>(x, y + 8, y + 16);
  extremes<<<4, 64>>>(x, y + 20, y + 24, y + 28);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
