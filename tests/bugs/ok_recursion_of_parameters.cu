// EXPECT: none
// Recursion whose parameters are in registers: 12 calls deep it fits the stack of 1 KiB that a thread has.
#include <cuda_runtime.h>

__device__ __noinline__ int ways(int level, int a, int b, int c, int d, int e, int f) {
  if (level == 0) return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f;
  const int one = ways(level - 1, b, c, d, e, f, a);
  return one % 3 == 0 ? one : ways(level - 1, c, d, e, f, a, b) + one;
}

__global__ void start(int* out, int depth) { out[threadIdx.x] = ways(depth, threadIdx.x, 1, 2, 3, 4, 5); }

int main() {
  int* out;
  if (cudaMalloc(&out, 32 * sizeof(int))) return 1;
  start<<<1, 32>>>(out, 12);
  if (cudaDeviceSynchronize()) return 1;
  return cudaFree(out);
}
