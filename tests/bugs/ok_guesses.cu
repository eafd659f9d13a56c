// EXPECT: none
// STRICT: global-race shared-race
// Correct: plain reads that only save an atomic which would change nothing, and first values of compare-and-swap loops.
#include <cuda_runtime.h>

__device__ double add(double* to, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(to);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ void raise(float* to, float value) {  // of numbers that are not negative
  if (*to < value) atomicMax(reinterpret_cast<int*>(to), __float_as_int(value));
}

__global__ void extremes(const int* x, int* least, int* most, unsigned* seen) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int value = x[(blockIdx.x * 4 + k) * blockDim.x + threadIdx.x];
    if (*least > value) atomicMin(least, value);
    if (value > *most) atomicMax(most, value);
    if (best < value) atomicMax(&best, value);
    unsigned bit = 1u << value % 32;
    if (!(*seen & bit)) atomicOr(seen, bit);
    if (seen[1] & 8) atomicAnd(seen + 1, ~8u);
    if (value > 3 && !(seen[2] & 1)) atomicOr(seen + 2, 1);
  }
}

__global__ void sums(const int* x, double* sum, double* before, float* largest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  before[i] = add(sum, x[i]);
  raise(largest, x[i]);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *extreme;
  double *sum, *before;
  cudaMalloc(&x, 1024 * sizeof(int));
  cudaMalloc(&extreme, 8 * sizeof(int));
  cudaMalloc(&sum, 2 * sizeof(double));
  cudaMalloc(&before, 1024 * sizeof(double));
  cudaMemset(extreme, 0, 8 * sizeof(int));
  cudaMemset(sum, 0, 2 * sizeof(double));
  cudaMemset(extreme, 127, sizeof(int));
  cudaMemset(extreme + 4, 15, sizeof(int));
  number<<<16, 64>>>(x);
  extremes<<<4, 64>>>(x, extreme, extreme + 1, (unsigned*)extreme + 3);
  sums<<<16, 64>>>(x, sum, before, (float*)(sum + 1));
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(extreme);
  cudaFree(sum);
  cudaFree(before);
}
